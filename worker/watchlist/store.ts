import { and, asc, eq, lte, sql } from "drizzle-orm";
import type { Placeholder, SQL, SQLWrapper } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import { fold } from "#shared/fold.ts";
import { MAX_SHOWN_HITS, MAX_WATCH_ENTRIES } from "#shared/watch-limits.ts";
import type { AddWatchEntry, WatchFact, WatchLevel, WatchSubject } from "#shared/watchlist.ts";
import { onceEach } from "#shared/once.ts";
import { DAY_MS } from "#shared/time.ts";
import { eventIdPrefix } from "#worker/audit/event-id.ts";
import { commonOf } from "#worker/audit/record.ts";
import { prepareView } from "#worker/audit/views.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { characterAffiliations, characterSections } from "#worker/db/schema/characters.ts";
import { community } from "#worker/db/schema/installation.ts";
import { groups, joinRequests } from "#worker/db/schema/groups.ts";
import {
  hitsNow,
  isUnseen,
  MONTH_MS,
  watchEntries,
  watchHits,
} from "#worker/db/schema/watchlist.ts";
import {
  columns,
  countIn,
  existsIn,
  idsIn,
  insertWhere,
  orm,
  prepare,
  rows,
} from "#worker/db/statements.ts";
import type { RowOfStatement, Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { PAGE_LIMIT } from "#worker/http/page.ts";
import { tickerOfPilot } from "#worker/universe/names.ts";
import { isEntry, isKeeperOf, isProvenKeeper, keeperValues } from "./policy.ts";
import type { allowMoveIn, Kept } from "./policy.ts";

const main = alias(characters, "main");

/** A finding as JSON has it. */
export type StoredFinding = {
  characterId: number;
  name: string;
  ticker: string | null;
  userId: string;
  mainName: string;
  fact: WatchFact;
  since: number | null;
  until: number | null;
};
export type StoredHit = StoredFinding & { foundAt: number; isNew: number };

/** Who the linked characters are, and whose; others are left out. */
const named = sql`cross join ${characters} on ${characters.id} = found.characterId
  cross join ${users} on ${users.id} = ${characters.userId}
  left join ${characters} as ${main} on ${main.id} = ${users.mainCharacterId}`;
const nameFields = sql`'characterId', found.characterId, 'name', ${characters.name},
  'ticker', ${tickerOfPilot(characters.id)}, 'userId', ${users.id},
  'mainName', coalesce(${main.name}, ${characters.name}), 'fact', found.fact, 'since', found.since, 'until', found.until`;

const hitsOfEntry = sql<string>`(select json_group_array(json_object(${nameFields},
      'foundAt', found.foundAt, 'isNew', found.isNew))
    from (select ${watchHits.characterId} as characterId, ${watchHits.fact} as fact, ${watchHits.since} as since,
        ${watchHits.until} as until, ${watchHits.foundAt} as foundAt,
        ${watchHits.seenAt} is null and ${hitsNow(sql.placeholder("now"))} as isNew
      from ${watchHits} cross join ${characters} on ${characters.id} = ${watchHits.characterId} and ${characters.userId} is not null
      where ${watchHits.entryId} = ${watchEntries.id}
      order by ${watchHits.foundAt} desc limit ${sql.raw(String(MAX_SHOWN_HITS))}) as found ${named})`;

const entryFields = {
  id: watchEntries.id,
  subject: watchEntries.subject,
  eveId: watchEntries.eveId,
  name: watchEntries.name,
  level: watchEntries.level,
  reason: watchEntries.reason,
  link: watchEntries.link,
  months: watchEntries.months,
  createdAt: watchEntries.createdAt,
  until: watchEntries.until,
  hits: hitsOfEntry,
};

export type EntryRow = RowOfStatement<typeof selectEntries>;

const isNew = isUnseen(sql.placeholder("now"));
const hasNewHits = sql`exists (select 1 from ${watchHits}
  where ${watchHits.entryId} = ${watchEntries.id} and ${isNew})`;
const isDue = sql`${watchEntries.until} <= ${sql.placeholder("due")}`;
const [search, show] = [sql.placeholder("search"), sql.placeholder("show")];

/** One row for a keeper. For others nothing is read, so that no time tells them of a list. */
const keeperRow = sql`(select 1 where ${isKeeperOf}) as keeper`;

/** A page of the entries after this end and id, for keepers. */
export const selectEntries = prepare(entryFields, (fields) =>
  orm
    .select(fields)
    .from(keeperRow)
    .crossJoin(watchEntries)
    .where(
      sql`(${watchEntries.until}, ${watchEntries.id}) > (${sql.placeholder("until")}, ${sql.placeholder("id")})
        and (${search} = '' or instr(${watchEntries.nameFolded}, ${search}) > 0
          or instr(${watchEntries.reasonFolded}, ${search}) > 0)
        and (${show} <> 'new' or ${hasNewHits}) and (${show} <> 'due' or ${isDue})`,
    )
    .orderBy(asc(watchEntries.until), asc(watchEntries.id))
    .limit(PAGE_LIMIT),
);

export const selectEntry = prepare(entryFields, (fields) =>
  orm
    .select(fields)
    .from(watchEntries)
    .where(eq(watchEntries.id, sql.placeholder("id"))),
);

/** Who keeps the list besides administrators, and how long it is: for keepers. */
export const selectState = prepare(
  {
    groupId: groups.id,
    groupName: groups.name,
    total: sql<number>`(select count(*) from ${watchEntries})`,
    unseen: sql<number>`(select count(*) from ${watchEntries} where ${hasNewHits})`,
    due: sql<number>`(select count(*) from ${watchEntries} where ${isDue})`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(keeperRow)
      .crossJoin(community)
      .leftJoin(groups, eq(groups.id, community.watchKeepersId)),
);

/** The statement that records that a keeper read the list, with `keeperValues`. */
export const viewOfList = prepareView("watch_list_viewed", isProvenKeeper);

/** SQL query: the hits that count now of the characters of users. `users` joins rows that have a `userId`. */
const hitsOf = (users: SQL, userId: SQLWrapper, condition: SQL) => sql`
  from ${users} cross join ${characters} on ${characters.userId} = ${userId}
  cross join ${watchHits} on ${watchHits.characterId} = ${characters.id}
  cross join ${watchEntries} on ${watchEntries.id} = ${watchHits.entryId} and ${hitsNow(sql.placeholder("now"))}
  where ${condition}`;

/** What hits the pilot of the request `requestId`, while it waits. */
const hitsOfPilot = hitsOf(
  sql`${joinRequests}`,
  joinRequests.userId,
  sql`${joinRequests.id} = ${sql.placeholder("requestId")} and ${joinRequests.status} = 'pending'`,
);

/** What hits the users `userIds`, as JSON. */
const hitsOfUsers = hitsOf(
  sql`json_each(${sql.placeholder("userIds")}) as asked`,
  sql`asked.value`,
  sql`true`,
);

/** The statement that records the look of a proven keeper, if something hits. */
const viewOf = (hits: SQL) =>
  prepareView(
    "watch_list_viewed",
    () => sql`case when ${isProvenKeeper()} then exists (select 1 ${hits}) end`,
  );
export const viewOfHits = viewOf(hitsOfPilot);
export const viewOfHitsOfUsers = viewOf(hitsOfUsers);

/** A hit as JSON has it, with its entry. */
export type HitOfRequest = StoredFinding & {
  entryId: string;
  subject: WatchSubject;
  eveId: number;
  entryName: string;
  level: WatchLevel;
};

/**
 * One row for a keeper: what hits, what refuses first, then the latest, and of each user at most so many as `MAX_SHOWN_HITS`. In a
 * subquery, because SQLite skips a join in which a table is empty, and for others the rows that are read must not tell of one.
 */
const selectHits = (hits: SQL) =>
  prepare(
    {
      found: sql<string>`(select json_group_array(json_object(${nameFields}, 'entryId', found.entryId, 'subject', found.subject,
        'eveId', found.eveId, 'entryName', found.entryName, 'level', found.level))
      from (select ${watchHits.characterId} as characterId, ${watchHits.fact} as fact, ${watchHits.since} as since,
          ${watchHits.until} as until, ${watchEntries.id} as entryId, ${watchEntries.subject} as subject,
          ${watchEntries.eveId} as eveId, ${watchEntries.name} as entryName, ${watchEntries.level} as level,
          row_number() over (partition by ${characters.userId}
            order by ${watchEntries.level} = 'refuse' desc, ${watchHits.foundAt} desc, ${watchEntries.id}) as place
        ${hits}
        order by ${watchEntries.level} = 'refuse' desc, ${watchHits.foundAt} desc, ${watchEntries.id}) as found ${named}
      where found.place <= ${sql.raw(String(MAX_SHOWN_HITS))})`,
    },
    (fields) => sql`select ${columns(fields)} from ${keeperRow}`,
  );
export const selectHitsOfRequest = selectHits(hitsOfPilot);
export const selectHitsOfUsers = selectHits(hitsOfUsers);

/** One row for a keeper: whether nobody is watched. */
export const selectIsEmpty = prepare(
  { isEmpty: sql<number>`not exists (select 1 from ${watchEntries})` },
  (fields) => sql`select ${columns(fields)} from ${keeperRow}`,
);

type Sought = { subject: WatchSubject; eveId: number; months: number | null };

/** SQL query: characterId, fact, since and until of all whom an entry would hit now, linked or not. */
function findings({ subject, eveId, months }: Sought): SQL {
  return findingsOf(subject, eveId, sinceOf(months));
}

const sinceOf = (months: number | null) => (months === null ? 0 : Date.now() - months * MONTH_MS);

function findingsOf(
  subject: WatchSubject,
  eveId: number | Placeholder,
  since: number | Placeholder,
): SQL {
  if (subject === "pilot") {
    // The sales that the log knows of the account that the pilot belongs to. What a stolen session may have linked belongs to none.
    const owner = sql`(select ${characters.userId} from ${characters}
      where ${characters.id} = ${eveId} and ${characters.unconfirmedSince} is null)`;
    return sql`select ${characters.id} as characterId, 'pilot' as fact, null as since, null as until
        from ${characters} where ${characters.id} = ${eveId}
      union all select ${auditEvents.characterId}, 'belonged', null, max(${auditEvents.createdAt})
        from ${auditEvents} where ${auditEvents.log} = 'accounts' and ${auditEvents.subjectId} = ${owner}
          and ${auditEvents.kind} in ('character_sold', 'character_unlinked')
          and ${auditEvents.detail} ->> '$.isUnconfirmed' is null
          and exists (select 1 from ${characters} where ${characters.id} = ${auditEvents.characterId}
            and ${characters.userId} is not ${auditEvents.subjectId})
        group by ${auditEvents.characterId}`;
  }
  const { corporationId, allianceId, asOf, characterId } = characterAffiliations;
  const now = sql`select ${characterId} as characterId, ${subject} as fact, ${asOf} as since, null as until
    from ${characterAffiliations} where ${subject === "corporation" ? corporationId : allianceId} = ${eveId}`;
  if (subject === "alliance") return now;
  const left = sql`unixepoch(${characterSections.data} ->> ('$[' || (stay.key - 1) || '].startDate')) * 1000`;
  return sql`${now} union all
    select ${characterSections.characterId}, 'history', max(unixepoch(stay.value ->> '$.startDate') * 1000), max(${left})
    from ${characterSections} cross join json_each(${characterSections.data}) stay
    where ${characterSections.section} = 'corporationHistory' and stay.key > 0
      and stay.value ->> '$.corporationId' = ${eveId} and ${left} >= ${since}
    group by ${characterSections.characterId}`;
}

/** SQL query: how many linked characters have a history that was never read. */
const unreadHistories = sql`select count(*) from ${characters} where ${characters.userId} is not null and not exists (
  select 1 from ${characterSections} where ${characterSections.characterId} = ${characters.id}
    and ${characterSections.section} = 'corporationHistory')`;

const selectFindingsOf = onceEach((subject: WatchSubject) =>
  prepare(
    {
      found: sql<string>`(select json_group_array(json_object(${nameFields}))
        from (select * from linked limit ${sql.placeholder("limit")}) as found ${named})`,
      count: sql<number>`(select count(*) from linked)`,
      unread: subject === "corporation" ? sql<number>`(${unreadHistories})` : sql<number>`0`,
    },
    (fields) => sql`with linked as materialized (select found.*
        from (${findingsOf(subject, sql.placeholder("eveId"), sql.placeholder("since"))}) as found
        cross join ${characters} on ${characters.id} = found.characterId and ${characters.userId} is not null)
      select ${columns(fields)} where ${isKeeperOf}`,
  ),
);

/** For keepers, how many an entry would hit now, and the names of so many; of all, if `limit` is null. */
export function selectFindings(
  actor: UserActor,
  { subject, eveId, months }: Sought,
  limit: number | null,
) {
  const values = { eveId, since: sinceOf(months), limit: limit ?? -1 };
  return selectFindingsOf(subject)({ ...keeperValues(actor), ...values });
}

/** SQL condition: the keeper may add the entry, and the list has room for it. */
export function mayAdd(allowed: Kept<"add", object>, sought: Sought): SQL {
  return sql`${allowed.of.applies} and ${hasRoomFor(sought)}`;
}

/** SQL condition: the list has room for the entry, and none for the same. */
export function hasRoomFor({ subject, eveId }: Pick<Sought, "subject" | "eveId">): SQL {
  const same = and(eq(watchEntries.eveId, eveId), eq(watchEntries.subject, subject));
  return sql`${countIn(watchEntries)} < ${MAX_WATCH_ENTRIES} and not ${existsIn(watchEntries, same)}`;
}

/** Adds an entry with its hits. Repeated, it adds what is missing. */
export function insertEntry(
  _allowed: Kept<"add", object> | ReturnType<typeof allowMoveIn>,
  row: Omit<AddWatchEntry, "days"> & { id: string; createdBy: string; until: Date },
  applied: SQL,
  createdAt = new Date(),
): Statement[] {
  return [
    insertWhere(
      watchEntries,
      { ...row, nameFolded: fold(row.name), reasonFolded: fold(row.reason), createdAt },
      applied,
    ),
    orm
      .insert(watchHits)
      .select(
        sql`select ${row.id}, found.characterId, found.fact, found.since, found.until, ${createdAt.getTime()}, null, null
        from (${findings(row)}) as found where ${isEntry(row.id)}`,
      )
      .onConflictDoNothing(),
  ];
}

export function updateEntry(
  { of }: Kept<"change">,
  values: SQLiteUpdateSetSource<typeof watchEntries>,
  applied: SQL,
) {
  return orm
    .update(watchEntries)
    .set(values)
    .where(sql`${eq(watchEntries.id, of.id)} and ${applied}`);
}

export function deleteEntry({ of }: Kept<"remove">, applied: SQL) {
  return orm.delete(watchEntries).where(sql`${eq(watchEntries.id, of.id)} and ${applied}`);
}

/** A keeper has seen the hits of the entry that were found until then. */
export function markSeen({ of }: Kept<"see">, foundUntil: Date) {
  return orm
    .update(watchHits)
    .set({ seenAt: new Date() })
    .where(
      sql`${and(eq(watchHits.entryId, of.id), lte(watchHits.foundAt, foundUntil))}
        and ${watchHits.seenAt} is null and ${of.applies}`,
    );
}

export function updateKeepers(_allowed: Kept<"keepers", object>, id: string | null, applied: SQL) {
  return orm.update(community).set({ watchKeepersId: id }).where(applied);
}

/** What has ended is kept for a keeper who comes late, then deleted with its hits. */
const KEPT_MS = 90 * DAY_MS;

/** Records the end of entries that nobody has confirmed, once each, and deletes what ended long ago. */
export function endEntries(context: Pick<Context, "requestId">, now: Date): Statement[] {
  const hasEnded = sql`${watchEntries.until} <= ${now.getTime()} and ${watchEntries.endedAt} is null`;
  return [
    insertWhere(
      auditEvents,
      {
        ...commonOf({ kind: "watch_entry_ended", actor: "job" }, context.requestId),
        id: sql`${eventIdPrefix(now.getTime())} || lower(hex(randomblob(6)))`,
        log: "groups",
        detail: sql`json_object('entryId', ${watchEntries.id})`,
      },
      hasEnded,
      sql`${watchEntries}`,
    ),
    orm.update(watchEntries).set({ endedAt: now }).where(hasEnded),
    orm.delete(watchEntries).where(lte(watchEntries.until, new Date(now.getTime() - KEPT_MS))),
  ];
}

export const selectGroup = prepare({ name: groups.name }, (fields) =>
  orm
    .select(fields)
    .from(groups)
    .where(eq(groups.id, sql.placeholder("id"))),
);

/** The whole list, in the order of its ends. */
export const selectAll = prepare(
  {
    subject: watchEntries.subject,
    eveId: watchEntries.eveId,
    name: watchEntries.name,
    level: watchEntries.level,
    reason: watchEntries.reason,
    link: watchEntries.link,
    months: watchEntries.months,
    until: watchEntries.until,
  },
  (fields) =>
    orm.select(fields).from(watchEntries).orderBy(asc(watchEntries.until), asc(watchEntries.id)),
);

/** SQL condition: one of these is not on the list. */
export function isSomeNew(entries: readonly Sought[]): SQL {
  const sought = JSON.stringify(entries.map(({ subject, eveId }) => ({ subject, eveId })));
  return sql`exists (select 1 from json_each(${sought}) as sought where not exists (select 1 from ${watchEntries}
    where ${watchEntries.eveId} = sought.value ->> '$.eveId' and ${watchEntries.subject} = sought.value ->> '$.subject'))`;
}

/** How many of these are on the list. */
export function countEntries(ids: readonly string[]) {
  return rows(
    { count: sql<number>`count(*)` },
    (fields) => sql`select ${columns(fields)} from ${watchEntries}
      where ${watchEntries.id} in ${idsIn(ids)}`,
  );
}
