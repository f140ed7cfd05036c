import { createServer } from "node:net";
import { StartError } from "./start-error.ts";

const DEFAULT_PORT = 5173;
const LAST_PORT = 65_535;

/** Browsers refuse to open these (https://fetch.spec.whatwg.org/#port-blocking). */
const BLOCKED = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10_080,
]);

/** The last `--port` among the arguments, else the variable PORT, else Vite's usual port. */
export function requestedPort(args: string[], fallback = process.env["PORT"]): number {
  const at = args.findLastIndex((arg) => /^--port(=|$)/.test(arg));
  const given = args[at]?.includes("=") ? args[at].slice("--port=".length) : args[at + 1];
  const text = (at === -1 ? fallback : given) ?? "";
  if (at === -1 && text === "") return DEFAULT_PORT;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > LAST_PORT) {
    throw new StartError(`"${text}" is not a port. Choose a number from 1 to ${LAST_PORT}.`);
  }
  if (BLOCKED.has(port)) {
    throw new StartError(`Browsers refuse to open port ${port}. Choose another one, such as 8080.`);
  }
  return port;
}

/** The first port from `start` on that no server uses and that browsers open. */
export async function findFreePort(start: number): Promise<number> {
  for (let port = start; port <= LAST_PORT; port += 1) {
    if (!BLOCKED.has(port) && (await isFree(port))) return port;
  }
  throw new StartError(`No port from ${start} on is free.`);
}

/** A server on any of these would receive requests to localhost. */
const ADDRESSES = ["127.0.0.1", "::1", "0.0.0.0", "::"];

async function isFree(port: number): Promise<boolean> {
  for (const address of ADDRESSES) {
    if (!(await canListen(port, address))) return false;
  }
  return true;
}

function canListen(port: number, address: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once("error", (error: NodeJS.ErrnoException) => {
    // Other errors: the machine does not have this address.
    resolve(error.code !== "EADDRINUSE" && error.code !== "EACCES");
  });
  server.listen({ port, host: address, exclusive: true }, () => server.close(() => resolve(true)));
  return promise;
}
