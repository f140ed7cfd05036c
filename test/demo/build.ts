import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { prepareState } from "#test/tools/local/prepare-state.ts";
import { SNAPSHOT_FILE } from "./config.ts";
import { readSnapshot } from "./read-snapshot.ts";
import { demoSchema } from "./schema.ts";

const WORKSHOP = dirname(SNAPSHOT_FILE);
/** A page without scripts, so that `web/demo` cannot mark it. */
const STATIC_PAGE = "dist-demo/client/docs/api.html";
/** The configuration of the built demo. */
export const DEMO_CONFIG = "dist-demo/muster/wrangler.json";

/** For the database of the demo, after Muster's migrations. */
export const DEMO_SCHEMA = "dist-demo/schema.json";
/** The same for wrangler. */
export const DEMO_SCHEMA_SQL = "dist-demo/schema.sql";

/** Seeds a community, and builds the demo with it into dist-demo/. */
export async function buildDemo() {
  rmSync(WORKSHOP, { recursive: true, force: true });
  mkdirSync(WORKSHOP, { recursive: true });
  const state = join(WORKSHOP, "state");
  prepareState(state, { isEventful: true });
  const snapshot = await readSnapshot(state);
  writeFileSync(SNAPSHOT_FILE, JSON.stringify(snapshot));
  execFileSync("vite", ["build", "--mode", "demo", "--logLevel", "warn"], {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  const schema = demoSchema(snapshot);
  writeFileSync(DEMO_SCHEMA, JSON.stringify(schema));
  writeFileSync(DEMO_SCHEMA_SQL, schema.map((statement) => `${statement};\n`).join(""));
  const page = readFileSync(STATIC_PAGE, "utf8");
  writeFileSync(STATIC_PAGE, page.replace("<body>", "<body><p>Demo: nothing here is real.</p>"));
}
