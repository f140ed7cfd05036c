import { and, asc, desc, eq, lt, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { kindList, kindsWith } from "#shared/events/kinds.ts";
import { affiliationNames } from "#worker/audit/event-names.ts";
import { loggedSince } from "#worker/audit/seals/store.ts";
import { isOfMerge, letInBy, wayInKind } from "#worker/audit/memberships.ts";
import { characters, eveTokens, users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import {
  characterAffiliations,
  characterChecks,
  characterSections,
  names,
} from "#worker/db/schema/characters.ts";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { columns, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";

const own = alias(auditEvents, "own");
const first = alias(auditEvents, "first");

/** How many events of a user are read, the latest. A player has a few hundred. */
export const MOST_EVENTS = 5000;

const userId = sql.placeholder("userId");
const main = alias(characters, "main");
const host = alias(users, "host");
const hostMain = alias(characters, "host_main");
const corporation = alias(names, "corporation");
const alliance = alias(names, "alliance");

const ACCOUNT_KINDS = sql.raw(kindList(kindsWith("isHistory")));
const MEMBER_KINDS = sql.raw(kindList(kindsWith("wayIn", "endsMembership", "role")));

export type PastEventRow = RowOfStatement<typeof selectEvents>;

/** What the log says about a user: of the account and of memberships, the latest first. */
export const selectEvents = prepare(
  {
    id: auditEvents.id,
    log: auditEvents.log,
    kind: auditEvents.kind,
    actorKind: auditEvents.actorKind,
    actorId: auditEvents.actorId,
    createdAt: auditEvents.createdAt,
    characterId: auditEvents.characterId,
    characterName: auditEvents.characterName,
    groupId: auditEvents.groupId,
    groupName: auditEvents.groupName,
    detail: auditEvents.detail,
    affiliationNames,
    wayIn: wayInKind,
    byId: host.id,
    byName: hostMain.name,
  },
  (fields) =>
    orm
      .select(fields)
      .from(auditEvents)
      .leftJoin(host, sql`${host.id} = ${letInBy}`)
      .leftJoin(hostMain, eq(hostMain.id, host.mainCharacterId))
      .where(
        and(
          eq(auditEvents.subjectId, userId),
          sql`case ${auditEvents.log} when 'accounts' then ${auditEvents.kind} in ${ACCOUNT_KINDS}
            when 'groups' then ${auditEvents.kind} in ${MEMBER_KINDS} else false end`,
          sql`(${auditEvents.kind} <> 'member_left' or not ${isOfMerge})`,
        ),
      )
      .orderBy(desc(auditEvents.id))
      .limit(MOST_EVENTS + 1),
);

/** What Muster has given to the user and taken at Discord before an event, the latest first. */
export const selectRoleChanges = prepare(
  {
    id: auditEvents.id,
    serverId: auditEvents.serverId,
    serverName: auditEvents.serverName,
    detail: auditEvents.detail,
    createdAt: auditEvents.createdAt,
  },
  (fields) =>
    orm
      .select(fields)
      .from(auditEvents)
      .where(
        and(
          eq(auditEvents.subjectId, userId),
          lt(auditEvents.id, sql.placeholder("before")),
          sql`+${auditEvents.kind} = 'roles_changed'`,
        ),
      )
      .orderBy(desc(auditEvents.id))
      .limit(MOST_EVENTS + 1),
);

const ownGroups = sql`(select ${own.groupId} from ${auditEvents} as ${own}
  where ${own.subjectId} = ${userId} and +${own.log} = 'groups')`;

/** Transfers of the user's groups to others, and deletions of these groups, the oldest first. */
export const selectGroupChanges = prepare(
  {
    id: auditEvents.id,
    kind: auditEvents.kind,
    groupId: auditEvents.groupId,
    subjectId: auditEvents.subjectId,
    createdAt: auditEvents.createdAt,
  },
  (fields) =>
    orm
      .select(fields)
      .from(auditEvents)
      .where(
        and(
          sql`${auditEvents.kind} in ('ownership_transferred', 'group_deleted')`,
          sql`+${auditEvents.groupId} in ${ownGroups}`,
          sql`+${auditEvents.subjectId} is not ${userId}`,
        ),
      )
      .orderBy(asc(auditEvents.id)),
);

export const selectUser = prepare(
  {
    createdAt: users.createdAt,
    mainCharacterId: users.mainCharacterId,
    mainCharacterName: main.name,
    discordName: discordAccounts.username,
    discordLinkedAt: discordAccounts.linkedAt,
  },
  (fields) =>
    orm
      .select(fields)
      .from(users)
      .leftJoin(main, eq(main.id, users.mainCharacterId))
      .leftJoin(discordAccounts, eq(discordAccounts.userId, users.id))
      .where(eq(users.id, userId)),
);

/**
 * EVE's history of the user's present characters, the latest first, with when it was read. Public: EVE tells it of every character.
 */
export const selectHistories = prepare(
  {
    characterId: characters.id,
    checkedAt: sql<
      number | null
    >`${characterChecks.record} ->> '$.checks.corporationHistory.checkedAt'`,
    entries: sql<string>`(select json_group_array(json_object(
        'corporationId', entry.value ->> '$.corporationId', 'startDate', entry.value ->> '$.startDate',
        'corporationName', (select ${names.name} from ${names}
          where ${names.id} = entry.value ->> '$.corporationId')))
      from json_each(${characterSections.data}) as entry)`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(characters)
      .innerJoin(
        characterSections,
        and(
          eq(characterSections.characterId, characters.id),
          eq(characterSections.section, "corporationHistory"),
        ),
      )
      .innerJoin(characterChecks, eq(characterChecks.characterId, characters.id))
      .where(eq(characters.userId, userId)),
);

export type CharacterRow = RowOfStatement<typeof selectCharacters>;

const isMain = sql<number>`${characters.id} is ${users.mainCharacterId}`;

/** The characters of a user as they are now, the main first: tokens, corporations, and when EVE was asked. */
export const selectCharacters = prepare(
  {
    characterId: characters.id,
    characterName: characters.name,
    isMain,
    linkedAt: characters.linkedAt,
    tokenState: eveTokens.state,
    tokenSince: eveTokens.stateSince,
    scopes: eveTokens.scopes,
    corporationId: characterAffiliations.corporationId,
    corporationName: corporation.name,
    allianceId: characterAffiliations.allianceId,
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
      .orderBy(desc(isMain), asc(characters.nameFolded)),
);

/** The present memberships: some have no event, because the log began later. */
export const selectMemberships = prepare(
  {
    groupId: groups.id,
    groupName: groups.name,
    role: groupMembers.role,
    joinedAt: groupMembers.joinedAt,
  },
  (fields) =>
    orm
      .select(fields)
      .from(groupMembers)
      .crossJoin(groups)
      .where(and(eq(groupMembers.userId, userId), eq(groups.id, groupMembers.groupId))),
);

/** The present names of the groups that the user was in. */
export const selectGroupNames = prepare({ groupId: groups.id, groupName: groups.name }, (fields) =>
  orm
    .select(fields)
    .from(groups)
    .where(sql`${groups.id} in ${ownGroups}`),
);

/** The first event of the whole log, and the first ones that tell of what was recorded only later. */
export const selectBeginnings = prepare(
  {
    loggedSince,
    affiliations: firstOf(sql`'affiliation_changed'`),
    tokensLost: firstOf(sql`'token_lost'`),
    tokensRestored: firstOf(sql`'token_restored'`),
    administrators: firstOf(sql`'administrator_added'`),
  },
  (fields) => sql`select ${columns(fields)}`,
);

function firstOf(kind: SQL): SQL<string | null> {
  return sql`(select min(${first.id}) from ${auditEvents} as ${first} where ${first.kind} = ${kind})`;
}
