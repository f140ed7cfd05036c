import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { prepareState } from "#test/local/prepare-state.ts";
import { readSnapshot } from "./read-snapshot.ts";

const WORKSHOP = "node_modules/.tmp/demo";
/** Read by vite.config.ts. */
export const SNAPSHOT_FILE = join(WORKSHOP, "snapshot.json");
/** The configuration of the built demo. */
export const DEMO_CONFIG = "dist-demo/muster/wrangler.json";

/** Seeds a community, and builds the demo with it into dist-demo/. */
export function buildDemo() {
  rmSync(WORKSHOP, { recursive: true, force: true });
  mkdirSync(WORKSHOP, { recursive: true });
  const state = join(WORKSHOP, "state");
  prepareState(state);
  writeFileSync(SNAPSHOT_FILE, JSON.stringify(readSnapshot(state)));
  execFileSync("vite", ["build", "--mode", "demo", "--logLevel", "warn"], {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
}
