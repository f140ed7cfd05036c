import { and, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { DAY_MS } from "#shared/time.ts";
import { characters } from "#worker/db/schema/accounts.ts";
import { corporations, dataPages } from "#worker/db/schema/corporations.ts";
import { corporationMembers, rosterCounts } from "#worker/db/schema/evidence.ts";
import { excluded, insertWhere, nameOfColumn, orm, prepareWrite } from "#worker/db/statements.ts";
import type { EveDate } from "#worker/db/schema/esi.ts";
import type { Statement } from "#worker/db/statements.ts";

/** How many may be missing from a list at once; more are taken for a mistake of EVE. */
const ALLOWED = { share: 5, atLeast: 5, atMost: 50 };
/** An unchanged list can only end departures that are younger. */
const RECENT_MS = 7 * DAY_MS;

/** A list that was read to the end, as EVE had it at `asOf`. */
export type MemberReading = {
  list: "members" | "tracking";
  asOf: EveDate;
  /** Whether the published list is another than before. */
  isChanged: boolean;
};

const corporationId = sql`${sql.placeholder("corporationId")}`;
const asOf = sql`${sql.placeholder("asOf")}`;

/** Statements that follow those that publish the list. */
export function applyList(id: number, { list, asOf: at, isChanged }: MemberReading): Statement[] {
  if (list === "tracking") return isChanged ? [updateTracking({ corporationId: id })] : [];
  const values = { corporationId: id, asOf: at };
  const returns = endDepartures({ ...values, since: isChanged ? 0 : at - RECENT_MS });
  return isChanged
    ? [endMemberships(values), returns, addMembers(values), noteDoubt(values)]
    : [endDoubtful(values), returns, noteLastingDoubt(values)];
}

const itemsOf = (source: MemberReading["list"]) =>
  sql`${dataPages} cross join json_each(${dataPages.data}) item
    where ${dataPages.corporationId} = ${corporationId} and ${dataPages.source} = ${source}
      and ${dataPages.isStaged} = 0`;

const listed = sql`(select item.value from ${itemsOf("members")})`;

/** SQL: how many members the published list has. */
export const listedCount = (ofCorporation: number | SQL) =>
  sql<number | null>`(select sum(${dataPages.itemCount}) from ${dataPages}
    where ${dataPages.corporationId} = ${ofCorporation} and ${dataPages.source} = 'members'
      and ${dataPages.isStaged} = 0)`;

/** SQL: how many of so many members may be missing from the next list. */
export const allowedLoss = (members: SQL) =>
  sql`min(${ALLOWED.atMost}, max(${ALLOWED.atLeast}, ${members} / ${ALLOWED.share}))`;

const isPresentIn = (ofCorporation: SQL) =>
  sql`${corporationMembers.corporationId} = ${ofCorporation} and ${corporationMembers.leftAt} is null`;

const present = (ofCorporation: SQL) => sql`(select count(*) from ${corporationMembers}
  where ${isPresentIn(ofCorporation)})`;

/** SQL: the corporation, if its last list was so short that it may be a mistake. */
const doubtful = sql`(select ${corporations.id} from ${corporations}
  where ${corporations.id} = ${corporationId} and ${corporations.doubtfulSince} is not null)`;

/** SQL condition: the published list lacks more than may be missing at once. */
const isShort = sql`${present(corporationId)} - ${listedCount(corporationId)} > ${allowedLoss(present(corporationId))}`;

/** A list that has changed ends them. */
const endMemberships = prepareEnd(corporationId);
/** An unchanged list reads nothing unless it was doubtful before. */
const endDoubtful = prepareEnd(doubtful);

/**
 * Whom the list lacks, unless newer evidence has them. So many that it may be a mistake are gone only if an earlier list was as short, and
 * EVE's public number agrees. `ofCorporation`: SQL, the corporation or null.
 */
function prepareEnd(ofCorporation: SQL) {
  return prepareWrite(() => {
    const isGone = sql`${isPresentIn(ofCorporation)} and ${corporationMembers.listedAt} < ${asOf}
      and ${corporationMembers.characterId} not in ${listed}`;
    const isConfirmed = sql`exists (select 1 from ${corporations} where ${corporations.id} = ${corporationId}
      and ${corporations.doubtfulSince} < ${asOf}
      and ${corporations.memberCount} - ${listedCount(corporationId)} <= ${ALLOWED.atLeast})`;
    return orm
      .update(corporationMembers)
      .set({ leftAt: asOf, departure: "list" })
      .where(
        sql`${isGone} and (
          (select count(*) from ${corporationMembers} where ${isGone}) <= ${allowedLoss(present(ofCorporation))}
          or ${isConfirmed})`,
      );
  });
}

const noteDoubt = prepareDoubt(isShort);
const noteLastingDoubt = prepareDoubt(
  sql`${corporations.doubtfulSince} is not null and ${isShort}`,
);

function prepareDoubt(isDoubtful: SQL) {
  const { doubtfulSince } = corporations;
  return prepareWrite(() =>
    orm
      .update(corporations)
      .set({ doubtfulSince: sql`iif(${isDoubtful}, coalesce(${doubtfulSince}, ${asOf}), null)` })
      .where(
        and(
          sql`${corporations.id} = ${corporationId}`,
          sql`(${doubtfulSince} is not null) <> (${isDoubtful})`,
        ),
      ),
  );
}

const endDepartures = prepareWrite(() => {
  const { characterId, departure, leftAt, listedAt } = corporationMembers;
  // By itself, SQLite would read each of the listed: few have left lately.
  return sql`update ${corporationMembers} indexed by corporation_members_left
    set ${nameOfColumn(leftAt)} = null, ${nameOfColumn(departure)} = null, ${nameOfColumn(listedAt)} = ${asOf}
    where ${corporationMembers.corporationId} = ${corporationId} and ${leftAt} >= ${sql.placeholder("since")}
      and ${leftAt} < ${asOf} and ${characterId} in ${listed}`;
});

const addMembers = prepareWrite(() => {
  const own = sql`${characters.id} = item.value`;
  return insertWhere(
    corporationMembers,
    {
      corporationId,
      characterId: sql`item.value`,
      name: sql`(select ${characters.name} from ${characters} where ${own})`,
      nameFolded: sql`(select ${characters.nameFolded} from ${characters} where ${own})`,
      listedAt: asOf,
    },
    sql`true`,
    // `insertWhere` adds a condition of its own.
    sql`(select item.value from ${itemsOf("members")}) item`,
  ).onConflictDoNothing();
});

const known = alias(corporationMembers, "known");

/**
 * Dates of ESI are whole seconds. Only what differs is written. The cross join makes SQLite look each item's member up, and not each
 * member's item, for which it would read the whole list.
 */
const updateTracking = prepareWrite(() => {
  const at = (field: string) => sql.raw(`unixepoch(json_extract(item.value, '$.${field}')) * 1000`);
  const found = sql`(select json_extract(item.value, '$.character_id') as id, ${at("start_date")} as joined,
      nullif(max(coalesce(${at("logon_date")}, 0), coalesce(${at("logoff_date")}, 0)), 0) as online
    from ${itemsOf("tracking")}) as found`;
  const { joinedAt, lastOnlineAt } = corporationMembers;
  return insertWhere(
    corporationMembers,
    {
      corporationId,
      characterId: sql`found.id`,
      listedAt: sql`${known.listedAt}`,
      joinedAt: sql`found.joined`,
      lastOnlineAt: sql`found.online`,
    },
    sql`${known.joinedAt} is not found.joined or ${known.lastOnlineAt} is not found.online`,
    sql`${found} cross join ${corporationMembers} as ${known}
      on ${known.corporationId} = ${corporationId} and ${known.characterId} = found.id`,
  ).onConflictDoUpdate({
    target: [corporationMembers.corporationId, corporationMembers.characterId],
    set: { joinedAt: excluded(joinedAt), lastOnlineAt: excluded(lastOnlineAt) },
  });
});

/** The numbers of today; written if they differ from the last. */
export function countMembers(id: number, now: number): Statement {
  return upsertCounts({ corporationId: id, day: Math.floor(now / DAY_MS) });
}

const upsertCounts = prepareWrite(() => {
  const linked = sql`exists (select 1 from ${characters}
    where ${characters.id} = ${corporationMembers.characterId} and ${characters.userId} is not null)`;
  return insertWhere(
    rosterCounts,
    {
      corporationId,
      day: sql`${sql.placeholder("day")}`,
      members: sql`counted.members`,
      registered: sql`counted.registered`,
    },
    sql`counted.members > 0`,
    sql`(select count(*) as members, coalesce(sum(${linked}), 0) as registered from ${corporationMembers}
      where ${isPresentIn(corporationId)}) as counted`,
  ).onConflictDoUpdate({
    target: [rosterCounts.corporationId, rosterCounts.day],
    set: {
      members: excluded(rosterCounts.members),
      registered: excluded(rosterCounts.registered),
    },
    setWhere: sql`${rosterCounts.members} <> ${excluded(rosterCounts.members)}
      or ${rosterCounts.registered} <> ${excluded(rosterCounts.registered)}`,
  });
});

/** Former members are forgotten after ninety days, and the numbers of a day after thirteen months. */
export function deleteOldMembers(now: Date): Statement[] {
  return [
    orm
      .delete(corporationMembers)
      .where(sql`${corporationMembers.leftAt} < ${now.getTime() - 90 * DAY_MS}`),
    orm.delete(rosterCounts).where(
      sql`${rosterCounts.corporationId} in (select ${corporations.id} from ${corporations})
          and ${rosterCounts.day} < ${Math.floor(now.getTime() / DAY_MS) - 400}`,
    ),
  ];
}
