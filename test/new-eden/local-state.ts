import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DiscordGrant } from "./discord/grants.ts";
import type { Grant } from "./sso/grants.ts";
import { exportSigningKeys, importSigningKeys } from "./keys.ts";
import type { StoredKeys } from "./keys.ts";
import type { World } from "./world.ts";

type LocalState = { grants: Grant[]; discord?: DiscordGrant[]; keys: StoredKeys };

/** The directory of the local database and of New Eden's state. */
export function stateDirectory(): string {
  return process.env["MUSTER_STATE"] ?? ".wrangler/state";
}

const file = () => join(stateDirectory(), "new-eden.json");

/** Loads the grants and keys of an earlier run, because the local database outlives this process. */
export async function loadLocalState(world: World) {
  await importLocalState(world, file());
}

/** The same, from a given file. */
export async function importLocalState(world: World, path: string) {
  let state: LocalState;
  try {
    state = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return; // The first run.
  }
  for (const grant of state.grants) world.grants.set(grant.refreshToken, grant);
  for (const grant of state.discord ?? []) world.discord.grants.set(grant.refreshToken, grant);
  await importSigningKeys(state.keys);
}

export async function saveLocalState(world: World) {
  const state: LocalState = {
    grants: [...world.grants.values()],
    discord: [...world.discord.grants.values()],
    keys: await exportSigningKeys(),
  };
  mkdirSync(stateDirectory(), { recursive: true });
  writeFileSync(file(), JSON.stringify(state));
}
