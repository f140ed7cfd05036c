import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { serveBuild } from "#test/tools/local/built-product.ts";
import { ensureBuild } from "#test/tools/local/ensure-build.ts";
import { OFFLINE, prepareState } from "#test/tools/local/prepare-state.ts";
import { createCertificate } from "./certificate.ts";
import { openEdge } from "./edge.ts";

/** Other ports than the browser tests, which may run at the same time. */
const PORT = Number(process.env["PORT"] ?? 4283);
const EDGE_PORT = PORT + 1;
const STATE = process.env["MUSTER_STATE"] ?? ".wrangler/bench-web";

export type Product = {
  /** The edge: HTTP/2 and compression. */
  origin: string;
  /** The server behind the edge, which New Eden's sign-in redirects to. */
  innerOrigin: string;
  /** The fingerprint of the edge's key. */
  fingerprint: string;
  close: () => Promise<void>;
};

/** Builds the product and serves it on New Eden, with a community with long lists. */
export async function openProduct(): Promise<Product> {
  Object.assign(process.env, OFFLINE, { MUSTER_STATE: STATE });
  rmSync(STATE, { recursive: true, force: true });
  ensureBuild();
  prepareState(STATE);
  execFileSync("node", ["test/bench/web/fill.ts"], { stdio: ["ignore", "ignore", "inherit"] });

  const server = await serveBuild({
    port: PORT,
    state: STATE,
    // Another origin than the product's, as in production.
    images: `https://127.0.0.1:${EDGE_PORT}/new-eden/images`,
  });
  const certificate = createCertificate();
  const edge = await openEdge(EDGE_PORT, PORT, certificate);
  return {
    origin: `https://localhost:${EDGE_PORT}`,
    innerOrigin: `http://localhost:${PORT}`,
    fingerprint: certificate.fingerprint,
    close: async () => {
      edge.close();
      await server.stop();
    },
  };
}
