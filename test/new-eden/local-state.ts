import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod/mini";
import { StartError } from "#test/tools/local/start-error.ts";
import { loadState, savedStateSchema, saveState } from "./saved-state.ts";
import type { SavedState } from "./saved-state.ts";
import type { World } from "./world.ts";

/** New Eden's part of a state directory. It is written last, so a directory without it is incomplete. */
export const STATE_FILE = "new-eden.json";

/** The directory of the local database and of New Eden's state. */
export function stateDirectory(): string {
  return process.env["MUSTER_STATE"] ?? ".wrangler/state";
}

/** The same for `npm run dev:live`: its database must not hold New Eden's characters. */
export function liveStateDirectory(): string {
  return process.env["MUSTER_STATE"] ?? ".wrangler/live";
}

/** The same for `npm run dev -- --empty`: a Muster on which nobody has signed in. */
export function emptyStateDirectory(): string {
  return process.env["MUSTER_STATE"] ?? ".wrangler/empty";
}

/** Loads the grants, Discord servers and keys of an earlier run, because the local database outlives this process. */
export async function loadLocalState(world: World) {
  await importLocalState(world, join(stateDirectory(), STATE_FILE));
}

/** The same, from a given file. */
export async function importLocalState(world: World, path: string) {
  const state = readLocalState(path);
  if (state !== undefined) await loadState(world, state);
}

/** Undefined when there is no file. */
export function readLocalState(path: string): SavedState | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return z.parse(savedStateSchema, JSON.parse(readFileSync(path, "utf8")));
  } catch (cause) {
    throw new StartError(
      `${path} is damaged: New Eden no longer knows the tokens in the database beside it. ` +
        `Delete ${dirname(path)} to start again with a new community.`,
      { cause },
    );
  }
}

export async function saveLocalState(world: World) {
  const state = await saveState(world);
  const path = join(stateDirectory(), STATE_FILE);
  mkdirSync(stateDirectory(), { recursive: true });
  // Renamed, so that an interruption leaves the previous file.
  writeFileSync(`${path}.new`, JSON.stringify(state));
  renameSync(`${path}.new`, path);
}
