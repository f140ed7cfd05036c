import { and, desc, eq, exists, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { CorporationCategory } from "#shared/corporations/corporations.ts";
import { corporationCategorySchema } from "#shared/corporations/corporations.ts";
import { isScheduled } from "#worker/corporations/evidence/corporation-status.ts";
import { corporations, fetchRuns } from "#worker/db/schema/corporations.ts";
import { idsIn, insertWhere, orm, prepare, rows } from "#worker/db/statements.ts";
import { needsListsOfCorporation } from "#worker/db/rule-conditions.ts";
import type { RowOfStatement, Statement } from "#worker/db/statements.ts";
import { isFree } from "#worker/work/lease.ts";

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

// ── Starting runs ─────────────────────────────────────────────────────────────────────────────

const previous = alias(fetchRuns, "previous");
const latest = alias(fetchRuns, "latest");

/** The latest run of a corporation and a category. Its index ends in the rowid. */
const latestOf = (category: SQL, field: typeof latest.id | SQL) => {
  const found = orm
    .select({ field })
    .from(latest)
    .where(and(eq(latest.corporationId, corporations.id), eq(latest.category, category)))
    .orderBy(desc(latest.startedAt), sql`${latest}.rowid desc`)
    .limit(1);
  return sql`(${found})`;
};

/** A run begins with what the one before it left. */
const firstPlan = sql`json_object(
  'sources', json(coalesce(json_extract(${previous.plan}, '$.sources'), '{}')),
  'done', json('[]'),
  'lastSuccessAt', case when ${previous.error} is null then ${previous.finishedAt}
    else json_extract(${previous.plan}, '$.lastSuccessAt') end)`;

const STARTED = {
  id: fetchRuns.id,
  corporationId: fetchRuns.corporationId,
  category: fetchRuns.category,
};

/** Opens a run of each category for each corporation, unless one is open. */
function insertRuns(categories: CorporationCategory[], condition: SQL, now: number) {
  const category = sql`j.value`;
  return rows(STARTED, (fields) =>
    insertWhere(
      fetchRuns,
      {
        id: sql`lower(hex(randomblob(12)))`,
        corporationId: sql`${corporations.id}`,
        category,
        startedAt: new Date(now),
        resumesAt: new Date(now),
        plan: firstPlan,
      },
      // Others are read for every corporation.
      sql`${condition} and (j.value <> 'requirements' or ${needsListsOfCorporation()})`,
      sql`${corporations} cross join json_each(${JSON.stringify(categories)}) j
        left join ${fetchRuns} ${previous} on ${previous}.rowid = ${latestOf(category, sql`${latest}.rowid`)}`,
    )
      .onConflictDoNothing()
      .returning(fields),
  );
}

export function startRuns(corporationId: number, categories: CorporationCategory[], now: number) {
  return insertRuns(categories, eq(corporations.id, corporationId), now);
}

/** `categories`: those that are looked at. */
export function startDueRuns(now: number, categories = corporationCategorySchema.options) {
  return insertRuns(
    categories,
    sql`(${previous.id} is null or (${previous.finishedAt} is not null and ${previous.dueAt} <= ${now}))
      and ${isScheduled(sql`j.value`)}`,
    now,
  );
}

// ── Finding runs ──────────────────────────────────────────────────────────────────────────────

export function selectOpenRuns(corporationId: number) {
  return rows(STARTED, (fields) =>
    orm
      .select(fields)
      .from(fetchRuns)
      .where(and(eq(fetchRuns.corporationId, corporationId), isNull(fetchRuns.finishedAt))),
  );
}

/**
 * How long an invocation holds a run, which is longer than it ever runs without saving, and how long the queue may take to
 * deliver a message. A run without progress for longer has lost its invocation or its message.
 */
export const RUN_LEASE_MS = 3 * 60 * 1000;

const leaseEnd = sql`coalesce(${fetchRuns.leaseUntil}, ${fetchRuns.resumesAt} + ${RUN_LEASE_MS}, 0)`;

/** Runs without progress whose lease has ended. */
export function selectStalledRuns(now: number) {
  return rows(
    { id: fetchRuns.id },
    () => sql`select ${fetchRuns.id} as id from ${fetchRuns} indexed by corporation_runs_open
      where ${fetchRuns.finishedAt} is null and ${leaseEnd} < ${now} limit 100`,
  );
}

/** The runs of the list have a message again, unless they have a new lease in the meantime. */
export function requeueStalledRuns(ids: string[], now: number) {
  return requeueRuns(sql`${fetchRuns.id} in ${idsIn(ids)} and ${leaseEnd} < ${now}`, now);
}

/** Enqueues every open run again that is due to continue and has no lease. */
export function requeueIdleRuns(
  corporationId: number,
  categories: CorporationCategory[],
  now: number,
) {
  return requeueRuns(
    sql`${fetchRuns.corporationId} = ${corporationId} and ${fetchRuns.category} in ${idsIn(categories)}
      and ${isFree(fetchRuns.leaseUntil, now)} and coalesce(${fetchRuns.resumesAt}, 0) < ${now}`,
    now,
  );
}

function requeueRuns(condition: SQL, now: number) {
  return rows(STARTED, (fields) =>
    orm
      .update(fetchRuns)
      .set({ leaseUntil: null, resumesAt: new Date(now) })
      .where(and(isNull(fetchRuns.finishedAt), condition))
      .returning(fields),
  );
}

export const RUN = {
  id: fetchRuns.id,
  corporationId: fetchRuns.corporationId,
  category: fetchRuns.category,
  directorId: fetchRuns.directorId,
  startedAt: fetchRuns.startedAt,
  finishedAt: fetchRuns.finishedAt,
  dueAt: fetchRuns.dueAt,
  leaseUntil: fetchRuns.leaseUntil,
  resumesAt: fetchRuns.resumesAt,
  attempts: fetchRuns.attempts,
  version: fetchRuns.version,
  pagesRead: fetchRuns.pagesRead,
  rows: fetchRuns.rows,
  error: fetchRuns.error,
  plan: fetchRuns.plan,
};

export type RunRow = RowOfStatement<typeof selectLatestFetchRuns>;

/** The latest run of each category, open or finished. */
const SHOWN = { ...RUN, isScheduled: sql<number>`${isScheduled(fetchRuns.category)}` };
export const selectLatestFetchRuns = prepare(SHOWN, (fields) => {
  const categories = JSON.stringify(corporationCategorySchema.options);
  const ids = orm
    .select({ id: latestOf(sql`j.value`, latest.id).as("id") })
    .from(corporations)
    .crossJoin(sql`json_each(${categories}) j`)
    .where(eq(corporations.id, sql.placeholder("corporationId")));
  return orm
    .select(fields)
    .from(fetchRuns)
    .innerJoin(corporations, eq(corporations.id, fetchRuns.corporationId))
    .where(inArray(fetchRuns.id, ids));
});

/** The latest run of each category stays: it has the counts, and when the category is due. */
export function deleteOldRuns(now: Date): Statement {
  const newer = orm
    .select({ id: latest.id })
    .from(latest)
    .where(
      and(
        eq(latest.corporationId, fetchRuns.corporationId),
        eq(latest.category, fetchRuns.category),
        sql`${latest.startedAt} > ${fetchRuns.startedAt}`,
      ),
    );
  return orm.delete(fetchRuns).where(
    and(
      // By corporation and category: an index on the time alone would be a row written for every run.
      sql`${fetchRuns.corporationId} in (select ${corporations.id} from ${corporations})`,
      inArray(fetchRuns.category, corporationCategorySchema.options),
      lt(fetchRuns.startedAt, new Date(now.getTime() - KEPT_MS)),
      isNotNull(fetchRuns.finishedAt),
      exists(newer),
    ),
  );
}
