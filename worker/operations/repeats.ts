import { and, eq, isNotNull, lte, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { REPEATED_DAYS_AHEAD } from "#shared/operations/limits.ts";
import { DAY_MS } from "#shared/time.ts";
import { recordAndApply } from "#worker/audit/record.ts";
import { run } from "#worker/db/batch.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { operationGroups, operations, operationSeries } from "#worker/db/schema/operations.ts";
import { insertWhere, orm, prepare } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { defineWork } from "#worker/work/define-work.ts";
import { isPlanner, plansFor } from "./rules.ts";
import { WEEK_MS } from "./store.ts";

/** Operations that a slice makes. */
const MOST_REPEATS = 10;

const pattern = alias(operations, "pattern");
const both = alias(groupMembers, "both");

/** The operation whose copy the next one of the series is. */
const patternOf = sql`(select ${pattern.id} from ${operations} as ${pattern}
  where ${pattern.seriesId} = ${operationSeries.id} order by ${pattern.isOwn}, ${pattern.seriesAt} desc limit 1)`;

const selectDue = prepare(
  () => ({
    id: operationSeries.id,
    groupId: operationSeries.groupId,
    nextAt: sql<number>`${operationSeries.nextAt}`,
    patternId: operations.id,
    title: operations.title,
  }),
  (fields) =>
    orm
      .select(fields)
      .from(operationSeries)
      .innerJoin(operations, sql`${operations.id} = ${patternOf}`)
      .where(
        and(
          isNotNull(operationSeries.nextAt),
          lte(operationSeries.nextAt, sql.placeholder("until")),
        ),
      )
      .orderBy(operationSeries.nextAt)
      .limit(sql.placeholder("limit")),
);

/**
 * SQL condition on `operation_groups`: the series goes on for this group. It does for the one that plans it, and for others as long as
 * somebody plans for both: a planner whom another group has dismissed brings that group no more operations.
 */
const goesOnFor = (home: string) => sql`(${operationGroups.groupId} = ${home}
  or exists (select 1 from ${groupMembers} as ${both} where ${both.groupId} = ${operationGroups.groupId}
    and ${isPlanner(both)} and ${plansFor(both.userId, home)}))`;

const horizon = (now: number) => now + REPEATED_DAYS_AHEAD * DAY_MS;

/** Makes the next operations of series, a few weeks ahead. Each is one batch, which changes nothing if another invocation was faster. */
export const repeatWork = defineWork({
  kind: "operation-repeats",
  due: (_context, now) => [selectDue({ until: horizon(now), limit: 1 })],
  async slice(context) {
    const now = Date.now();
    const due = await run(context.db, selectDue({ until: horizon(now), limit: MOST_REPEATS }));
    // One after another: D1 has one writer.
    // oxlint-disable-next-line no-await-in-loop
    for (const series of due) await repeat(context, series, now);
    return due.length > 0;
  },
});

/** Weeks that have passed while Muster did not run are left out. */
function repeat(context: Context, series: RowOfStatement<typeof selectDue>, now: number) {
  const { id: seriesId, groupId, nextAt, title, patternId } = series;
  const missed = Math.max(0, Math.ceil((now - nextAt) / WEEK_MS));
  const startsAt = new Date(nextAt + missed * WEEK_MS);
  const id = randomToken(12);
  return recordAndApply(context, {
    kind: "operation_planned",
    actor: "job",
    groupId,
    detail: { operationId: id, title, startsAt: startsAt.toISOString() },
    condition: sql`exists (select 1 from ${operationSeries}
      where ${operationSeries.id} = ${seriesId} and ${operationSeries.nextAt} = ${nextAt})`,
    statements: (applied) => [
      insertWhere(
        operations,
        {
          id,
          groupId,
          kind: sql`${operations.kind}`,
          title: sql`${operations.title}`,
          text: sql`${operations.text}`,
          doctrine: sql`${operations.doctrine}`,
          place: sql`${operations.place}`,
          comms: sql`${operations.comms}`,
          startsAt,
          endsAt: sql`${startsAt.getTime()} + ${operations.endsAt} - ${operations.startsAt}`,
          commanderId: sql`${operations.commanderId}`,
          createdBy: sql`${operations.createdBy}`,
          createdAt: new Date(),
          seriesId,
          seriesAt: startsAt,
        },
        sql`${operations.id} = ${patternId} and ${applied}`,
        sql`${operations}`,
      ),
      insertWhere(
        operationGroups,
        { operationId: id, groupId: sql`${operationGroups.groupId}`, startsAt },
        sql`${operationGroups.operationId} = ${patternId} and ${goesOnFor(groupId)} and ${applied}`,
        sql`${operationGroups}`,
      ),
      orm
        .update(operationSeries)
        .set({ nextAt: new Date(startsAt.getTime() + WEEK_MS) })
        .where(and(eq(operationSeries.id, seriesId), applied)),
    ],
  });
}
