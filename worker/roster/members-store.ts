import { sql } from "drizzle-orm";
import type { SQL, SQLWrapper } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import {
  EXPORTED_PER_PAGE,
  MEMBERS_PER_PAGE,
  OFFLINE_DAYS,
  ROSTER_FILTERS,
} from "#shared/corporations/roster.ts";
import type { RosterFilter, RosterOrder, RosterQuery } from "#shared/corporations/roster.ts";
import { fold } from "#shared/fold.ts";
import { once, onceEach } from "#shared/once.ts";
import type { TokenMark } from "#shared/account/character.ts";
import { DAY_MS } from "#shared/time.ts";
import { isSeenBy } from "#worker/access/visibility.ts";
import { characters, eveTokens, sessions, users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { characterAffiliations, mainNameSuffixes } from "#worker/db/schema/characters.ts";
import { corporations, dataPages, directors } from "#worker/db/schema/corporations.ts";
import { discordAccounts, discordMembers } from "#worker/db/schema/discord-servers.ts";
import {
  corporationMembers,
  memberRoles,
  memberTitles,
  noticePolls,
} from "#worker/db/schema/evidence.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { membershipProblems } from "#worker/db/schema/requirements.ts";
import { columns, LAST_CHARACTER, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { isHighRisk, isRisky } from "./drift-store.ts";
import { readable } from "./policy.ts";
import type { ReaderKind } from "./policy.ts";
import { NOTICES_CACHED_MS } from "./notices.ts";

/** The last member of a page: the two values that order the list, and the id. */
type MemberKey = [string | number, string | number, number];

/** A roster and its reader, for whom statements have values. */
type RosterOf = { corporationId: number; userId: string; now: number };

/** What decides the text of the statements beside the reader; what is sought are placeholders in it. */
type Shape = {
  filters: RosterFilter[];
  isSearched: boolean;
  isOfTitle: boolean;
  isFormer: boolean;
};

type PageShape = Shape & {
  reader: ReaderKind;
  isExport: boolean;
  isFirst: boolean;
  sort: RosterOrder | undefined;
};

const placeholder = (name: string) => sql`${sql.placeholder(name)}`;
const corporationId = placeholder("corporationId");
const userId = sql.placeholder("userId");
const now = placeholder("now");
const folded = placeholder("folded");

/** The members of a page of an export: after an id, and no more than so many where all of them are wanted. */
type Part = { isWhole: boolean };

function partOf(part: Part | undefined, characterId: SQLWrapper): SQL {
  if (part === undefined) return sql``;
  const after = sql`and ${characterId} > ${placeholder("afterId")}`;
  return part.isWhole
    ? sql`${after} order by ${characterId} limit ${EXPORTED_PER_PAGE + 1}`
    : after;
}

/**
 * SQL query: the members of a corporation with what the list sorts and filters by. Until EVE has given its list, those who
 * signed in here and are in the corporation. One range of an index, with four looked-up rows for each member.
 */
function membersOf(reader: ReaderKind, isFormer = false, part?: Part): SQL {
  const listed = sql`${readable(reader)} as allowed cross join ${corporationMembers}
    on ${corporationMembers.corporationId} = allowed.id
    and ${corporationMembers.leftAt} is ${sql.raw(isFormer ? "not null" : "null")}`;
  // What became of the players who have left is not for the corporation to know.
  const isKnown = isFormer && !reader.isAdmin ? sql`false` : sql`true`;
  return sql`select member.id, member.name, member.folded, member.joined, member.online, member.leftAt, member.departure,
      ${characters.userId} as userId, coalesce(${eveTokens.state}, 'none') as token,
      ${discordAccounts.username} as discord
    from (
      select * from (
        select ${corporationMembers.characterId} as id, ${corporationMembers.name} as name,
          ${corporationMembers.nameFolded} as folded, ${corporationMembers.joinedAt} as joined,
          ${corporationMembers.lastOnlineAt} as online, ${corporationMembers.leftAt} as leftAt,
          ${corporationMembers.departure} as departure from ${listed} ${partOf(part, corporationMembers.characterId)})
      union all
      select * from (select ${characters.id}, ${characters.name}, ${characters.nameFolded}, null, null, null, null
        from ${readable(reader)} as allowed
          cross join ${characterAffiliations} on ${characterAffiliations.corporationId} = allowed.id
          cross join ${characters} on ${characters.id} = ${characterAffiliations.characterId}
        where ${sql.raw(isFormer ? "false" : "true")} and ${characters.userId} is not null
          and ${characters.unconfirmedSince} is null
          and not exists (select 1 from ${corporationMembers}
            where ${corporationMembers.corporationId} = ${corporationId} and ${corporationMembers.leftAt} is null)
          ${partOf(part, characterAffiliations.characterId)})
    ) as member
    left join ${characters} on ${characters.id} = member.id and ${characters.userId} is not null
      and ${characters.unconfirmedSince} is null and ${isKnown}
    left join ${eveTokens} on ${eveTokens.characterId} = ${characters.id}
    left join ${discordAccounts} on ${discordAccounts.userId} = ${characters.userId}`;
}

/** SQL query: the members with a high-risk role, and the CEO. */
const risky = sql`(select ${memberRoles.characterId} from ${memberRoles}
      where ${memberRoles.corporationId} = ${corporationId}
        and ${isRisky}
    union select ${corporations.ceoId} from ${corporations} where ${corporations.id} = ${corporationId})`;

/** SQL query: the titles of the corporation, or their folded names, as `title`. */
const titlesOf = (list: SQLWrapper = dataPages.data) =>
  sql`${dataPages} cross join json_each(${list}) title
    where ${dataPages.corporationId} = ${corporationId} and ${dataPages.source} = 'titles'
      and ${dataPages.isStaged} = 0`;

const titleId = sql.raw("json_extract(title.value, '$.title_id')");
const titleName = sql.raw("json_extract(title.value, '$.name')");

function hasTitle(isWanted: SQL): SQL {
  return sql`id in (select ${memberTitles.characterId} from ${memberTitles}
    where ${memberTitles.corporationId} = ${corporationId}
      and exists (select 1 from json_each(${memberTitles.titleIds}) held where ${isWanted}))`;
}

/** A part of the name, of the main's name, or of a title. */
const matches = once(() => {
  const mains = sql`(select ${characters.userId} from (
      select distinct ${mainNameSuffixes.characterId} as id from ${mainNameSuffixes}
      where ${mainNameSuffixes.suffix} >= ${folded} and ${mainNameSuffixes.suffix} < ${placeholder("foldedEnd")}) as hit
    cross join ${characters} on ${characters.id} = hit.id)`;
  const named = sql`held.value in (select cast(title.key as integer) from ${titlesOf(dataPages.titlesFolded)}
    and instr(title.value, ${folded}) > 0)`;
  return sql`(instr(folded, ${folded}) > 0 or userId in ${mains} or ${hasTitle(named)})`;
});

const filterConditions: Record<RosterFilter, SQL> = {
  missing: sql`userId is null`,
  lost: sql`(userId is not null and token in ('revoked', 'none'))`,
  offline: sql`(online is not null and online < ${now} - ${OFFLINE_DAYS * DAY_MS})`,
  noDiscord: sql`(userId is not null and discord is null)`,
  risk: sql`id in ${risky}`,
};

/** The order of need: a risk without a working account first, then who is missing, and so on. */
const { missing, lost, offline, noDiscord, risk } = filterConditions;
const need = sql`case when (${missing} or ${lost}) and ${risk} then 0 when ${missing} then 1
    when ${lost} then 2 when ${noDiscord} or ${offline} then 3 else 4 end`;

/** SQL: whether EVE told a director of the departure, or a director's notices were read since and did not say so. */
const departure = sql<"left" | "kicked" | "unknown">`case when page.departure = 'notice' then 'left'
    when exists (select 1 from ${directors} cross join ${noticePolls} on ${noticePolls.directorId} = ${directors.id}
      where ${directors.corporationId} = ${corporationId} and ${noticePolls.failure} is null
        and ${noticePolls.polledAt} > page.leftAt + ${NOTICES_CACHED_MS}) then 'kicked'
    else 'unknown' end`;

type Order = { key: SQL; isDescending: boolean };

function orderOf(sort: RosterOrder): Order {
  switch (sort) {
    case "state":
      return { key: need, isDescending: false };
    case "name":
    case "-name":
      return { key: sql`0`, isDescending: sort === "-name" };
    case "online":
    case "-online":
      return { key: sql`coalesce(online, 0)`, isDescending: sort === "-online" };
    case "joined":
    case "-joined":
      return { key: sql`coalesce(joined, 0)`, isDescending: sort === "-joined" };
  }
}

function conditionOf({ isSearched, filters, isOfTitle }: Shape): SQL {
  return sql.join(
    [
      isSearched ? matches() : sql`true`,
      ...filters.map((filter) => filterConditions[filter]),
      ...(isOfTitle ? [hasTitle(sql`held.value = ${placeholder("title")}`)] : []),
    ],
    sql` and `,
  );
}

function shapeOf(query: RosterQuery): Shape {
  return {
    filters: ROSTER_FILTERS.filter((filter) => query[filter] !== undefined),
    isSearched: query.search !== undefined,
    isOfTitle: query.title !== undefined,
    isFormer: query.former !== undefined,
  };
}

function valuesOf({ search = "", title = 0 }: RosterQuery) {
  const folded = fold(search);
  return { folded, foldedEnd: folded + LAST_CHARACTER, title };
}

const main = alias(characters, "main");

export type RosterMemberRow = RowOfStatement<ReturnType<typeof selectMembers>>;

/** A page of members and one more. An export goes by id, so that each page reads its own members only. */
export function selectMembers(
  reader: ReaderKind,
  of: RosterOf,
  query: RosterQuery,
  key: MemberKey | undefined,
) {
  const statement = selectPage({
    ...shapeOf(query),
    reader,
    isExport: query.export !== undefined,
    isFirst: key === undefined,
    sort: query.sort,
  });
  const [afterK1 = 0, afterK2 = "", afterId = 0] = key ?? [];
  return statement({ ...of, ...valuesOf(query), afterK1, afterK2, afterId });
}

const selectPage = onceEach((shape: PageShape) => {
  const { reader, isExport, isFormer, isFirst, sort } = shape;
  const limit = (isExport ? EXPORTED_PER_PAGE : MEMBERS_PER_PAGE) + 1;
  const { key: k1, isDescending } = isExport
    ? { key: sql`0`, isDescending: false }
    : isFormer && sort === undefined
      ? { key: sql`leftAt`, isDescending: true }
      : orderOf(sort ?? "state");
  const k2 = isExport ? sql`''` : sql`coalesce(folded, '')`;
  const direction = sql.raw(isDescending ? "desc" : "asc");
  const comparison = sql.raw(isDescending ? "<" : ">");
  const after = isFirst
    ? sql`true`
    : sql`(k1, k2, id) ${comparison} (${placeholder("afterK1")}, ${placeholder("afterK2")}, ${placeholder("afterId")})`;
  const isWhole = shape.filters.length === 0 && !shape.isSearched && !shape.isOfTitle;
  const part = isExport ? { isWhole } : undefined;
  const fields = {
    characterId: sql<number>`page.id`,
    name: sql<string | null>`page.name`,
    userId: sql<string | null>`page.userId`,
    token: sql<TokenMark>`page.token`,
    discordName: sql<string | null>`page.discord`,
    joinedAt: sql<number | null>`page.joined`,
    lastOnlineAt: sql<number | null>`page.online`,
    mainId: users.mainCharacterId,
    mainName: main.name,
    groupCount: countGroups(reader),
    roles: sql<string | null>`(select json_group_array(role.value) from ${memberRoles}
      cross join json_each(${memberRoles.roles}) role
      where ${memberRoles.characterId} = page.id and ${memberRoles.corporationId} = ${corporationId}
        and ${isHighRisk})`,
    titles: sql<string | null>`(select ${memberTitles.titleIds} from ${memberTitles}
      where ${memberTitles.characterId} = page.id and ${memberTitles.corporationId} = ${corporationId})`,
    leftAt: sql<number | null>`page.leftAt`,
    followed: isFormer && reader.isAdmin ? followed() : sql<string | null>`null`,
    how: departure,
    k1: sql<string | number>`page.k1`,
    k2: sql<string | number>`page.k2`,
  };
  return prepare(
    fields,
    (list) => sql`with member as (${membersOf(reader, isFormer, part)}),
        page as materialized (select * from (select *, ${k1} as k1, ${k2} as k2 from member
          where ${conditionOf(shape)})
          where ${after} order by k1 ${direction}, k2 ${direction}, id ${direction} limit ${limit})
      select ${columns(list)} from page
        left join ${users} on ${users.id} = page.userId
        left join ${characters} as ${main} on ${main.id} = ${users.mainCharacterId}
      order by page.k1 ${direction}, page.k2 ${direction}, page.id ${direction}`,
  );
});

/** SQL: what followed the departure of a player's character, as JSON. A few looked-up rows for each former member. */
const followed = once((): SQL<string | null> => {
  const problems = (condition: SQL) => sql`(select count(*) from ${membershipProblems}
    where ${membershipProblems.userId} = page.userId and ${condition})`;
  return sql`case when page.userId is not null then json_object(
    'removed', (select count(*) from ${auditEvents} where ${auditEvents.subjectId} = page.userId
      and ${auditEvents.kind} = 'member_removed' and ${auditEvents.actorKind} = 'rule'
      and ${auditEvents.createdAt} >= page.leftAt),
    'inGrace', ${problems(sql`${membershipProblems.graceEndsAt} is not null and ${membershipProblems.heldId} is null`)},
    'graceEndsAt', (select min(${membershipProblems.graceEndsAt}) from ${membershipProblems}
      where ${membershipProblems.userId} = page.userId and ${membershipProblems.heldId} is null),
    'held', ${problems(sql`${membershipProblems.heldId} is not null`)},
    'sessions', (select count(*) from ${sessions} where ${sessions.userId} = page.userId
      and ${sessions.expiresAt} > ${now}),
    'discordRoles', (select coalesce(sum(json_array_length(${discordMembers.given})), 0)
      from ${discordMembers} where ${discordMembers.discordId} = (select ${discordAccounts.discordId} from ${discordAccounts}
        where ${discordAccounts.userId} = page.userId))) end`;
});

const own = alias(groupMembers, "own");

/** The number of groups of a user that the reader sees. */
function countGroups({ isAdmin, isGuest, isProgram }: ReaderKind): SQL<number> {
  if (isProgram) return sql<number>`0`;
  const isSeen = isAdmin
    ? sql`true`
    : isSeenBy({ userId, role: own.role, now, isGuest: sql`${Number(isGuest)}` });
  return sql<number>`(select count(*) from ${groupMembers} cross join ${groups}
      on ${groups.id} = ${groupMembers.groupId}
    left join ${groupMembers} as ${own} on ${own.groupId} = ${groups.id} and ${own.userId} = ${userId}
    where ${groupMembers.userId} = page.userId and ${isSeen})`;
}

/** How many match search and filters, and how many of the search each filter would leave. */
export function countMatches(reader: ReaderKind, of: RosterOf, query: RosterQuery) {
  const statement = countPage({
    ...shapeOf(query),
    reader,
    isFirst: query.cursor === undefined,
  });
  return statement({ ...of, ...valuesOf(query) });
}

type CountShape = Omit<PageShape, "isExport" | "sort">;

const countPage = onceEach(({ reader, isFirst, ...shape }: CountShape) => {
  const sum = (condition: SQL) => sql<number>`coalesce(sum(${condition}), 0)`;
  const isSearched = shape.isSearched ? matches() : sql`true`;
  return prepare(
    {
      total: sum(conditionOf({ ...shape, isSearched: false })),
      missing: sum(missing),
      lost: sum(lost),
      offline: sum(offline),
      noDiscord: sum(noDiscord),
      risk: sum(risk),
    },
    (
      list,
    ) => sql`with member as (${membersOf(reader, shape.isFormer)}) select ${columns(list)} from member
      where ${isFirst ? isSearched : sql`false`}`,
  );
});

/** The numbers of all members. */
export const selectTotals = onceEach((reader: ReaderKind) => {
  const since = sql`${now} - ${7 * DAY_MS}`;
  return prepare(
    {
      members: sql<number>`count(*)`,
      registered: sql<number>`coalesce(sum(userId is not null), 0)`,
      lost: sql<number>`coalesce(sum(userId is not null and token in ('revoked', 'none')), 0)`,
      joined: sql<number>`coalesce(sum(joined >= ${since}), 0)`,
      tracked: sql<number>`coalesce(sum(joined is not null), 0)`,
      former: sql<number>`(select count(*) from ${corporationMembers}
        where ${corporationMembers.corporationId} = ${corporationId} and ${corporationMembers.leftAt} is not null)`,
      left: sql<number>`(select count(*) from ${corporationMembers}
        where ${corporationMembers.corporationId} = ${corporationId} and ${corporationMembers.leftAt} >= ${since})`,
    },
    (list) => sql`with member as (${membersOf(reader)}) select ${columns(list)} from member`,
  );
});

/** The names of the corporation's titles. */
export const selectTitles = prepare(
  { titleId: sql<number>`${titleId}`, name: sql<string | null>`${titleName}` },
  (list) => sql`select ${columns(list)} from ${titlesOf()}`,
);
