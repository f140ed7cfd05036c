import { and, eq, exists, inArray, isNull, sql } from "drizzle-orm";
import { markOf } from "#worker/auth/suspensions/suspended.ts";
import { selectDirectors } from "#worker/corporations/directors/store.ts";
import { guard, runBatch } from "#worker/db/batch.ts";
import { dataPages, directors, fetchRuns } from "#worker/db/schema/corporations.ts";
import type { RunFailure } from "#worker/db/schema/corporations.ts";
import { orm, rows } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import type { Cooldown } from "#worker/esi/cooldowns.ts";
import { selectCooldowns, upsertCooldowns } from "#worker/esi/cooldown-store.ts";
import { toStatements } from "./data-store.ts";
import { isCounted } from "./fetch-run.ts";
import type { FetchRun, PendingWrite } from "./fetch-run.ts";
import { LEASE_MS, RUN } from "./run-store.ts";
import { SOURCES } from "./sources.ts";

/**
 * Takes a run for this invocation, unless another one has it, and reads everything that the invocation needs: one round
 * trip. `found` is the run, whoever has it.
 */
export async function takeRun({ db, config }: Context, runId: string, now: number) {
  const categoryOf = JSON.stringify(
    Object.fromEntries(SOURCES.map(({ key, category }) => [key, category])),
  );
  const its = (column: typeof fetchRuns.corporationId | typeof fetchRuns.category) =>
    sql`(select ${column} from ${fetchRuns} where ${fetchRuns.id} = ${runId})`;
  const [[run], [found], cooldowns, directorRows, pages] = await runBatch(db, [
    rows(RUN, (fields) =>
      orm
        .update(fetchRuns)
        .set({
          leaseUntil: new Date(now + LEASE_MS),
          attempts: sql`${fetchRuns.attempts} + 1`,
          version: sql`${fetchRuns.version} + 1`,
        })
        .where(
          and(
            eq(fetchRuns.id, runId),
            isNull(fetchRuns.finishedAt),
            sql`coalesce(${fetchRuns.leaseUntil}, 0) <= ${now}`,
          ),
        )
        .returning(fields),
    ),
    rows({ leaseUntil: fetchRuns.leaseUntil, finishedAt: fetchRuns.finishedAt }, (fields) =>
      orm.select(fields).from(fetchRuns).where(eq(fetchRuns.id, runId)),
    ),
    selectCooldowns(config, new Date(now)),
    selectDirectors(eq(directors.corporationId, its(fetchRuns.corporationId))),
    rows(
      {
        source: dataPages.source,
        isStaged: dataPages.isStaged,
        page: dataPages.page,
        etag: dataPages.etag,
        itemCount: dataPages.itemCount,
      },
      (fields) =>
        orm
          .select(fields)
          .from(dataPages)
          .where(
            and(
              eq(dataPages.corporationId, its(fetchRuns.corporationId)),
              inArray(
                dataPages.source,
                sql`(select key from json_each(${categoryOf}) where value = ${its(fetchRuns.category)})`,
              ),
            ),
          ),
    ),
  ]);
  // A director whose player is suspended is not used.
  const usable = directorRows.filter((director) => markOf(director, now) === null);
  return { run, found, cooldowns, directors: usable, pages };
}

/** What the run is from now on. */
export type Ending =
  | { state: "held" }
  | { state: "waiting"; resumesAt: number }
  | { state: "finished"; dueAt: number; error: RunFailure | null };

/**
 * Saves a run and what was read, in one batch: all of it, or nothing and a `GuardFailed` if another invocation has
 * taken the run over. Returns the number of items that are new or changed.
 */
export async function saveRun(
  context: Context,
  run: FetchRun,
  { writes, cooldowns, ending }: { writes: PendingWrite[]; cooldowns: Cooldown[]; ending: Ending },
): Promise<number> {
  const { db, config } = context;
  const isHeld = orm
    .select({ id: fetchRuns.id })
    .from(fetchRuns)
    .where(
      and(
        eq(fetchRuns.id, run.id),
        eq(fetchRuns.version, run.version),
        isNull(fetchRuns.finishedAt),
      ),
    );
  const saved = writes.map((write) => ({
    statements: toStatements(context, run.corporationId, write),
    isCounted: isCounted(write),
  }));
  const [, ...results] = await runBatch(db, [
    guard(exists(isHeld)),
    ...saved.flatMap(({ statements }) => statements),
    updateRun(run, ending),
    ...upsertCooldowns(config, cooldowns),
  ]);
  let last = -1;
  let changedRows = 0;
  for (const { statements, isCounted } of saved) {
    last += statements.length;
    // The last statement of a counted write changes a row for each item.
    if (isCounted) changedRows += Number(results[last]);
  }
  return changedRows;
}

function updateRun(run: FetchRun, ending: Ending): Statement {
  const { plan, pagesRead, rows, attempts } = run;
  const directorId = orm
    .select({ id: directors.id })
    .from(directors)
    .where(eq(directors.id, run.directorId ?? ""));
  return orm
    .update(fetchRuns)
    .set({
      ...endingColumns(ending),
      plan,
      pagesRead,
      rows,
      attempts,
      // The director may have been removed meanwhile.
      directorId: sql`(${directorId})`,
      version: sql`${fetchRuns.version} + 1`,
    })
    .where(eq(fetchRuns.id, run.id));
}

function endingColumns(ending: Ending) {
  switch (ending.state) {
    case "held":
      return { leaseUntil: new Date(Date.now() + LEASE_MS) };
    case "waiting":
      return { leaseUntil: null, resumesAt: new Date(ending.resumesAt) };
    case "finished":
      return {
        leaseUntil: null,
        resumesAt: null,
        finishedAt: new Date(),
        dueAt: new Date(ending.dueAt),
        error: ending.error,
      };
  }
}
