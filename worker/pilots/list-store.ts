import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { PILOT_COUNT_LIMIT, PILOT_FILTERS, PILOTS_PER_PAGE } from "#shared/pilots/pilots.ts";
import type { PilotQuery } from "#shared/pilots/pilots.ts";
import { isAdministrator } from "#worker/auth/administrators/rights.ts";
import { characters, eveTokens, users } from "#worker/db/schema/accounts.ts";
import { characterAffiliations, names } from "#worker/db/schema/characters.ts";
import { discordAccounts } from "#worker/db/schema/discord/links.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { membershipProblems } from "#worker/db/schema/requirements.ts";
import { columns, rows } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { endsSoon, filterConditions, matched, matchedAlt, walkOf } from "./walks.ts";
import type { Moment, Walk, WalkKey } from "./walks.ts";

const token = alias(eveTokens, "token");
const own = alias(characters, "own");
const problem = alias(membershipProblems, "problem");

/** How many users a request looks at when it filters those of a walk. */
const LOOKED_AT = 500;

export const main = alias(characters, "main");
const affiliation = alias(characterAffiliations, "affiliation");
const corporation = alias(names, "corporation");

/** What lists and the page show of a user. `adminIds` is JSON. */
export function pilotFields(adminIds: string) {
  return {
    userId: users.id,
    mainCharacterId: users.mainCharacterId,
    mainCharacterName: main.name,
    corporationId: affiliation.corporationId,
    corporationName: corporation.name,
    tokens: sql<string | null>`(select group_concat(coalesce(${token.state}, 'none'))
      from ${characters} as ${own} left join ${eveTokens} as ${token} on ${token.characterId} = ${own.id}
      where ${own.userId} = ${users.id})`,
    groupCount: sql<number>`(select count(*) from ${groupMembers} where ${groupMembers.userId} = ${users.id})`,
    discordName: discordAccounts.username,
    lastSeenAt: users.lastSeenAt,
    isAdmin: isAdministrator(users.id, adminIds),
    suspendedUntil: users.suspendedUntil,
    suspensionReason: users.suspensionReason,
    graceEndsAt: sql<
      number | null
    >`(select min(${problem.graceEndsAt}) from ${membershipProblems} as ${problem}
      where ${problem.userId} = ${users.id} and ${problem.heldId} is null and ${problem.outcome} = 'unmet')`,
  };
}

/** The joins that `pilotFields` needs, after `users`. */
export const pilotJoins = sql`left join ${characters} as ${main} on ${main.id} = ${users.mainCharacterId}
  left join ${characterAffiliations} as ${affiliation} on ${affiliation.characterId} = ${main.id}
  left join ${names} as ${corporation} on ${corporation.id} = ${affiliation.corporationId}
  left join ${discordAccounts} on ${discordAccounts.userId} = ${users.id}`;

export type PilotRow = RowOfStatement<ReturnType<typeof selectPilots>>;

/** A page of users and one more, and the last user that was looked at if the walk was cut off. */
export function selectPilots(
  query: PilotQuery,
  key: WalkKey | undefined,
  moment: Moment,
  adminIds: string,
) {
  const walk = walkOf(query, moment);
  const conditions = conditionsOf(query, moment);
  const limit = conditions.length === 0 ? PILOTS_PER_PAGE + 1 : LOOKED_AT;
  const direction = sql.raw(walk.isDescending ? "desc" : "asc");
  return rows(
    {
      ...pilotFields(adminIds),
      matchedAlt: matchedAlt(query.search, sql`${main.nameFolded}`),
      k1: sql<string | number>`page.k1`,
      k2: sql<string | number>`page.k2`,
    },
    (
      fields,
    ) => sql`with walk(userId, k1, k2) as materialized (${walkRows(walk, key)} limit ${limit}),
        page(userId, k1, k2) as materialized (
          select walk.userId, walk.k1, walk.k2 from walk cross join ${users} on ${users.id} = walk.userId
          where ${all(conditions)} order by walk.k1 ${direction}, walk.k2 ${direction} limit ${PILOTS_PER_PAGE + 1})
      select ${columns(fields)} from page cross join ${users} on ${users.id} = page.userId ${pilotJoins}
      order by page.k1 ${direction}, page.k2 ${direction}`,
  );
}

/** The user at which a walk that is filtered was cut off. */
export function selectHorizon(query: PilotQuery, key: WalkKey | undefined, moment: Moment) {
  const walk = walkOf(query, moment);
  const isFiltered = conditionsOf(query, moment).length > 0;
  return rows({ k1: sql<string | number>`k1`, k2: sql<string | number>`k2` }, () =>
    isFiltered
      ? sql`select k1, k2 from (${walkRows(walk, key)} limit 1 offset ${LOOKED_AT - 1})`
      : sql`select null as k1, null as k2 where false`,
  );
}

function walkRows(walk: Walk, key: WalkKey | undefined): SQL {
  const { keys, isDescending } = walk;
  const direction = sql.raw(isDescending ? "desc" : "asc");
  const after =
    key === undefined
      ? sql`true`
      : sql`(${keys[0]}, ${keys[1]}) ${sql.raw(isDescending ? "<" : ">")} (${key[0]}, ${key[1]})`;
  return sql`select ${walk.userId} as userId, ${keys[0]} as k1, ${keys[1]} as k2 from ${walk.from}
    where ${walk.condition} and ${after} order by ${keys[0]} ${direction}, ${keys[1]} ${direction}`;
}

/** The conditions that the walk does not already imply; all of them in a search, which implies none. */
function conditionsOf(query: PilotQuery, moment: Moment): SQL[] {
  const chosen = PILOT_FILTERS.filter((filter) => query[filter] !== undefined);
  const conditions = chosen.map((filter) => filterConditions[filter](moment));
  if (query.corporation !== undefined) {
    conditions.push(filterConditions.corporation(query.corporation));
  }
  const count = conditions.length;
  const isWalk = count === 1 && query.search === undefined && query.noDiscord === undefined;
  return isWalk ? [] : conditions;
}

function all(conditions: SQL[]): SQL {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** How many users each filter leaves, of the search or of all; up to a limit. */
export function selectCounts(search: string | undefined, moment: Moment) {
  const none = sql<number | null>`null`;
  const countUsers = (query: SQL) =>
    sql<number | null>`(select count(distinct userId) from (${query} limit ${PILOT_COUNT_LIMIT}))`;
  if (search !== undefined) {
    const count = (condition: SQL) => sql<number | null>`coalesce(sum(${condition}), 0)`;
    const { lost, noDiscord, grace, unseen, suspended } = filterConditions;
    return rows(
      {
        lost: count(lost()),
        noDiscord: count(noDiscord()),
        grace: count(grace()),
        unseen: count(unseen(moment)),
        suspended: count(suspended(moment)),
      },
      (fields) => sql`select ${columns(fields)} from (${matched(search)}) as found
        cross join ${users} on ${users.id} = found.userId`,
    );
  }
  return rows(
    {
      lost: countUsers(sql`select ${characters.userId} as userId from ${eveTokens}
        cross join ${characters} on ${characters.id} = ${eveTokens.characterId}
        where ${eveTokens.state} = 'revoked' and ${characters.userId} is not null`),
      noDiscord: none,
      grace: countUsers(sql`select ${membershipProblems.userId} as userId from ${membershipProblems}
        where ${endsSoon(membershipProblems)}`),
      unseen: countUsers(sql`select ${users.id} as userId from ${users}
        where ${users.lastSeenAt} is not null and ${users.lastSeenAt} < ${moment.unseenBefore}`),
      suspended: countUsers(sql`select ${users.id} as userId from ${users}
        where ${users.suspendedUntil} is not null and ${users.suspendedUntil} > ${moment.now}`),
    },
    (fields) => sql`select ${columns(fields)}`,
  );
}

/** The name of the corporation of the filter. */
export function selectCorporationName(id: number | undefined) {
  return rows(
    { name: names.name },
    (fields) => sql`select ${columns(fields)} from ${names} where ${names.id} = ${id ?? null}`,
  );
}
