import { createServer } from "node:net";
import { StartError } from "./start-error.ts";

const DEFAULT_PORT = 5173;
const LAST_PORT = 65_535;

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
  return port;
}

/** The first port from `start` on that no server uses. */
export async function findFreePort(start: number): Promise<number> {
  for (let port = start; port <= LAST_PORT; port += 1) {
    if (await isFree(port)) return port;
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
