import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { fold } from "#shared/fold.ts";
import { once, onceEach } from "#shared/once.ts";
import { PILOT_COUNT_LIMIT, PILOT_FILTERS, PILOTS_PER_PAGE } from "#shared/pilots/pilots.ts";
import type { PilotQuery } from "#shared/pilots/pilots.ts";
import { isAdministrator } from "#worker/auth/administrators/store.ts";
import { characters, eveTokens, users } from "#worker/db/schema/accounts.ts";
import { characterAffiliations, names } from "#worker/db/schema/characters.ts";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { membershipProblems } from "#worker/db/schema/requirements.ts";
import { columns, LAST_CHARACTER, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import { tickerOf } from "#worker/universe/names.ts";
import { endsSoon, filterConditions, matched, matchedAlt, walkOf } from "./walks.ts";
import type { PilotListShape, Walk, WalkKey } from "./walks.ts";

const token = alias(eveTokens, "token");
const own = alias(characters, "own");
const problem = alias(membershipProblems, "problem");

/** How many users a request looks at when it filters those of a walk. */
const LOOKED_AT = 500;

export const main = alias(characters, "main");
const affiliation = alias(characterAffiliations, "affiliation");
const corporation = alias(names, "corporation");

/** What lists and the page show of a user. The placeholder `adminIds` is JSON. */
export const pilotFields = once(() => ({
  userId: users.id,
  mainCharacterId: users.mainCharacterId,
  mainCharacterName: main.name,
  corporationId: affiliation.corporationId,
  corporationName: corporation.name,
  ticker: tickerOf(affiliation.corporationId),
  tokens: sql<string | null>`(select group_concat(coalesce(${token.state}, 'none'))
      from ${characters} as ${own} left join ${eveTokens} as ${token} on ${token.characterId} = ${own.id}
      where ${own.userId} = ${users.id})`,
  groupCount: sql<number>`(select count(*) from ${groupMembers} where ${groupMembers.userId} = ${users.id})`,
  discordName: discordAccounts.username,
  lastSeenAt: users.lastSeenAt,
  isAdmin: isAdministrator(users.id, sql.placeholder("adminIds")),
  suspendedUntil: users.suspendedUntil,
  suspensionReason: users.suspensionReason,
  graceEndsAt: sql<
    number | null
  >`(select min(${problem.graceEndsAt}) from ${membershipProblems} as ${problem}
      where ${problem.userId} = ${users.id} and ${problem.heldId} is null and ${problem.outcome} = 'unmet')`,
}));

/** The joins that `pilotFields` needs, after `users`. */
export const pilotJoins = sql`left join ${characters} as ${main} on ${main.id} = ${users.mainCharacterId}
  left join ${characterAffiliations} as ${affiliation} on ${affiliation.characterId} = ${main.id}
  left join ${names} as ${corporation} on ${corporation.id} = ${affiliation.corporationId}
  left join ${discordAccounts} on ${discordAccounts.userId} = ${users.id}`;

export type PilotRow = RowOfStatement<ReturnType<typeof selectPilots>>;

type PageShape = PilotListShape & { isFirst: boolean };
type ListMoment = { now: number; unseenBefore: number };

/** Statements for a query: a page of users, the user at which it was cut off, and the numbers. */
export function statementsFor(
  query: PilotQuery,
  key: WalkKey | undefined,
  moment: ListMoment,
  adminIds: string,
) {
  const { search, corporation, cursor: _, ...chosen } = query;
  const isSearched = search !== undefined;
  const shape = {
    ...chosen,
    isSearched,
    isOfCorporation: corporation !== undefined,
    isFirst: key === undefined,
  };
  const folded = fold(search ?? "");
  const [afterK1 = 0, afterK2 = 0] = key ?? [];
  const values = {
    ...moment,
    adminIds,
    folded,
    foldedEnd: folded + LAST_CHARACTER,
    corporation: corporation ?? null,
    afterK1,
    afterK2,
  };
  return [
    selectPilots(shape)(values),
    selectHorizon(shape)(values),
    (isSearched ? countFound : countAll)(values),
    selectCorporationName(values),
  ] as const;
}

/** A page of users and one more, and the last user that was looked at if the walk was cut off. */
const selectPilots = onceEach((shape: PageShape) => {
  const walk = walkOf(shape);
  const conditions = conditionsOf(shape);
  const limit = conditions.length === 0 ? PILOTS_PER_PAGE + 1 : LOOKED_AT;
  const direction = sql.raw(walk.isDescending ? "desc" : "asc");
  return prepare(
    {
      ...pilotFields(),
      matchedAlt: matchedAlt(shape.isSearched, sql`${main.nameFolded}`),
      k1: sql<string | number>`page.k1`,
      k2: sql<string | number>`page.k2`,
    },
    (
      fields,
    ) => sql`with walk(userId, k1, k2) as materialized (${walkRows(walk, shape)} limit ${limit}),
        page(userId, k1, k2) as materialized (
          select walk.userId, walk.k1, walk.k2 from walk cross join ${users} on ${users.id} = walk.userId
          where ${all(conditions)} order by walk.k1 ${direction}, walk.k2 ${direction} limit ${PILOTS_PER_PAGE + 1})
      select ${columns(fields)} from page cross join ${users} on ${users.id} = page.userId ${pilotJoins}
      order by page.k1 ${direction}, page.k2 ${direction}`,
  );
});

/** The user at which a walk that is filtered was cut off. */
const selectHorizon = onceEach((shape: PageShape) => {
  const walk = walkOf(shape);
  const isFiltered = conditionsOf(shape).length > 0;
  return prepare({ k1: sql<string | number>`k1`, k2: sql<string | number>`k2` }, () =>
    isFiltered
      ? sql`select k1, k2 from (${walkRows(walk, shape)} limit 1 offset ${LOOKED_AT - 1})`
      : sql`select null as k1, null as k2 where false`,
  );
});

function walkRows(walk: Walk, { isFirst }: PageShape): SQL {
  const { keys, isDescending } = walk;
  const direction = sql.raw(isDescending ? "desc" : "asc");
  const after = isFirst
    ? sql`true`
    : sql`(${keys[0]}, ${keys[1]}) ${sql.raw(isDescending ? "<" : ">")}
        (${sql.placeholder("afterK1")}, ${sql.placeholder("afterK2")})`;
  return sql`select ${walk.userId} as userId, ${keys[0]} as k1, ${keys[1]} as k2 from ${walk.from}
    where ${walk.condition} and ${after} order by ${keys[0]} ${direction}, ${keys[1]} ${direction}`;
}

/** The conditions that the walk does not already imply; all of them in a search, which implies none. */
function conditionsOf(shape: PilotListShape): SQL[] {
  const chosen = PILOT_FILTERS.filter((filter) => shape[filter] !== undefined);
  const conditions = chosen.map((filter) => filterConditions[filter]());
  if (shape.isOfCorporation) conditions.push(filterConditions.corporation());
  const count = conditions.length;
  const isWalk = count === 1 && !shape.isSearched && shape.noDiscord === undefined;
  return isWalk ? [] : conditions;
}

function all(conditions: SQL[]): SQL {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** How many users of a search each filter leaves. */
const countFound = prepare(
  () => {
    const count = (condition: SQL) => sql<number | null>`coalesce(sum(${condition}), 0)`;
    const { lost, noDiscord, grace, unseen, suspended } = filterConditions;
    return {
      lost: count(lost()),
      noDiscord: count(noDiscord()),
      grace: count(grace()),
      unseen: count(unseen()),
      suspended: count(suspended()),
    };
  },
  (fields) => sql`select ${columns(fields)} from (${matched}) as found
    cross join ${users} on ${users.id} = found.userId`,
);

/** How many users each filter leaves of all, up to a limit. */
const countAll = prepare(
  () => {
    const countUsers = (query: SQL) =>
      sql<
        number | null
      >`(select count(distinct userId) from (${query} limit ${PILOT_COUNT_LIMIT}))`;
    return {
      lost: countUsers(sql`select ${characters.userId} as userId from ${eveTokens}
        cross join ${characters} on ${characters.id} = ${eveTokens.characterId}
        where ${eveTokens.state} = 'revoked' and ${characters.userId} is not null`),
      noDiscord: sql<number | null>`null`,
      grace: countUsers(sql`select ${membershipProblems.userId} as userId from ${membershipProblems}
        where ${endsSoon(membershipProblems)}`),
      unseen: countUsers(sql`select ${users.id} as userId from ${users}
        where ${users.lastSeenAt} is not null and ${users.lastSeenAt} < ${sql.placeholder("unseenBefore")}`),
      suspended: countUsers(sql`select ${users.id} as userId from ${users}
        where ${users.suspendedUntil} is not null and ${users.suspendedUntil} > ${sql.placeholder("now")}`),
    };
  },
  (fields) => sql`select ${columns(fields)}`,
);

/** The name of the corporation of the filter. */
const selectCorporationName = prepare(
  { name: names.name },
  (fields) =>
    sql`select ${columns(fields)} from ${names} where ${names.id} = ${sql.placeholder("corporation")}`,
);
