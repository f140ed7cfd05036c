import { and, desc, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { DAY_MS } from "#shared/time.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { corporations, fetchRuns } from "#worker/db/schema/corporations.ts";
import { corporationMembers, directorLists, rosterCounts } from "#worker/db/schema/evidence.ts";
import { groups } from "#worker/db/schema/groups.ts";
import { columns, orm, rows } from "#worker/db/statements.ts";
import { allowedLoss, listedCount } from "#worker/corporations/evidence/apply-lists.ts";
import { membersAsOf } from "#worker/corporations/evidence/apply-notices.ts";
import { mayRead, readable } from "./policy.ts";

const first = alias(rosterCounts, "first");

const HISTORY_DAYS = 365;
/** Days between two numbers of the history. */
const STEP_DAYS = 7;

/** The corporation, if the reader may read its roster. */
export function selectCorporation(corporationId: number, reader: UserActor) {
  return rows(
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
  );
}

/** The last reading of the members, and whether the list was so short that it may be a mistake. */
export function selectReading(corporationId: number, reader: UserActor) {
  const present = sql`(select count(*) from ${corporationMembers}
    where ${corporationMembers.corporationId} = ${corporationId} and ${corporationMembers.leftAt} is null)`;
  return rows(
    {
      isListed: sql<number>`exists (select 1 from ${corporationMembers}
        where ${corporationMembers.corporationId} = ${corporationId} and ${corporationMembers.leftAt} is null)`,
      hasRoles: sql<number>`exists (select 1 from ${directorLists}
        where ${directorLists.ownerId} = ${corporationId} and ${directorLists.list} = 'roles')`,
      doubtfulCount: sql<number | null>`case when ${present} - ${listedCount(corporationId)}
        > ${allowedLoss(present)} then ${listedCount(corporationId)} end`,
    },
    (fields) => sql`select ${columns(fields)} from ${readable(corporationId, reader)} as allowed`,
  );
}

/** When EVE's list of members expires, when EVE has a new one if the last reading succeeded, and when it is read again. */
export function selectLastRun(corporationId: number) {
  return rows(
    {
      asOf: membersAsOf,
      renewedAt: sql<
        number | null
      >`case when json_extract(${fetchRuns.plan}, '$.sources.members.failure') is null
        then json_extract(${fetchRuns.plan}, '$.sources.members.expiresAt') end`,
      dueAt: fetchRuns.dueAt,
      isOpen: sql<number>`${fetchRuns.finishedAt} is null`,
    },
    (fields) =>
      orm
        .select(fields)
        .from(fetchRuns)
        .where(and(eq(fetchRuns.corporationId, corporationId), eq(fetchRuns.category, "core")))
        .orderBy(desc(fetchRuns.startedAt))
        .limit(1),
  );
}

/** A number a week of the last year, and the latest, the oldest first. */
export function selectHistory(corporationId: number, reader: UserActor, now: number) {
  const today = Math.floor(now / DAY_MS);
  return rows(
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
            sql`${rosterCounts.corporationId} = ${readable(corporationId, reader)}`,
            sql`${rosterCounts.day} > ${today - HISTORY_DAYS}`,
            sql`((${today} - ${rosterCounts.day}) % ${STEP_DAYS} = 0 or ${rosterCounts.day} > ${today - STEP_DAYS}
              or ${rosterCounts.day} = (select min(${first.day}) from ${rosterCounts} as ${first}
                where ${first.corporationId} = ${corporationId}))`,
          ),
        )
        .orderBy(rosterCounts.day),
  );
}
