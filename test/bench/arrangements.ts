import { RIGHTS } from "#shared/applications/tokens.ts";
import type { ServerSettings } from "#shared/discord/servers.ts";
import type { Community } from "#test/support/workerd/harness.ts";
import { CAST } from "./cast.ts";

/** What an administrator arranges over the API. */
export const adminOf = (muster: Community) => muster.client(CAST.admin.token, CAST.admin.proof);

/** The administrator, as tests have a user. */
export const administratorOf = (muster: Community) => ({
  userId: CAST.admin.userId,
  mainCharacterId: CAST.admin.mainId,
  mainCharacterName: CAST.admin.name,
  characterIds: [CAST.admin.mainId],
  sessionToken: CAST.admin.token,
  proof: CAST.admin.proof,
  api: adminOf(muster),
});

/** An application that may read these groups, and everything of their members. */
export async function createApplication(
  muster: Community,
  { name, redirectUri, groupIds }: { name: string; redirectUri: string; groupIds: string[] },
) {
  const { applications } = adminOf(muster).admin;
  const json = { name, isPublic: false, redirectUris: [redirectUri] };
  const created = await applications.$post({ json });
  if (!created.ok) throw new Error(await created.text());
  const { application, secret } = await created.json();
  const { id, version } = application;
  const saved = await applications[":id"].$patch({
    param: { id },
    json: { version, grantedGroupIds: groupIds, claims: ["name", "characters", "groups"] },
  });
  if (!saved.ok) throw new Error(await saved.text());
  return { id, secret };
}

/** A token of the application with all rights. */
export async function createToken(muster: Community, id: string): Promise<string> {
  const token = await adminOf(muster).admin.applications[":id"].tokens.$post({
    param: { id },
    json: { name: "Script", rights: [...RIGHTS], days: null },
  });
  if (!token.ok) throw new Error(await token.text());
  return (await token.json()).secret;
}

/** Adds a Discord server, whose roles are given so, and switches it on. */
export async function manageServer(
  muster: Community,
  serverId: string,
  mapping: Pick<ServerSettings, "roles" | "drift">,
) {
  const servers = adminOf(muster).admin.discord;
  const param = { id: serverId };
  const added = await servers.$post({ json: { serverId } });
  if (!added.ok) throw new Error(await added.text());
  const saved = await servers[":id"].$put({
    param,
    json: {
      ...mapping,
      nickname: null,
      joinGroupId: null,
      version: (await added.json()).version,
    },
  });
  if (!saved.ok) throw new Error(await saved.text());
  const { version } = await saved.json();
  const switched = await servers[":id"].switch.$post({ param, json: { isOn: true, version } });
  if (!switched.ok) throw new Error(await switched.text());
}

type Execute = (query: string, ...values: unknown[]) => Promise<unknown>;

/** Links a Discord account to a user. Its refresh token is not a real one. */
export const linkAccount = (
  execute: Execute,
  userId: string,
  { id, username }: { id: string; username: string },
) =>
  execute(
    `insert into discord_accounts
      (discord_id, user_id, username, discriminator, refresh_token, is_authorized, linked_at, check_due_at)
      values (?, ?, ?, '0', '', 1, 0, 100000000000000)`,
    id,
    userId,
    username,
  );
