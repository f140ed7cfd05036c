import { eq, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { CorporationCategory } from "#shared/corporations.ts";

import { guard, runBatch } from "#worker/db/batch.ts";
import type { Statement } from "#worker/db/batch.ts";
import { directors as directorTable } from "#worker/db/schema/corporations.ts";
import type { RunFailure, RunPlan } from "#worker/db/schema/corporations.ts";
import type { Database } from "#worker/db/database.ts";
import { raw } from "#worker/db/raw.ts";
import type { Context } from "#worker/env.ts";
import { readClosures } from "#worker/esi/shared-limits.ts";
import { selectDirectors } from "#worker/corporations/directors/store.ts";
import { SOURCES } from "./sources.ts";

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** Longer than an invocation goes without a write of its own. */
export const LEASE_MS = 3 * 60 * 1000;

export type RunRow = {
  id: string;
  corporationId: number;
  category: CorporationCategory;
  directorId: string | null;
  startedAt: number;
  finishedAt: number | null;
  dueAt: number | null;
  leaseUntil: number | null;
  resumesAt: number | null;
  attempts: number;
  version: number;
  pagesRead: number;
  rows: number;
  error: RunFailure | null;
  plan: string;
};

const RUN = sql`id, corporation_id as "corporationId", category, director_id as "directorId",
  started_at as "startedAt", finished_at as "finishedAt", due_at as "dueAt",
  lease_until as "leaseUntil", resumes_at as "resumesAt", attempts, version,
  pages_read as "pagesRead", rows, error, plan`;

/** The latest run of corporation `c` and category `j.value`; its index ends in the rowid. */
const LATEST = sql`(select r.id from corporation_runs r where r.corporation_id = c.id
  and r.category = j.value order by r.started_at desc, r.rowid desc limit 1)`;

export type StartedRun = { id: string; corporationId: number; category: CorporationCategory };

/** Opens a run of these categories, `p` being the latest, for each corporation `c`, unless one is going on. */
export function insertRuns(
  db: Database,
  categories: CorporationCategory[],
  where: SQL,
  now: number,
) {
  return raw<StartedRun>(
    db,
    sql`
    insert into corporation_runs (id, corporation_id, category, started_at, resumes_at, plan)
    select lower(hex(randomblob(12))), c.id, j.value, ${now}, ${now}, json_object(
      'sources', json(coalesce(json_extract(p.plan, '$.sources'), '{}')),
      'done', json('[]'),
      'lastSuccessAt', case when p.error is null then p.finished_at
        else json_extract(p.plan, '$.lastSuccessAt') end)
    from corporations c cross join json_each(${JSON.stringify(categories)}) j
    left join corporation_runs p on p.id = ${LATEST}
    where ${where}
    on conflict do nothing
    returning id, corporation_id as "corporationId", category`,
  );
}

export function selectOpenRuns(db: Database, corporationId: number) {
  return raw<StartedRun>(
    db,
    sql`select id, corporation_id as "corporationId", category from corporation_runs
      where corporation_id = ${corporationId} and finished_at is null`,
  );
}

/** Of each category the latest run, going on or finished. */
export function selectLatestRuns(
  db: Database,
  corporationId: number,
  categories: CorporationCategory[],
) {
  return raw<RunRow>(
    db,
    sql`select ${RUN} from corporation_runs where id in (
      select ${LATEST} from corporations c cross join json_each(${JSON.stringify(categories)}) j
      where c.id = ${corporationId})`,
  );
}

/** Runs that should have gone on by then and did not: their message is lost, or their invocation was killed. */
export function selectStalledRuns(db: Database, before: number) {
  return raw<{ id: string }>(
    db,
    sql`select id from corporation_runs indexed by corporation_runs_open where finished_at is null
      and max(coalesce(lease_until, 0), coalesce(resumes_at, 0)) < ${before} limit 100`,
  );
}

export type PageRow = {
  source: string;
  isStaged: number;
  page: number;
  etag: string | null;
  itemCount: number;
};

/**
 * Takes a run for this invocation, unless another one has it, and reads all that the invocation decides on: one
 * round trip.
 */
export async function takeRun({ db, config }: Context, runId: string, now: number) {
  const categoryOf = Object.fromEntries(SOURCES.map(({ key, category }) => [key, category]));
  const its = (column: string) =>
    sql`(select ${sql.raw(column)} from corporation_runs where id = ${runId})`;
  const [taken, [there], closures, directors, pages] = await runBatch(db, [
    raw<RunRow>(
      db,
      sql`update corporation_runs set lease_until = ${now + LEASE_MS}, attempts = attempts + 1,
        version = version + 1
      where id = ${runId} and finished_at is null and coalesce(lease_until, 0) <= ${now}
      returning ${RUN}`,
    ),
    raw<{ leaseUntil: number | null; finishedAt: number | null }>(
      db,
      sql`select lease_until as "leaseUntil", finished_at as "finishedAt"
        from corporation_runs where id = ${runId}`,
    ),
    readClosures(config, new Date(now)),
    selectDirectors(eq(directorTable.corporationId, its("corporation_id"))),
    raw<PageRow>(
      db,
      sql`select source, is_staged as "isStaged", page, etag, item_count as "itemCount"
        from corporation_pages where corporation_id = ${its("corporation_id")} and source in (
          select key from json_each(${JSON.stringify(categoryOf)}) where value = ${its("category")})`,
    ),
  ]);
  const [run] = taken;
  return { run, there, closures, directors, pages };
}

export type RunChange = {
  plan: RunPlan;
  directorId: string | null;
  pagesRead: number;
  rows: number;
  attempts: number;
};

export type HeldRun = { id: string; version: number };

/** The first statement of every batch of an invocation: it undoes the batch when the run is no longer ours. */
export function stillHeld({ id, version }: HeldRun) {
  return guard(
    sql`exists (select 1 from corporation_runs
      where id = ${id} and version = ${version} and finished_at is null)`,
  );
}

/** Goes into one batch with `stillHeld`. */
export function updateRun(
  db: Database,
  { id }: HeldRun,
  change: RunChange,
  more:
    | { state: "held"; until: number }
    | { state: "waiting"; resumesAt: number }
    | { state: "finished"; at: number; dueAt: number; error: RunFailure | null },
): Statement {
  const set =
    more.state === "held"
      ? sql`lease_until = ${more.until}`
      : more.state === "waiting"
        ? sql`lease_until = null, resumes_at = ${more.resumesAt}`
        : sql`lease_until = null, resumes_at = null, finished_at = ${more.at},
            due_at = ${more.dueAt}, error = ${more.error}`;
  return raw(
    db,
    sql`
    update corporation_runs set ${set}, plan = ${JSON.stringify(change.plan)},
      director_id = (select id from corporation_directors where id = ${change.directorId}),
      pages_read = ${change.pagesRead}, rows = ${change.rows}, attempts = ${change.attempts},
      version = version + 1
    where id = ${id}`,
  );
}

/** The latest of each category stays: it says what is known, and when it is due again. */
export function deleteOldRuns(db: Database, now: Date): Statement {
  return raw(
    db,
    sql`delete from corporation_runs where started_at < ${now.getTime() - KEPT_MS}
      and finished_at is not null and exists (select 1 from corporation_runs newer
        where newer.corporation_id = corporation_runs.corporation_id
        and newer.category = corporation_runs.category
        and newer.started_at > corporation_runs.started_at)`,
  );
}
