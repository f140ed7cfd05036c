import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { SQL } from "drizzle-orm";
import type { PilotQuery } from "#shared/pilots/pilots.ts";
import { characters, eveTokens, users } from "#worker/db/schema/accounts.ts";
import { characterAffiliations, mainNameSuffixes } from "#worker/db/schema/characters.ts";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";
import { membershipProblems } from "#worker/db/schema/requirements.ts";

const alt = alias(characters, "alt");
const earlier = alias(membershipProblems, "earlier");
const lower = alias(characters, "lower");
const own = alias(characters, "own");
const token = alias(eveTokens, "token");
const affiliation = alias(characterAffiliations, "its");
const problem = alias(membershipProblems, "problem");

/** How many characters of each kind a search looks at. */
const MAX_FOUND = 200;

/** The last user of a page, by the two values that order the walk. */
export type WalkKey = [string | number, string | number];

/**
 * An order in which users are read from an index: `from` with a condition, and the two expressions that order it. Each user
 * comes once.
 */
export type Walk = {
  from: SQL;
  condition: SQL;
  userId: SQL;
  keys: [SQL, SQL];
  isDescending: boolean;
};

/** What decides the text of the statements; names, ids and times are placeholders in it. */
export type PilotListShape = Omit<PilotQuery, "search" | "corporation" | "cursor"> & {
  isSearched: boolean;
  isOfCorporation: boolean;
};

const [from, to, corporation, now, unseenBefore] = [
  "folded",
  "foldedEnd",
  "corporation",
  "now",
  "unseenBefore",
].map((name) => sql.placeholder(name));

/** SQL query: the users whom a search finds. Both parts read a range of an index. */
export const matched = sql`select userId from (select ${characters.userId} as userId from (
        select distinct ${mainNameSuffixes.characterId} as id from ${mainNameSuffixes}
        where ${mainNameSuffixes.suffix} >= ${from} and ${mainNameSuffixes.suffix} < ${to} limit ${MAX_FOUND}) as hit
      cross join ${characters} on ${characters.id} = hit.id)
    union select userId from (select ${characters.userId} as userId from ${characters}
      where ${characters.nameFolded} >= ${from} and ${characters.nameFolded} < ${to}
        and ${characters.userId} is not null limit ${MAX_FOUND})`;

/** SQL: the alt by which the search found the user; null if it was the main. `main` is the main's folded name. */
export function matchedAlt(isSearched: boolean, main: SQL): SQL<string | null> {
  if (!isSearched) return sql`null`;
  return sql`case when instr(coalesce(${main}, ''), ${from}) = 0 then (
    select min(${alt.name}) from ${characters} as ${alt} where ${alt.userId} = ${users.id}
      and ${alt.nameFolded} >= ${from} and ${alt.nameFolded} < ${to}) end`;
}

type Problems = Record<"graceEndsAt" | "heldId" | "outcome", SQLiteColumn>;

/** SQL condition on membership problems: the membership ends. */
export function endsSoon({ graceEndsAt, heldId, outcome }: Problems): SQL {
  return sql`${graceEndsAt} is not null and ${heldId} is null and ${outcome} = 'unmet'`;
}

/** The filter that fewest users match decides the order; without one, `sort` does. */
export function walkOf(query: PilotListShape): Walk {
  if (query.isSearched) {
    return {
      from: sql`(${matched}) as found cross join ${users} on ${users.id} = found.userId
        left join ${characters} on ${characters.id} = ${users.mainCharacterId}`,
      condition: sql`true`,
      userId: sql`${users.id}`,
      keys: [sql`coalesce(${characters.nameFolded}, '')`, sql`${users.id}`],
      isDescending: query.sort === "-name",
    };
  }
  if (query.suspended !== undefined) {
    return {
      from: sql`${users}`,
      condition: sql`${users.suspendedUntil} is not null and ${users.suspendedUntil} > ${now}`,
      userId: sql`${users.id}`,
      keys: [sql`${users.suspendedUntil}`, sql`${users.id}`],
      isDescending: false,
    };
  }
  if (query.grace !== undefined) {
    const ends = membershipProblems.graceEndsAt;
    return {
      from: sql`${membershipProblems}`,
      condition: sql`${endsSoon(membershipProblems)} and not exists (
        select 1 from ${membershipProblems} as ${earlier} where ${earlier.userId} = ${membershipProblems.userId} and ${endsSoon(earlier)}
          and (${earlier.graceEndsAt}, ${earlier.groupId}) < (${ends}, ${membershipProblems.groupId}))`,
      userId: sql`${membershipProblems.userId}`,
      keys: [sql`${ends}`, sql`${membershipProblems.userId}`],
      isDescending: false,
    };
  }
  if (query.lost !== undefined) {
    return {
      from: sql`${eveTokens} cross join ${characters} on ${characters.id} = ${eveTokens.characterId}`,
      condition: sql`${eveTokens.state} = 'revoked' and ${characters.userId} is not null and not exists (
        select 1 from ${characters} as ${lower} cross join ${eveTokens} as ${token} on ${token.characterId} = ${lower.id}
        where ${lower.userId} = ${characters.userId} and ${token.state} = 'revoked' and ${lower.id} < ${eveTokens.characterId})`,
      userId: sql`${characters.userId}`,
      keys: [sql`${eveTokens.characterId}`, sql`${eveTokens.characterId}`],
      isDescending: false,
    };
  }
  if (query.isOfCorporation) {
    const { characterId, corporationId } = characterAffiliations;
    return {
      from: sql`${characterAffiliations} cross join ${characters} on ${characters.id} = ${characterId}`,
      condition: sql`${corporationId} = ${corporation} and ${characters.userId} is not null and not exists (
        select 1 from ${characters} as ${lower} cross join ${characterAffiliations} as ${affiliation} on ${affiliation.characterId} = ${lower.id}
        where ${lower.userId} = ${characters.userId} and ${affiliation.corporationId} = ${corporation}
          and ${lower.id} < ${characterId})`,
      userId: sql`${characters.userId}`,
      keys: [sql`${characterId}`, sql`${characterId}`],
      isDescending: false,
    };
  }
  const isBySeen = query.unseen !== undefined || query.sort === "seen" || query.sort === "-seen";
  if (isBySeen) {
    const isUnseen =
      query.unseen === undefined ? sql`true` : sql`${users.lastSeenAt} < ${unseenBefore}`;
    return {
      from: sql`${users}`,
      condition: sql`${users.lastSeenAt} is not null and ${isUnseen}`,
      userId: sql`${users.id}`,
      keys: [sql`${users.lastSeenAt}`, sql`${users.id}`],
      isDescending: query.unseen === undefined && query.sort === "-seen",
    };
  }
  return {
    from: sql`${mainNameSuffixes} cross join ${users} on ${users.mainCharacterId} = ${mainNameSuffixes.characterId}`,
    condition: sql`${mainNameSuffixes.isWhole} = 1`,
    userId: sql`${users.id}`,
    keys: [sql`${mainNameSuffixes.suffix}`, sql`${mainNameSuffixes.characterId}`],
    isDescending: query.sort === "-name",
  };
}

/** The filters as SQL conditions on `users`. */
export const filterConditions = {
  lost: () => sql`exists (select 1 from ${characters} as ${own} cross join ${eveTokens} as ${token}
    on ${token.characterId} = ${own.id} where ${own.userId} = ${users.id} and ${token.state} = 'revoked')`,
  noDiscord: () =>
    sql`not exists (select 1 from ${discordAccounts} where ${discordAccounts.userId} = ${users.id})`,
  grace: () => sql`exists (select 1 from ${membershipProblems} as ${problem}
    where ${problem.userId} = ${users.id} and ${endsSoon(problem)})`,
  unseen: () => sql`coalesce(${users.lastSeenAt}, 0) < ${unseenBefore}`,
  suspended: () => sql`coalesce(${users.suspendedUntil}, 0) > ${now}`,
  corporation: () => sql`exists (select 1 from ${characters} as ${own}
    cross join ${characterAffiliations} as ${affiliation} on ${affiliation.characterId} = ${own.id}
    where ${own.userId} = ${users.id} and ${affiliation.corporationId} = ${corporation})`,
};
