import { and, eq, exists, inArray, isNull, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { markOf } from "#worker/auth/suspensions/suspended.ts";
import { selectDirectorsOfRun } from "#worker/corporations/directors/store.ts";
import { prepareGuard, runBatch } from "#worker/db/batch.ts";
import { corporations, dataPages, directors, fetchRuns } from "#worker/db/schema/corporations.ts";
import type { RunFailure } from "#worker/db/schema/corporations.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import type { Cooldown } from "#worker/esi/cooldowns.ts";
import { selectCooldowns, upsertCooldowns } from "#worker/esi/cooldown-store.ts";
import { servesFeature } from "#worker/esi/scopes.ts";
import type { DirectorFeature } from "#worker/esi/scopes.ts";
import { isFree } from "#worker/work/lease.ts";
import { listsNeeded, selectDirectorConditions } from "#worker/db/rule-conditions.ts";
import { toStatements } from "./data-store.ts";
import { isCounted } from "./fetch-run.ts";
import type { OpenRun, PendingWrite } from "./fetch-run.ts";
import { RUN, RUN_LEASE_MS } from "./run-store.ts";
import { SOURCES } from "./sources.ts";

const runId = sql.placeholder("runId");
const now = sql.placeholder("now");

const takeLease = prepare(RUN, (fields) =>
  orm
    .update(fetchRuns)
    .set({
      leaseUntil: sql`${sql.placeholder("leaseUntil")}`,
      attempts: sql`${fetchRuns.attempts} + 1`,
      version: sql`${fetchRuns.version} + 1`,
    })
    .where(
      and(
        eq(fetchRuns.id, runId),
        isNull(fetchRuns.finishedAt),
        isFree(fetchRuns.leaseUntil, sql`${now}`),
      ),
    )
    .returning(fields),
);

const selectRun = prepare(
  { leaseUntil: fetchRuns.leaseUntil, finishedAt: fetchRuns.finishedAt },
  (fields) => orm.select(fields).from(fetchRuns).where(eq(fetchRuns.id, runId)),
);

const CATEGORY_OF_SOURCE = JSON.stringify(
  Object.fromEntries(SOURCES.map(({ key, category }) => [key, category])),
);

const selectPages = prepare(
  {
    source: dataPages.source,
    isStaged: dataPages.isStaged,
    page: dataPages.page,
    etag: dataPages.etag,
    itemCount: dataPages.itemCount,
  },
  (fields) => {
    const its = (column: typeof fetchRuns.corporationId | typeof fetchRuns.category) =>
      sql`(select ${column} from ${fetchRuns} where ${fetchRuns.id} = ${runId})`;
    return orm
      .select(fields)
      .from(dataPages)
      .where(
        and(
          eq(dataPages.corporationId, its(fetchRuns.corporationId)),
          inArray(
            dataPages.source,
            sql`(select key from json_each(${CATEGORY_OF_SOURCE}) where value = ${its(fetchRuns.category)})`,
          ),
        ),
      );
  },
);

const selectOwner = prepare(
  { allianceId: corporations.allianceId, readsRoles: corporations.readsRoles },
  (fields) =>
    orm
      .select(fields)
      .from(fetchRuns)
      .innerJoin(corporations, eq(corporations.id, fetchRuns.corporationId))
      .where(eq(fetchRuns.id, runId)),
);

/**
 * Takes a run for this invocation, unless another one has it, and reads everything that the invocation needs: one round
 * trip. `found` is the run, whoever has it.
 */
export async function takeRun({ db, config }: Context, id: string, nowMs: number) {
  const [[run], [found], cooldowns, directorRows, pages, [owner], conditions] = await runBatch(db, [
    takeLease({ runId: id, now: nowMs, leaseUntil: nowMs + RUN_LEASE_MS }),
    selectRun({ runId: id }),
    selectCooldowns(config, new Date(nowMs)),
    selectDirectorsOfRun({ runId: id }),
    selectPages({ runId: id }),
    selectOwner({ runId: id }),
    selectDirectorConditions(),
  ]);
  const allianceId = owner?.allianceId ?? null;
  // A director whose player is suspended is not used.
  const usable = directorRows.filter((director) => markOf(director, nowMs) === null);
  const lists =
    run?.category === "requirements"
      ? {
          lists: [
            ...new Set([
              ...listsNeeded(conditions, { corporationId: run.corporationId, allianceId }),
              ...(owner?.readsRoles ? rosterLists(usable) : []),
            ]),
          ],
        }
      : {};
  return { run, found, cooldowns, directors: usable, pages, allianceId, ...lists };
}

/** The lists that the roster shows, as far as directors have granted access to them. */
function rosterLists(directors: readonly { scopes: string[] | null }[]): string[] {
  const serves = (feature: DirectorFeature) =>
    directors.some(({ scopes }) => servesFeature(scopes, feature));
  return [
    ...(serves("roles") ? ["roles", "rolesHistory"] : []),
    ...(serves("titles") ? ["titles", "memberTitles"] : []),
  ];
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
  run: OpenRun,
  { writes, cooldowns, ending }: { writes: PendingWrite[]; cooldowns: Cooldown[]; ending: Ending },
): Promise<number> {
  const { db, config } = context;
  const whole = new Set(
    writes.flatMap((write) => (write.kind === "publish-pages" ? [write.source] : [])),
  );
  const saved = writes.map((write) => ({
    statements: toStatements(context, run.corporationId, write, whole),
    isCounted: isCounted(write),
  }));
  const [, ...results] = await runBatch(db, [
    requireHeld({ runId: run.id, version: run.version }),
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

const requireHeld = prepareGuard(
  exists(
    orm
      .select({ id: fetchRuns.id })
      .from(fetchRuns)
      .where(
        and(
          eq(fetchRuns.id, runId),
          eq(fetchRuns.version, sql.placeholder("version")),
          isNull(fetchRuns.finishedAt),
        ),
      ),
  ),
);

const given = (name: string) => sql`${sql.placeholder(name)}`;

/** The director may have been removed in the meantime. */
const director = sql`(${orm
  .select({ id: directors.id })
  .from(directors)
  .where(eq(directors.id, sql.placeholder("directorId")))})`;

/** Columns of every run that is saved. */
const SAVED = {
  plan: given("plan"),
  pagesRead: given("pagesRead"),
  rows: given("rows"),
  attempts: given("attempts"),
  version: sql`${fetchRuns.version} + 1`,
};

type Saved = Partial<
  Record<"leaseUntil" | "resumesAt" | "finishedAt" | "dueAt" | "error" | "directorId", SQL>
>;

const prepareUpdate = (set: Saved) =>
  prepare({}, () =>
    orm
      .update(fetchRuns)
      .set({ ...SAVED, ...set })
      .where(eq(fetchRuns.id, runId)),
  );

/** `withDirector`: an index has the director, and is written only where the run goes on with another. */
const prepareUpdates = (set: Saved) => ({
  same: prepareUpdate(set),
  withDirector: prepareUpdate({ ...set, directorId: director }),
});

const UPDATES = {
  held: prepareUpdates({ leaseUntil: given("leaseUntil") }),
  waiting: prepareUpdates({ leaseUntil: sql`null`, resumesAt: given("resumesAt") }),
  finished: prepareUpdates({
    leaseUntil: sql`null`,
    resumesAt: sql`null`,
    finishedAt: given("now"),
    dueAt: given("dueAt"),
    error: given("error"),
  }),
};

function updateRun(run: OpenRun, ending: Ending): Statement {
  const { id, plan, pagesRead, rows, attempts, directorId, unsaved } = run;
  const { same, withDirector } = UPDATES[ending.state];
  const values = {
    runId: id,
    plan: JSON.stringify(plan),
    pagesRead,
    rows,
    attempts,
    ...endingValues(ending),
  };
  return unsaved.hasDirector
    ? withDirector({ ...values, directorId: directorId ?? "" })
    : same(values);
}

function endingValues(ending: Ending): Record<string, string | number | null> {
  switch (ending.state) {
    case "held":
      return { leaseUntil: Date.now() + RUN_LEASE_MS };
    case "waiting":
      return { resumesAt: ending.resumesAt };
    case "finished":
      return { now: Date.now(), dueAt: ending.dueAt, error: ending.error };
  }
}
