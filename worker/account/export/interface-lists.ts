import { eq, inArray, sql } from "drizzle-orm";
import {
  applicationConsents,
  applicationGrants,
  applications,
} from "#worker/db/schema/applications.ts";
import { discordDirectMessages } from "#worker/db/schema/discord-posts.ts";
import { discordAccounts, discordMembers } from "#worker/db/schema/discord-servers.ts";
import { facts, factValues } from "#worker/db/schema/facts.ts";
import { orm } from "#worker/db/statements.ts";
import { list } from "./list.ts";

/** Applications that the user signs in to. */
export const APPLICATION_LISTS = {
  applications: list({
    table: applicationConsents,
    fields: {
      applicationId: applicationConsents.applicationId,
      applicationName: sql<string>`(select ${applications.name} from ${applications}
        where ${applications.id} = ${applicationConsents.applicationId})`,
      claims: applicationConsents.claims,
      createdAt: applicationConsents.createdAt,
      lastSignInAt: applicationConsents.lastSignInAt,
    },
    isOf: (userId) => eq(applicationConsents.userId, userId),
    key: ["applicationId"],
  }),
  facts: list({
    table: factValues,
    fields: {
      factId: factValues.factId,
      title: sql<string | null>`(select ${facts.title} from ${facts}
        where ${facts.id} = ${factValues.factId})`,
      applicationName: sql<string | null>`(select ${applications.name} from ${facts}
        inner join ${applications} on ${applications.id} = ${facts.applicationId}
        where ${facts.id} = ${factValues.factId})`,
      value: factValues.value,
      asOf: factValues.asOf,
      endsAt: factValues.endsAt,
    },
    isOf: (userId) => eq(factValues.userId, userId),
    key: ["factId"],
  }),
  applicationSessions: list({
    table: applicationGrants,
    fields: {
      sessionId: applicationGrants.id,
      agreedInSessionId: applicationGrants.sessionId,
      applicationId: applicationGrants.applicationId,
      scope: applicationGrants.scope,
      authenticatedAt: applicationGrants.authenticatedAt,
      createdAt: applicationGrants.createdAt,
      rotatedAt: applicationGrants.rotatedAt,
      expiresAt: applicationGrants.expiresAt,
    },
    isOf: (userId) => eq(applicationGrants.userId, userId),
    key: ["sessionId"],
  }),
};

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
      remindMinutes: discordDirectMessages.remindMinutes,
      postedAt: discordDirectMessages.postedAt,
      waitsUntil: discordDirectMessages.waitsUntil,
    },
    isOf: (userId) => eq(discordDirectMessages.userId, userId),
    key: ["waitsUntil"],
  }),
};
