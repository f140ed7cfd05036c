import { and, eq, sql } from "drizzle-orm";
import type { SQL, SQLWrapper } from "drizzle-orm";
import { DAY_MS } from "#shared/time.ts";
import type { Missing } from "#shared/facts.ts";
import type { MemberProblem } from "#shared/discord/servers.ts";
import { isSuspended } from "#worker/auth/suspensions/suspended.ts";
import { characters, eveTokens, users } from "#worker/db/schema/accounts.ts";
import { applications } from "#worker/db/schema/applications.ts";
import { facts, factValues } from "#worker/db/schema/facts.ts";
import {
  characterAffiliations,
  characterChecks,
  unknownCharacters,
} from "#worker/db/schema/characters.ts";
import {
  discordAccounts,
  discordMarks,
  discordMembers,
  discordServers,
} from "#worker/db/schema/discord-servers.ts";
import {
  completedPasses,
  contacts,
  directorLists,
  memberRoles,
  memberTitles,
} from "#worker/db/schema/evidence.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import {
  operationGroups,
  operationReadings,
  operations,
  participations,
} from "#worker/db/schema/operations.ts";
import { hitsNow, watchEntries, watchHits } from "#worker/db/schema/watchlist.ts";
import { columns, idsIn, orm, rows } from "#worker/db/statements.ts";
import type { Read } from "#worker/db/statements.ts";
import type { JsonText } from "#worker/http/json-text.ts";
import type { JobName } from "#worker/work/crons.ts";
import type {
  EvidenceNeeds,
  StandingOwner,
  TookPart,
} from "#worker/requirements/evaluation/dependencies.ts";
import { aliasOfSections, finishedTraining, gainedPoints, skillLevels } from "./select-training.ts";
import type { Sections } from "./select-training.ts";

const AFFILIATIONS_JOB: JobName = "affiliations";

/** The sections whose checks date a fact, in the order of `checks`. */
export const CHECKED = [
  "affiliation",
  "info",
  "corporationHistory",
  "skills",
  "roles",
  "titles",
] as const;

/**
 * Statements that read the evidence of these users, whatever their number; `toEvidence` takes the results. `selected` is a
 * query of the column `userId`. `now` in milliseconds since 1970.
 */
export function selectEvidence(selected: SQL, needs: EvidenceNeeds, now = Date.now()) {
  return [
    selectUsers(selected, needs, now),
    selectCharacters(selected, needs, now),
    selectLists(needs),
  ] as const;
}

/** The owner, and the standings of the character, its corporation and its alliance. */
export type OwnerStandings = [number, number | null, number | null, number | null];

/** What Muster knows of an account on a Discord server. Instants are milliseconds since 1970. */
export type ServerReading = {
  serverId: string;
  linkedAt: number;
  /** When the last check of all members began. */
  sweptAt: number | null;
  /** 1: Muster follows the server, and has asked about each account that was linked since. */
  isSettled: number;
  /** When Discord told about the member; null without a row. */
  readAt: number | null;
  problem: MemberProblem | null;
};

/** What an application tells about a user. Instants are milliseconds since 1970. */
export type ToldFact = {
  factId: string;
  isOn: number;
  missing: Missing;
  maxAgeHours: number;
  /** When the application last told anything of the fact. */
  toldAt: number | null;
  /** JSON; null without a row, and where two values were told for the same time. */
  value: string | null;
  asOf: number | null;
  endsAt: number | null;
};

type Statements = ReturnType<typeof selectEvidence>;
type ResultsOf<All extends readonly unknown[]> = {
  [Index in keyof All]: All[Index] extends Read<infer Result> ? Result : never;
};
/** What the statements of `selectEvidence` return. */
export type EvidenceResults = ResultsOf<Statements>;
export type CharacterRow = EvidenceResults[1][number];

function selectUsers(
  selected: SQL,
  { groupIds, serverIds, factIds, participation, watchlist }: EvidenceNeeds,
  now: number,
) {
  const fields = {
    userId: users.id,
    createdAt: users.createdAt,
    isSuspended: sql<number>`${isSuspended(now)}`,
    mainCharacterId: users.mainCharacterId,
    hasDiscord: sql<number>`exists (
      select 1 from ${discordAccounts} where ${discordAccounts.userId} = ${users.id})`,
    /** The user's groups among those that rules name. */
    groupIds: ifNeeded<string[]>(
      groupIds.length > 0,
      sql`(select json_group_array(${groupMembers.groupId}) from ${groupMembers}
        where ${groupMembers.userId} = ${users.id}
        and ${groupMembers.groupId} in ${idsIn(groupIds)})`,
    ),
    /** What is known of the linked account on the Discord servers that rules name. */
    servers: ifNeeded<ServerReading[]>(serverIds.length > 0, serverReadings(serverIds)),
    /** What applications tell, of the facts that rules name. */
    facts: ifNeeded<ToldFact[]>(factIds.length > 0, toldFacts(factIds)),
    /** In which operations the user took part, for each condition on them. */
    participation: ifNeeded<TookPartIn[]>(participation.length > 0, tookPart(participation, now)),
    /** Whether the watchlist refuses a character; 1: a confirmed one. */
    refused: watchlist ? refusal(now) : sql<number | null>`null`,
  };
  return rows(
    fields,
    (fields) => sql`select ${columns(fields)} from (${selected}) as selected
      cross join ${users} on ${users.id} = selected.userId`,
  );
}

/** For a condition on operations, by its place in the list. */
export type TookPartIn = {
  at: number;
  count: number;
  unread: number;
  next: number | null;
  isThere: number;
};

/**
 * Operations that ended without a complete record are unread: somebody commanded or began them, and nobody knows who else was there.
 * They concern who is in one of the groups, or took part in another of their operations.
 */
function tookPart(conditions: readonly TookPart[], now: number): SQL {
  const list = conditions.map(({ count, groupIds, kinds, days }, at) => ({
    at,
    count,
    groupIds,
    kinds,
    since: now - days * DAY_MS,
  }));
  const of = (path: string) => sql.raw(`wanted.value ->> '$.${path}'`);
  const isOfKind = sql`${operations.cancelledAt} is null and (json_array_length(wanted.value, '$.kinds') = 0
    or ${operations.kind} in (select value from json_each(wanted.value, '$.kinds')))`;
  const isNamed = (groupId: SQLWrapper) =>
    sql`${groupId} in (select value from json_each(wanted.value, '$.groupIds'))`;
  const counted = sql`(select count(*) from ${participations}
    cross join ${operations} on ${operations.id} = ${participations.operationId}
    where ${participations.userId} = ${users.id} and ${participations.at} > ${of("since")} and ${isOfKind}
      and exists (select 1 from ${operationGroups} where ${operationGroups.operationId} = ${operations.id}
        and ${isNamed(operationGroups.groupId)}))`;
  const isIn = sql`exists (select 1 from ${groupMembers} where ${groupMembers.userId} = ${users.id}
    and ${isNamed(groupMembers.groupId)})`;
  const unread = sql`(select count(distinct ${operations.id}) from json_each(wanted.value, '$.groupIds') as named
    cross join ${operationGroups} on ${operationGroups.groupId} = named.value
      and ${operationGroups.startsAt} > ${of("since")} and ${operationGroups.startsAt} <= ${now}
    cross join ${operations} on ${operations.id} = ${operationGroups.operationId}
    left join ${operationReadings} on ${operationReadings.operationId} = ${operations.id}
    where ${isOfKind} and coalesce(${operationReadings.isComplete}, 0) = 0
      and (${operationReadings.endedAt} is not null
        or ${operationReadings.operationId} is null and ${operations.commanderId} is not null and ${operations.endsAt} <= ${now})
      and not exists (select 1 from json_each(${operationReadings.people}) as one where one.value = ${users.id}))`;
  const next = sql`(select min(${operations.startsAt}) from ${groupMembers}
    cross join ${operationGroups} on ${operationGroups.groupId} = ${groupMembers.groupId} and ${operationGroups.startsAt} > ${now}
    cross join ${operations} on ${operations.id} = ${operationGroups.operationId}
    where ${groupMembers.userId} = ${users.id} and ${isNamed(groupMembers.groupId)} and ${isOfKind})`;
  const isThere = sql`exists (select 1 from ${groups} where ${isNamed(groups.id)})`;
  return sql`(select json_group_array(json_object('at', ${of("at")}, 'count', counted,
      'unread', iif(counted < ${of("count")} and (counted > 0 or ${isIn}), ${unread}, 0), 'next', ${next}, 'isThere', ${isThere}))
    from (select value, ${counted} as counted from json_each(${JSON.stringify(list)}) as wanted) as wanted)`;
}

function refusal(now: number) {
  const { entryId, characterId } = watchHits;
  return sql<number | null>`(select max(${characters.unconfirmedSince} is null)
    from ${characters} cross join ${watchHits} on ${characterId} = ${characters.id}
    cross join ${watchEntries} on ${watchEntries.id} = ${entryId}
    where ${characters.userId} = ${users.id} and ${watchEntries.level} = 'refuse' and ${hitsNow(now)})`;
}

function toldFacts(factIds: string[]): SQL {
  return sql`(select json_group_array(json_object('factId', ${facts.id}, 'isOn', ${applications.isOn},
      'missing', ${facts.missing}, 'maxAgeHours', ${facts.maxAgeHours}, 'toldAt', ${facts.asOf},
      'value', ${factValues.value}, 'asOf', ${factValues.asOf}, 'endsAt', ${factValues.endsAt}))
    from json_each(${JSON.stringify(factIds)}) wanted
    cross join ${facts} on ${facts.id} = wanted.value
    cross join ${applications} on ${applications.id} = ${facts.applicationId}
    left join ${factValues} on ${factValues.userId} = ${users.id} and ${factValues.factId} = ${facts.id})`;
}

/** A mark ends when Discord has told about its account. */
function serverReadings(serverIds: string[]): SQL {
  return sql`(select json_group_array(json_object('serverId', ${discordServers.id},
      'linkedAt', ${discordAccounts.linkedAt}, 'sweptAt', ${discordServers.sweptAt},
      'isSettled', ${discordServers.isOn} and ${discordServers.sweepAfter} is null and not exists (
        select 1 from ${discordMarks} where ${discordMarks.serverId} = ${discordServers.id}
        and ${discordMarks.discordId} = ${discordAccounts.discordId}),
      'readAt', ${discordMembers.readAt}, 'problem', ${discordMembers.problem}))
    from json_each(${JSON.stringify(serverIds)}) wanted
    cross join ${discordServers} on ${discordServers.id} = wanted.value
    cross join ${discordAccounts} on ${discordAccounts.userId} = ${users.id}
    left join ${discordMembers} on ${discordMembers.serverId} = ${discordServers.id}
      and ${discordMembers.discordId} = ${discordAccounts.discordId})`;
}

const info = aliasOfSections("info");
const history = aliasOfSections("history");
const skills = aliasOfSections("skills");
const queue = aliasOfSections("queue");
const ownRoles = aliasOfSections("own_roles");
const ownTitles = aliasOfSections("own_titles");

/** A value that is JSON, or null where no rule needs it. */
function ifNeeded<Value>(isNeeded: boolean, value: SQL) {
  return isNeeded ? sql<JsonText<Value> | null>`${value}` : sql<JsonText<Value> | null>`null`;
}

const affiliation = characterAffiliations;

/** A row for each character. The cross join makes SQLite start at the selected users. */
function selectCharacters(selected: SQL, needs: EvidenceNeeds, now: number) {
  const { skillIds, totalSp, standings } = needs;
  const nowSeconds = Math.floor(now / 1000);
  const fields = {
    userId: sql<string>`selected.userId`,
    characterId: characters.id,
    name: characters.name,
    linkedAt: characters.linkedAt,
    unconfirmedSince: characters.unconfirmedSince,
    corporationId: affiliation.corporationId,
    allianceId: affiliation.allianceId,
    affiliationAsOf: affiliation.asOf,
    isUnknownToEsi: sql<number>`exists (select 1 from ${unknownCharacters}
      where ${unknownCharacters.characterId} = ${characters.id})`,
    /** When the last pass over all characters began. */
    passedAt: sql<number | null>`(select ${completedPasses.startedAt} from ${completedPasses}
      where ${completedPasses.job} = ${AFFILIATIONS_JOB})`,
    tokenState: eveTokens.state,
    tokenStateSince: eveTokens.stateSince,
    scopes: eveTokens.scopes,
    /** `checkedAt` and `failure` of each of `CHECKED`. */
    checks: sql<JsonText<(number | string | null)[]> | null>`json_extract(${characterChecks.record},
      ${sql.raw(CHECKED.map((name) => `'$.checks.${name}.checkedAt', '$.checks.${name}.failure'`).join(", "))})`,
    /** `since` and `toldBy` of the own roles, and of the titles. */
    held: sql<JsonText<(number | null)[]> | null>`json_extract(${characterChecks.record},
      ${sql.raw(["roles", "titles"].map((name) => `'$.checks.${name}.since', '$.checks.${name}.toldBy'`).join(", "))})`,
    /** Birthday and security status. */
    info: ifNeeded<[string | null, number | null]>(
      needs.info,
      sql`json_extract(${info.data}, '$.birthday', '$.securityStatus')`,
    ),
    /** The corporation joined last, and when. */
    history: ifNeeded<[number | null, string | null]>(
      needs.history || needs.roles || needs.titles,
      sql`json_extract(${history.data}, '$[0].corporationId', '$[0].startDate')`,
    ),
    levels: ifNeeded<(number | null)[][]>(skillIds.length > 0, skillLevels(skills, skillIds)),
    totalSp: totalSp
      ? sql<number | null>`json_extract(${skills.data}, '$.total_sp')`
      : sql<number | null>`null`,
    gainedSp: totalSp
      ? sql<number | null>`${gainedPoints(skills, queue, nowSeconds)}`
      : sql<number | null>`null`,
    /** Skills and levels that have finished in the queue. */
    finished: ifNeeded<[number, number][]>(
      skillIds.length > 0,
      finishedTraining(queue, skillIds, nowSeconds),
    ),
    ownRoles: ifNeeded<string[]>(needs.roles, sql`${ownRoles.data}`),
    ownTitles: ifNeeded<number[]>(needs.titles, sql`json_extract(${ownTitles.data}, '$.ids')`),
    memberRoles: ifNeeded<string[]>(needs.roles, sql`${memberRoles.roles}`),
    memberTitles: ifNeeded<number[]>(needs.titles, sql`${memberTitles.titleIds}`),
    standings: ifNeeded<OwnerStandings[]>(standings.length > 0, standingsOf(standings)),
  };
  const sectionOf = (section: Sections, name: string) =>
    and(eq(section.characterId, characters.id), eq(section.section, name));
  // SQLite omits the left joins of tables of which no field is used: https://www.sqlite.org/optoverview.html#omitnoopjoin
  return rows(fields, (fields) =>
    orm
      .select(fields)
      .from(sql`(${selected}) as selected`)
      .crossJoin(characters)
      .leftJoin(affiliation, eq(affiliation.characterId, characters.id))
      .leftJoin(eveTokens, eq(eveTokens.characterId, characters.id))
      .leftJoin(characterChecks, eq(characterChecks.characterId, characters.id))
      .leftJoin(info, sectionOf(info, "info"))
      .leftJoin(history, sectionOf(history, "corporationHistory"))
      .leftJoin(skills, sectionOf(skills, "skills"))
      .leftJoin(queue, sectionOf(queue, "skillQueue"))
      .leftJoin(ownRoles, sectionOf(ownRoles, "roles"))
      .leftJoin(ownTitles, sectionOf(ownTitles, "titles"))
      .leftJoin(memberRoles, isInPresent(memberRoles))
      .leftJoin(memberTitles, isInPresent(memberTitles))
      .where(sql`${characters.userId} = selected.userId`),
  );
}

/** What a director's list of the present corporation says. */
function isInPresent(list: typeof memberRoles | typeof memberTitles) {
  return and(
    eq(list.characterId, characters.id),
    eq(list.corporationId, affiliation.corporationId),
  );
}

/** For each owner, the standings of the character, its corporation and its alliance. */
function standingsOf(owners: StandingOwner[]): SQL {
  const ownerIds = owners.map(({ ownerId }) => ownerId);
  const of = (contactId: SQL) => sql`(select ${contacts.standing} from ${contacts}
    where ${contacts.ownerId} = owner.value and ${contacts.contactId} = ${contactId})`;
  return sql`(select json_group_array(json_array(owner.value, ${of(sql`${characters.id}`)},
      ${of(sql`${affiliation.corporationId}`)}, ${of(sql`${affiliation.allianceId}`)}))
    from json_each(${JSON.stringify(ownerIds)}) owner)`;
}

/** As of when directors' lists are true. There are a few for each managed corporation. */
function selectLists({ roles, titles, standings }: EvidenceNeeds) {
  const needed = [
    ...(roles ? ["roles"] : []),
    ...(titles ? ["titles"] : []),
    ...(standings.length > 0 ? ["contacts"] : []),
  ];
  const fields = {
    ownerId: directorLists.ownerId,
    list: directorLists.list,
    readAt: directorLists.readAt,
    sameSince: directorLists.sameSince,
  };
  return rows(
    fields,
    (fields) => sql`select ${columns(fields)} from ${directorLists}
      where ${directorLists.list} in ${idsIn(needed)}`,
  );
}
