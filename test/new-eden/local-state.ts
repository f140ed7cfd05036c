import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { JWK } from "jose";
import * as z from "zod/mini";
import { StartError } from "#test/local/start-error.ts";
import type { DiscordGrant } from "./discord/grants.ts";
import { loadServers, saveServers } from "./discord/servers/saved.ts";
import type { SavedServer } from "./discord/servers/saved.ts";
import type { Grant } from "./sso/grants.ts";
import { exportSigningKeys, importSigningKeys } from "./keys.ts";
import type { World } from "./world.ts";

const key = z.custom<JWK>((value) => typeof value === "object" && value !== null);
const stateSchema = z.object({
  grants: z.array(z.custom<Grant>()),
  discord: z.optional(z.array(z.custom<DiscordGrant>())),
  servers: z.optional(z.array(z.custom<SavedServer>())),
  keys: z.object({ rsa: key, ec: key, wrong: key }),
});
type LocalState = z.infer<typeof stateSchema>;

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

/** Loads the grants, Discord servers and keys of an earlier run, because the local database outlives this process. */
export async function loadLocalState(world: World) {
  await importLocalState(world, join(stateDirectory(), STATE_FILE));
}

/** The same, from a given file. */
export async function importLocalState(world: World, path: string) {
  const state = readLocalState(path);
  if (state === undefined) return;
  for (const grant of state.grants) world.grants.set(grant.refreshToken, grant);
  for (const grant of state.discord ?? []) world.discord.grants.set(grant.refreshToken, grant);
  if (state.servers !== undefined) loadServers(world, state.servers);
  await importSigningKeys(state.keys);
}

/** Undefined when there is no file. */
export function readLocalState(path: string): LocalState | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return z.parse(stateSchema, JSON.parse(readFileSync(path, "utf8")));
  } catch (cause) {
    throw new StartError(
      `${path} is damaged: New Eden no longer knows the tokens in the database beside it. ` +
        `Delete ${dirname(path)} to start again with a new community.`,
      { cause },
    );
  }
}

export async function saveLocalState(world: World) {
  const state: LocalState = {
    grants: [...world.grants.values()],
    discord: [...world.discord.grants.values()],
    servers: saveServers(world),
    keys: await exportSigningKeys(),
  };
  const path = join(stateDirectory(), STATE_FILE);
  mkdirSync(stateDirectory(), { recursive: true });
  // Renamed, so that an interruption leaves the previous file.
  writeFileSync(`${path}.new`, JSON.stringify(state));
  renameSync(`${path}.new`, path);
}
