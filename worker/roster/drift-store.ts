import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { SQL } from "drizzle-orm";
import { DRIFT_PEOPLE, HIGH_RISK_ROLES } from "#shared/corporations/roster.ts";
import type { DriftCause } from "#shared/corporations/roster.ts";
import { onceEach } from "#shared/once.ts";
import { DAY_MS } from "#shared/time.ts";
import { isGuest } from "#worker/access/guests.ts";
import { characters, eveTokens, users } from "#worker/db/schema/accounts.ts";
import { names } from "#worker/db/schema/characters.ts";
import { corporations, dataPages, directors } from "#worker/db/schema/corporations.ts";
import {
  accessLists,
  corporationMembers,
  directorLists,
  memberRoles,
  memberTitles,
} from "#worker/db/schema/evidence.ts";
import { needsRolesOfCorporation } from "#worker/db/rule-conditions.ts";
import { columns, prepare } from "#worker/db/statements.ts";
import { readable } from "./policy.ts";
import type { ReaderKind } from "./policy.ts";

const member = alias(corporationMembers, "member");
const known = alias(corporationMembers, "known");
const former = alias(corporationMembers, "former");
const present = alias(corporationMembers, "present");

const RISKY = sql.raw(`'${JSON.stringify(HIGH_RISK_ROLES)}'`);
const MOST_RISKY = 200;
const MOST_CHANGES = 1000;

const corporationId = sql`${sql.placeholder("corporationId")}`;
const now = sql`${sql.placeholder("now")}`;

/** SQL: why no one here answers for the member; null for others. Suspensions are for administrators to know. */
function causeOf({ isAdmin }: Pick<ReaderKind, "isAdmin">): SQL {
  const isSuspended = isAdmin ? sql`${users.suspendedUntil} > ${now}` : sql`false`;
  return sql`case when ${users.id} is null then 'missing'
    when ${isSuspended} or ${isGuest(users.id)} then 'former'
    when coalesce(${eveTokens.state}, 'none') in ('revoked', 'none') then 'lost' end`;
}

/** SQL query: the present members without the CEO, each with the cause. */
function members(reader: ReaderKind): SQL {
  return sql`select ${member.characterId} as id, ${member.name} as name, ${member.lastOnlineAt} as online, ${causeOf(reader)} as cause
    from ${readable(reader)} as allowed
    cross join ${corporations} on ${corporations.id} = allowed.id
    cross join ${corporationMembers} as ${member} on ${member.corporationId} = allowed.id and ${member.leftAt} is null
    left join ${characters} on ${characters.id} = ${member.characterId}
    left join ${users} on ${users.id} = ${characters.userId}
    left join ${eveTokens} on ${eveTokens.characterId} = ${characters.id}
    where ${member.characterId} is not ${corporations.ceoId}`;
}

/** SQL condition on a `role` of `member_roles`. */
export const isHighRisk = sql`role.value in (select value from json_each(${RISKY}))`;
/** SQL condition on a row of `member_roles`: one of the roles is a high-risk one. */
export const isRisky = sql`exists (select 1 from json_each(${memberRoles.roles}) role where ${isHighRisk})`;

/** Members with high-risk roles, for whom no one here answers. */
export const selectRisky = onceEach((reader: ReaderKind) =>
  prepare(
    {
      id: sql<number>`held.id`,
      name: sql<string | null>`held.name`,
      cause: sql<DriftCause>`held.cause`,
      online: sql<number | null>`held.online`,
      roles: sql<string>`(select json_group_array(role.value) from json_each(${memberRoles.roles}) role
        where ${isHighRisk})`,
    },
    (fields) => sql`select ${columns(fields)} from (${members(reader)}) as held
      cross join ${memberRoles} on ${memberRoles.characterId} = held.id
        and ${memberRoles.corporationId} = ${corporationId}
      where held.cause is not null and ${isRisky}
      order by held.name limit ${MOST_RISKY}`,
  ),
);

/**
 * The same of all active corporations whose roles are read, counted for administrators, and when they were last read. Of the members, it reads those who
 * have roles, a tenth or fewer, and those who are known to have none.
 */
export const selectDrifted = prepare(
  {
    corporationId: corporations.id,
    name: corporations.name,
    count: sql<number>`count(*)`,
    readAt: directorLists.readAt,
  },
  (fields) =>
    sql`select ${columns(fields)} from ${corporations}
      cross join ${directorLists} on ${directorLists.ownerId} = ${corporations.id} and ${directorLists.list} = 'roles'
      cross join ${memberRoles} on ${memberRoles.corporationId} = ${corporations.id}
      cross join ${corporationMembers} as ${member} on ${member.corporationId} = ${corporations.id}
        and ${member.characterId} = ${memberRoles.characterId} and ${member.leftAt} is null
      left join ${characters} on ${characters.id} = ${member.characterId}
      left join ${users} on ${users.id} = ${characters.userId}
      left join ${eveTokens} on ${eveTokens.characterId} = ${characters.id}
      where ${corporations.isActive} and ${needsRolesOfCorporation()} and ${member.characterId} is not ${corporations.ceoId} and ${isRisky}
        and ${causeOf({ isAdmin: true })} is not null
      group by ${corporations.id} order by ${corporations.nameFolded}`,
);

const field = (name: string) => sql.raw(`json_extract(change.value, '$.${name}')`);

/** How the roles of these members have changed within a month, the latest first. */
export const selectChanges = onceEach((reader: ReaderKind) => {
  const at = sql`unixepoch(${field("changed_at")}) * 1000`;
  return prepare(
    {
      id: sql<number>`held.id`,
      name: sql<string | null>`held.name`,
      cause: sql<DriftCause>`held.cause`,
      issuerId: sql<number>`${field("issuer_id")}`,
      issuer: sql<string | null>`coalesce(
        (select ${characters.name} from ${characters} where ${characters.id} = ${field("issuer_id")}),
        (select ${known.name} from ${corporationMembers} as ${known}
          where ${known.corporationId} = ${corporationId} and ${known.characterId} = ${field("issuer_id")}),
        (select ${names.name} from ${names} where ${names.id} = ${field("issuer_id")}))`,
      at: sql<number>`${at}`,
      before: sql<string>`${field("old_roles")}`,
      after: sql<string>`${field("new_roles")}`,
    },
    (
      fields,
    ) => sql`with held as materialized (select * from (${members(reader)}) where cause is not null)
      select ${columns(fields)} from ${dataPages}
        cross join json_each(${dataPages.data}) change
        cross join held on held.id = ${field("character_id")}
      where ${dataPages.corporationId} = ${corporationId} and ${dataPages.source} = 'rolesHistory'
        and ${dataPages.isStaged} = 0 and ${field("role_type")} = 'roles'
      order by ${at} desc limit ${MOST_CHANGES}`,
  );
});

/** SQL: at most so many of the rows of a group, as JSON; `json_group_array` keeps the order of its rows. */
const firstOf = (person: SQL) =>
  sql<string>`json_group_array(${person}) filter (where nth <= ${DRIFT_PEOPLE})`;

/** The titles of members for whom no one here answers, the most frequent first. */
export const selectTitled = onceEach((reader: ReaderKind) =>
  prepare(
    {
      titleId: sql<number>`titleId`,
      count: sql<number>`count(*)`,
      people: firstOf(sql`json_array(id, name)`),
    },
    (fields) => sql`select ${columns(fields)} from (
        select title.value as titleId, held.id, held.name,
          row_number() over (partition by title.value order by held.name) as nth
        from (${members(reader)}) as held
        cross join ${memberTitles} on ${memberTitles.characterId} = held.id
          and ${memberTitles.corporationId} = ${corporationId}
        cross join json_each(${memberTitles.titleIds}) title
        where held.cause is not null)
      group by titleId order by count(*) desc`,
  ),
);

/** The access lists that name former members who are in no other corporation that Muster knows the members of. */
export const selectListed = onceEach((reader: ReaderKind) =>
  prepare(
    {
      listId: sql<number>`listId`,
      name: sql<string>`max(listName)`,
      allowsEveryone: sql<number>`max(allowsEveryone)`,
      isWide: sql<number>`max(isWide)`,
      count: sql<number>`count(*)`,
      people: firstOf(sql`json_array(id, name, leftAt)`),
    },
    (fields) => sql`with list as materialized (
        select ${accessLists.listId} as listId, ${accessLists.name} as listName, ${accessLists.allowed} as allowed,
          ${accessLists.allowsEveryone} as allowsEveryone, ${accessLists.isWide} as isWide,
          row_number() over (partition by ${accessLists.listId} order by ${accessLists.readAt} desc) as latest
        from ${readable(reader)} as allowed
        cross join ${directors} on ${directors.corporationId} = allowed.id
        cross join ${accessLists} on ${accessLists.directorId} = ${directors.id}
        where ${accessLists.readAt} > ${now} - ${2 * DAY_MS})
      select ${columns(fields)} from (
        select list.listId, list.listName, list.allowsEveryone, list.isWide,
          ${former.characterId} as id, ${former.name} as name, ${former.leftAt} as leftAt,
          row_number() over (partition by list.listId order by ${former.leftAt} desc) as nth
        from list cross join json_each(list.allowed) entry
        cross join ${corporationMembers} as ${former} on ${former.corporationId} = (select id from ${readable(reader)})
          and ${former.characterId} = entry.value and ${former.leftAt} is not null
        where list.latest = 1 and not exists (select 1 from ${corporationMembers} as ${present}
          where ${present.characterId} = entry.value and ${present.leftAt} is null))
      group by listId order by listName`,
  ),
);

/** When roles and titles were last read to the end, and access lists of any director. */
export const selectReadings = onceEach((reader: ReaderKind) => {
  const readAt = (list: "roles" | "titles") =>
    sql<number | null>`(select ${directorLists.readAt} from ${directorLists}
      where ${directorLists.ownerId} = ${corporationId} and ${directorLists.list} = ${list})`;
  return prepare(
    {
      roles: readAt("roles"),
      titles: readAt("titles"),
      lists: sql<number | null>`(select max(${accessLists.readAt}) from ${directors}
        cross join ${accessLists} on ${accessLists.directorId} = ${directors.id}
        where ${directors.corporationId} = ${corporationId})`,
    },
    (fields) => sql`select ${columns(fields)} from ${readable(reader)} as allowed`,
  );
});
