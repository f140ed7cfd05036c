import type { JWK } from "jose";
import * as z from "zod/mini";
import type { DiscordGrant } from "./discord/grants.ts";
import { loadServers, saveServers } from "./discord/servers/saved.ts";
import type { SavedServer } from "./discord/servers/saved.ts";
import { exportSigningKeys, importSigningKeys } from "./keys.ts";
import type { Grant } from "./sso/grants.ts";
import type { World } from "./world.ts";

const key = z.custom<JWK>((value) => typeof value === "object" && value !== null);
export const savedStateSchema = z.object({
  grants: z.array(z.custom<Grant>()),
  discord: z.optional(z.array(z.custom<DiscordGrant>())),
  servers: z.optional(z.array(z.custom<SavedServer>())),
  keys: z.object({ rsa: key, ec: key, wrong: key }),
});
/** What of New Eden a database depends on, and what must outlive its process. */
export type SavedState = z.infer<typeof savedStateSchema>;

export async function loadState(world: World, { grants, discord, servers, keys }: SavedState) {
  for (const grant of grants) world.grants.set(grant.refreshToken, grant);
  for (const grant of discord ?? []) world.discord.grants.set(grant.refreshToken, grant);
  if (servers !== undefined) loadServers(world, servers);
  await importSigningKeys(keys);
}

export async function saveState(world: World): Promise<SavedState> {
  return {
    grants: [...world.grants.values()],
    discord: [...world.discord.grants.values()],
    servers: saveServers(world),
    keys: await exportSigningKeys(),
  };
}
