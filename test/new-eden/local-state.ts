import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DiscordGrant } from "./discord/grants.ts";
import type { Grant } from "./sso/grants.ts";
import { exportSigningKeys, importSigningKeys } from "./keys.ts";
import type { StoredKeys } from "./keys.ts";
import type { World } from "./world.ts";

type LocalState = { grants: Grant[]; discord?: DiscordGrant[]; keys: StoredKeys };

/** Where local development keeps its database, and New Eden its memory. */
export function stateDirectory(): string {
  return process.env["MUSTER_STATE"] ?? ".wrangler/state";
}

const file = () => join(stateDirectory(), "new-eden.json");

/** Brings back the grants and keys of an earlier run: the local database outlives this process. */
export async function loadLocalState(world: World) {
  await importLocalState(world, file());
}

/** The same, from one file. */
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
