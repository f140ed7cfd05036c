import { eq, inArray } from "drizzle-orm";
import { discordDirectMessages } from "#worker/db/schema/discord-posts.ts";
import { discordAccounts, discordMembers } from "#worker/db/schema/discord-servers.ts";
import { orm } from "#worker/db/statements.ts";
import { list } from "./list.ts";

/** The linked account, and what Muster knows of it on Discord servers. */
export const DISCORD_LISTS = {
  discord: list({
    table: discordAccounts,
    fields: {
      discordId: discordAccounts.discordId,
      username: discordAccounts.username,
      displayName: discordAccounts.displayName,
      discriminator: discordAccounts.discriminator,
      isAuthorized: discordAccounts.isAuthorized,
      linkedAt: discordAccounts.linkedAt,
      checkDueAt: discordAccounts.checkDueAt,
    },
    isOf: (userId) => eq(discordAccounts.userId, userId),
    key: ["discordId"],
  }),
  discordServers: list({
    table: discordMembers,
    fields: {
      serverId: discordMembers.serverId,
      name: discordMembers.name,
      nickname: discordMembers.nickname,
      roles: discordMembers.roles,
      given: discordMembers.given,
      attempt: discordMembers.attempt,
      losing: discordMembers.losing,
      drifted: discordMembers.drifted,
      accepted: discordMembers.accepted,
      problem: discordMembers.problem,
      problemAt: discordMembers.problemAt,
      readAt: discordMembers.readAt,
    },
    isOf: (userId) =>
      inArray(
        discordMembers.discordId,
        orm
          .select({ id: discordAccounts.discordId })
          .from(discordAccounts)
          .where(eq(discordAccounts.userId, userId)),
      ),
    key: ["serverId"],
  }),
  discordMessages: list({
    table: discordDirectMessages,
    fields: {
      channelId: discordDirectMessages.channelId,
      discordId: discordDirectMessages.discordId,
      isClosed: discordDirectMessages.isClosed,
      openedAt: discordDirectMessages.openedAt,
      postedAt: discordDirectMessages.postedAt,
      waitsUntil: discordDirectMessages.waitsUntil,
    },
    isOf: (userId) => eq(discordDirectMessages.userId, userId),
    key: ["waitsUntil"],
  }),
};
