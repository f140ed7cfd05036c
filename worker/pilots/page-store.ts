import { and, asc, desc, eq, gt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { areRightsWithheld } from "#worker/auth/administrators/rights.ts";
import { characters, eveTokens, sessions, users } from "#worker/db/schema/accounts.ts";
import { characterAffiliations, characterChecks, names } from "#worker/db/schema/characters.ts";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";
import { groups, joinRequests } from "#worker/db/schema/groups.ts";
import { columns, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { isPendingRequest } from "#worker/access/pending.ts";
import { pilotFields, pilotJoins } from "./list-store.ts";

/** How many requests and groups of a user are read; a user has at most a few dozen. */
const MOST = 500;

const userId = sql.placeholder("userId");

/** `adminIds` is JSON. */
export const selectPilot = prepare(
  () => ({
    ...pilotFields(),
    createdAt: users.createdAt,
    areRightsWithheld: areRightsWithheld(users.id, sql.placeholder("adminIds")),
  }),
  (fields) =>
    sql`select ${columns(fields)} from ${users} ${pilotJoins} where ${users.id} = ${userId}`,
);

const corporation = alias(names, "corporation");
const alliance = alias(names, "alliance");

export type CharacterRow = RowOfStatement<typeof selectCharacters>;

/** The characters of a user, the main first. */
export const selectCharacters = prepare(
  {
    characterId: characters.id,
    characterName: characters.name,
    isMain: sql<number>`${characters.id} is ${users.mainCharacterId}`,
    linkedAt: characters.linkedAt,
    tokenState: eveTokens.state,
    tokenSince: eveTokens.stateSince,
    scopes: eveTokens.scopes,
    corporationName: corporation.name,
    allianceName: alliance.name,
    record: characterChecks.record,
  },
  (fields) =>
    orm
      .select(fields)
      .from(characters)
      .innerJoin(users, eq(users.id, characters.userId))
      .leftJoin(eveTokens, eq(eveTokens.characterId, characters.id))
      .leftJoin(characterAffiliations, eq(characterAffiliations.characterId, characters.id))
      .leftJoin(corporation, eq(corporation.id, characterAffiliations.corporationId))
      .leftJoin(alliance, eq(alliance.id, characterAffiliations.allianceId))
      .leftJoin(characterChecks, eq(characterChecks.characterId, characters.id))
      .where(eq(characters.userId, userId))
      .orderBy(desc(sql`${characters.id} is ${users.mainCharacterId}`), asc(characters.nameFolded)),
);

/** The pending requests of a user, the oldest first. */
export const selectRequests = prepare(
  { groupId: groups.id, groupName: groups.name, createdAt: joinRequests.createdAt },
  (fields) =>
    orm
      .select(fields)
      .from(joinRequests)
      .crossJoin(groups)
      .where(
        and(eq(joinRequests.userId, userId), isPendingRequest, eq(groups.id, joinRequests.groupId)),
      )
      .orderBy(joinRequests.createdAt)
      .limit(MOST),
);

export const selectDiscord = prepare(
  {
    username: discordAccounts.username,
    linkedAt: discordAccounts.linkedAt,
    isAuthorized: discordAccounts.isAuthorized,
  },
  (fields) => orm.select(fields).from(discordAccounts).where(eq(discordAccounts.userId, userId)),
);

/** The sessions of a user, the one used last first. */
export const selectSessions = prepare(
  {
    id: sessions.id,
    device: sessions.device,
    createdAt: sessions.createdAt,
    lastSeenAt: sessions.lastSeenAt,
    expiresAt: sessions.expiresAt,
  },
  (fields) =>
    orm
      .select(fields)
      .from(sessions)
      .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, sql.placeholder("now"))))
      .orderBy(desc(sessions.lastSeenAt)),
);
