import { execFileSync, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { prepareState } from "#test/local/prepare-state.ts";
import { createCertificate } from "./certificate.ts";
import { openEdge } from "./edge.ts";

/** Other ports than the browser tests, which may run at the same time. */
const PORT = Number(process.env["PORT"] ?? 4283);
const EDGE_PORT = PORT + 1;
const STATE = process.env["MUSTER_STATE"] ?? ".wrangler/bench-web";
const START_SECONDS = 60;

export type Product = {
  /** The edge: HTTP/2 and compression. */
  origin: string;
  /** The server behind the edge, which New Eden's sign-in redirects to. */
  innerOrigin: string;
  /** The fingerprint of the edge's key. */
  fingerprint: string;
  close: () => void;
};

/** Builds the product and serves it on New Eden, with a community with long lists. */
export async function openProduct(): Promise<Product> {
  const env = {
    ...process.env,
    PORT: String(PORT),
    MUSTER_STATE: STATE,
    // Another origin than the product's, as in production.
    EVE_IMAGES_URL: `https://127.0.0.1:${EDGE_PORT}/new-eden/images`,
  };
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { env, stdio: ["ignore", "ignore", "inherit"] });
  rmSync(STATE, { recursive: true, force: true });
  run("vite", "build", "--mode", "new-eden", "--logLevel", "error");
  prepareState(STATE);
  run("node", "test/bench/web/fill.ts");

  // Its own process group, so that its children end with it.
  const server = spawn("vite", ["preview", "--mode", "new-eden"], {
    env,
    detached: true,
    stdio: "ignore",
  });
  const stop = () => {
    if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid);
  };
  process.once("exit", stop);
  const innerOrigin = `http://localhost:${PORT}`;
  await untilServed(innerOrigin);
  const certificate = createCertificate();
  const edge = await openEdge(EDGE_PORT, PORT, certificate);
  return {
    origin: `https://localhost:${EDGE_PORT}`,
    innerOrigin,
    fingerprint: certificate.fingerprint,
    close: () => {
      edge.close();
      process.off("exit", stop);
      stop();
    },
  };
}

async function untilServed(origin: string) {
  for (let seconds = 0; seconds < START_SECONDS; seconds += 1) {
    const answer = await fetch(origin).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(1000);
  }
  throw new Error(`Nothing answered at ${origin} within ${START_SECONDS} s.`);
}
