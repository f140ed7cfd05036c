import { and, desc, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { onceEach } from "#shared/once.ts";
import { DAY_MS } from "#shared/time.ts";
import { corporations, fetchRuns } from "#worker/db/schema/corporations.ts";
import { corporationMembers, directorLists, rosterCounts } from "#worker/db/schema/evidence.ts";
import { groups } from "#worker/db/schema/groups.ts";
import { columns, orm, prepare } from "#worker/db/statements.ts";
import { allowedLoss, listedCount } from "#worker/corporations/evidence/apply-lists.ts";
import { isScheduled } from "#worker/corporations/evidence/corporation-status.ts";
import { membersAsOf } from "#worker/corporations/evidence/apply-notices.ts";
import { mayRead, readable } from "./policy.ts";
import type { ReaderKind } from "./policy.ts";

const first = alias(rosterCounts, "first");
const corporationId = sql`${sql.placeholder("corporationId")}`;
const today = sql.placeholder("today");

const HISTORY_DAYS = 365;
/** Days between two numbers of the history. */
const STEP_DAYS = 7;

/** The corporation, if the reader may read its roster. */
export const selectCorporation = onceEach((reader: ReaderKind) =>
  prepare(
    {
      name: corporations.name,
      ticker: corporations.ticker,
      ceoId: corporations.ceoId,
      groupId: corporations.rosterGroupId,
      groupName: groups.name,
      readsRoles: corporations.readsRoles,
    },
    (fields) =>
      orm
        .select(fields)
        .from(corporations)
        .leftJoin(groups, eq(groups.id, corporations.rosterGroupId))
        .where(and(eq(corporations.id, corporationId), mayRead(reader))),
  ),
);

/** The last reading of the members, and whether the list was so short that it may be a mistake. */
export const selectReading = onceEach((reader: ReaderKind) => {
  const present = sql`(select count(*) from ${corporationMembers}
    where ${corporationMembers.corporationId} = ${corporationId} and ${corporationMembers.leftAt} is null)`;
  return prepare(
    {
      isListed: sql<number>`exists (select 1 from ${corporationMembers}
        where ${corporationMembers.corporationId} = ${corporationId} and ${corporationMembers.leftAt} is null)`,
      hasRoles: sql<number>`exists (select 1 from ${directorLists}
        where ${directorLists.ownerId} = ${corporationId} and ${directorLists.list} = 'roles')`,
      doubtfulCount: sql<number | null>`case when ${present} - ${listedCount(corporationId)}
        > ${allowedLoss(present)} then ${listedCount(corporationId)} end`,
    },
    (fields) => sql`select ${columns(fields)} from ${readable(reader)} as allowed`,
  );
});

/** When EVE's list of members expires, when EVE has a new one if the last reading succeeded, and when it is read again. */
export const selectLastRun = prepare(
  {
    asOf: membersAsOf,
    renewedAt: sql<
      number | null
    >`case when json_extract(${fetchRuns.plan}, '$.sources.members.failure') is null
        then json_extract(${fetchRuns.plan}, '$.sources.members.expiresAt') end`,
    /** Null while the list is not read by itself. */
    dueAt: sql<
      number | null
    >`case when ${isScheduled(fetchRuns.category)} then ${fetchRuns.dueAt} end`,
    isOpen: sql<number>`${fetchRuns.finishedAt} is null`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(fetchRuns)
      .innerJoin(corporations, eq(corporations.id, fetchRuns.corporationId))
      .where(and(eq(fetchRuns.corporationId, corporationId), eq(fetchRuns.category, "core")))
      .orderBy(desc(fetchRuns.startedAt))
      .limit(1),
);

const selectHistoryOf = onceEach((reader: ReaderKind) =>
  prepare(
    {
      day: rosterCounts.day,
      members: rosterCounts.members,
      registered: rosterCounts.registered,
    },
    (fields) =>
      orm
        .select(fields)
        .from(rosterCounts)
        .where(
          and(
            sql`${rosterCounts.corporationId} = ${readable(reader)}`,
            sql`${rosterCounts.day} > ${today} - ${HISTORY_DAYS}`,
            sql`((${today} - ${rosterCounts.day}) % ${STEP_DAYS} = 0 or ${rosterCounts.day} > ${today} - ${STEP_DAYS}
              or ${rosterCounts.day} = (select min(${first.day}) from ${rosterCounts} as ${first}
                where ${first.corporationId} = ${corporationId}))`,
          ),
        )
        .orderBy(rosterCounts.day),
  ),
);

/** A number a week of the last year, and the latest, the oldest first. `values`: as of the other statements. */
export function selectHistory(
  reader: ReaderKind,
  values: { corporationId: number; userId: string; now: number },
) {
  return selectHistoryOf(reader)({ ...values, today: Math.floor(values.now / DAY_MS) });
}
