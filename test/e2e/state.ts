import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { ensureBuild } from "#test/tools/local/ensure-build.ts";
import { OFFLINE, prepareDatabase, prepareState } from "#test/tools/local/prepare-state.ts";
import { roomInMemory } from "#test/support/workerd/files-in-memory.ts";
import { RUN } from "./port.ts";

/** D1 waits for the disk after each write. The processes of a run inherit the choice. */
const PLACE = (process.env["E2E_PLACE"] ??= roomInMemory() ?? ".wrangler");
const ALL = `${PLACE}/muster-e2e-*`;
const OF_RUN = `${PLACE}/muster-e2e-${RUN}`;
const SEEDED = join(OF_RUN, "seeded");
/** A later build does not change what is served. */
export const BUILD = join(OF_RUN, "dist");
/** The process that removes the directory. */
const OWNER = "owner";

/**
 * Before all tests: builds dist/ when it is older than its sources, and makes the community that each test file starts with, unless
 * `E2E_COMMUNITY` names one.
 */
export default function prepare() {
  Object.assign(process.env, OFFLINE);
  removeLeftOver();
  rmSync(OF_RUN, { recursive: true, force: true });
  mkdirSync(OF_RUN, { recursive: true });
  writeFileSync(join(OF_RUN, OWNER), String(process.pid));
  ensureBuild();
  cpSync("dist", BUILD, { recursive: true });
  const made = process.env["E2E_COMMUNITY"];
  if (made !== undefined && existsSync(made)) cpSync(made, SEEDED, { recursive: true });
  else prepareState(SEEDED);
  return () => rmSync(OF_RUN, { recursive: true, force: true });
}

/** A fresh copy of the seeded community. The same worker's former one is gone. */
export function copyState(port: number): string {
  const state = join(OF_RUN, String(port));
  rmSync(state, { recursive: true, force: true });
  cpSync(SEEDED, state, { recursive: true });
  return state;
}

/** A Muster on which nobody has signed in. */
export function emptyState(port: number): string {
  const state = join(OF_RUN, String(port));
  rmSync(state, { recursive: true, force: true });
  prepareDatabase(state);
  return state;
}

/** What runs have left that were killed. */
function removeLeftOver() {
  for (const directory of globSync(ALL)) {
    if (!isOwned(directory)) rmSync(directory, { recursive: true, force: true });
  }
}

function isOwned(directory: string): boolean {
  try {
    process.kill(Number(readFileSync(join(directory, OWNER), "utf8")), 0);
    return true;
  } catch {
    return false;
  }
}
