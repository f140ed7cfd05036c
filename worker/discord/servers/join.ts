import { and, eq, sql } from "drizzle-orm";
import type { JoinableServers } from "#shared/discord/servers.ts";
import { recordEvent } from "#worker/audit/record.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import {
  discordAccounts,
  discordMembers,
  discordServers,
} from "#worker/db/schema/discord-servers.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import { NO_BUCKETS, openBot } from "#worker/discord/bot/bot.ts";
import { addGuildMember } from "#worker/discord/bot/endpoints.ts";
import { getDiscordAccessToken } from "#worker/discord/link/service.ts";
import { DiscordError } from "#worker/discord/link/discord-api.ts";
import { requestSync } from "#worker/discord/servers/sync/service.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { logError } from "#worker/http/log.ts";
import { markMembers } from "./store.ts";

/** Servers whose group the user is in, and on which Muster has not seen the linked account. */
const selectJoinable = prepare({ id: discordServers.id, name: discordServers.name }, (fields) =>
  orm
    .select(fields)
    .from(discordServers)
    .innerJoin(discordAccounts, eq(discordAccounts.userId, sql.placeholder("userId")))
    .innerJoin(
      groupMembers,
      and(
        eq(groupMembers.groupId, discordServers.joinGroupId),
        eq(groupMembers.userId, discordAccounts.userId),
      ),
    )
    .where(
      and(
        eq(discordServers.isOn, true),
        eq(discordAccounts.isAuthorized, true),
        sql`not exists (select 1 from ${discordMembers} where ${discordMembers.serverId} = ${discordServers.id}
          and ${discordMembers.discordId} = ${discordAccounts.discordId} and ${discordMembers.problem} is not 'left')`,
      ),
    )
    .orderBy(discordServers.name),
);

export async function listJoinable(
  { db, config }: Context,
  { userId }: UserActor,
): Promise<JoinableServers> {
  if (config.DISCORD_BOT_TOKEN === "") return { servers: [] };
  return { servers: await run(db, selectJoinable({ userId })) };
}

/** Adds the user to a server with the permission that linking gave. Their roles follow within a minute. */
export async function joinServer(context: Context, actor: UserActor, id: string) {
  const { userId } = actor;
  const { servers } = await listJoinable(context, actor);
  if (!servers.some((server) => server.id === id)) {
    throw new ApiError("discord_not_joinable");
  }
  const { discordId, accessToken } = await accessTokenOf(context, userId);
  const answer = await openBot(context.config, NO_BUCKETS).call(
    addGuildMember(id, discordId, accessToken),
  );
  if (answer.state === "refused") {
    throw new ApiError(REFUSALS[answer.code] ?? "discord_join_refused");
  }
  if (answer.state !== "ok") throw new ApiError("discord_silent");
  const joined = recordEvent(context, {
    kind: "server_joined",
    actor,
    serverId: id,
    subjectId: userId,
  });
  const ids = sql`select ${discordId} as value`;
  await runBatch(context.db, [joined.statement, markMembers(id, ids, sql`true`)]);
  await requestSync(context, id);
}

async function accessTokenOf(context: Context, userId: string) {
  try {
    const token = await getDiscordAccessToken(context, userId);
    if (token !== undefined) return token;
  } catch (error) {
    if (!(error instanceof DiscordError)) throw error;
    logError(context.requestId, error);
    throw new ApiError(error.reason === "refused" ? "discord_permission_gone" : "discord_silent");
  }
  throw new ApiError("discord_link_checked");
}

/** https://discord.com/developers/docs/topics/opcodes-and-status-codes#json */
const REFUSALS: Record<
  number,
  "discord_banned" | "discord_too_many_servers" | "discord_permission_gone"
> = {
  40007: "discord_banned",
  30001: "discord_too_many_servers",
  50025: "discord_permission_gone",
};
