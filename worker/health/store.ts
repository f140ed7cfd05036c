import { and, count, desc, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { DAY_MS } from "#shared/time.ts";
import { selectAnyApplication, selectKeys } from "#worker/applications/oidc/signing-keys.ts";
import { selectLastSeal } from "#worker/audit/seals/store.ts";
import { selectAdministrators } from "#worker/auth/administrators/store.ts";
import type { Config } from "#worker/ground/config.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { jobRuns } from "#worker/db/schema/characters.ts";
import { corporations, fetchRuns } from "#worker/db/schema/corporations.ts";
import { deadLetters, healthSamples, unsentMessages } from "#worker/db/schema/installation.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import type { Read } from "#worker/db/statements.ts";
import { selectCooldowns } from "#worker/esi/cooldown-store.ts";
import { selectLatestRuns, toLatestRun } from "#worker/work/job-runs.ts";

const FAILURES_SHOWN = 10;
/** Growth is measured over a month. */
const SAMPLES_READ = 31;

const selectOne = prepare({ day: healthSamples.day }, (fields) =>
  orm.select(fields).from(healthSamples).limit(1),
);

// The last failures, each with the time of the failure in milliseconds.

const selectJobFailures = prepare(
  {
    id: jobRuns.id,
    what: sql<string>`${jobRuns.job}`,
    words: sql<string>`${jobRuns.error}`,
    at: sql<number>`${jobRuns.startedAt}`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(jobRuns)
      .where(isNotNull(jobRuns.error))
      .orderBy(desc(jobRuns.startedAt))
      .limit(FAILURES_SHOWN),
);

const selectFetchFailures = prepare(
  {
    id: fetchRuns.id,
    what: sql<string>`'fetch of ' || ${fetchRuns.category} || ' data of ' || ${corporations.name}`,
    words: sql<string>`${fetchRuns.error}`,
    at: sql<number>`${fetchRuns.finishedAt}`,
  },
  (fields) =>
    orm
      .select(fields)
      .from(fetchRuns)
      .innerJoin(corporations, eq(corporations.id, fetchRuns.corporationId))
      .where(and(isNotNull(fetchRuns.error), isNotNull(fetchRuns.finishedAt)))
      .orderBy(desc(fetchRuns.finishedAt))
      .limit(FAILURES_SHOWN),
);

const selectDeadLetters = prepare(
  {
    id: deadLetters.id,
    what: sql<string>`'message that was given up'`,
    words: sql<string>`${deadLetters.body}`,
    at: sql<number>`${deadLetters.diedAt}`,
  },
  (fields) =>
    orm.select(fields).from(deadLetters).orderBy(desc(deadLetters.diedAt)).limit(FAILURES_SHOWN),
);

const selectSamples = prepare(
  {
    takenAt: healthSamples.takenAt,
    databaseBytes: healthSamples.databaseBytes,
    tokensByKey: healthSamples.tokensByKey,
  },
  (fields) =>
    orm.select(fields).from(healthSamples).orderBy(desc(healthSamples.day)).limit(SAMPLES_READ),
);

const selectOpenFetches = prepare(
  {
    open: count(),
    waitingSince: sql<number | null>`min(
      case when coalesce(${fetchRuns.leaseUntil}, 0) < ${sql.placeholder("now")}
      then coalesce(${fetchRuns.resumesAt}, ${fetchRuns.startedAt}) end)`,
  },
  (fields) => orm.select(fields).from(fetchRuns).where(isNull(fetchRuns.finishedAt)),
);

const countDeadLetters = prepare({ letters: count() }, (fields) =>
  orm
    .select(fields)
    .from(deadLetters)
    .where(gt(deadLetters.diedAt, sql.placeholder("since"))),
);

/** What the queue said when it did not take a message that still waits. */
const selectRefusal = prepare(
  { refusedAt: unsentMessages.refusedAt, error: unsentMessages.error },
  (fields) => orm.select(fields).from(unsentMessages).limit(1),
);

/** What D1 adds to every result: the size in bytes, and the region of the primary if it answered, which a local database has not. */
export function selectDatabaseMeta(): Read<{ bytes: number; region: string | undefined }> {
  return {
    toSQL: () => ({ sql: "select 1", params: [] }),
    read: ({ meta }) => ({
      bytes: meta.size_after,
      region: meta.served_by_primary === true ? meta.served_by_region : undefined,
    }),
  };
}

/** Throws unless the database answers and has its tables. Reads one row. */
export async function touch(db: Database) {
  await run(db, selectOne());
}

/** Everything that the diagnosis reads from the database, in one round trip. */
export async function readFacts(db: Database, config: Config, jobs: string[], now: number) {
  const [
    runs,
    jobFailures,
    fetchFailures,
    letters,
    samples,
    open,
    dead,
    refusals,
    administrators,
    cooldowns,
    database,
    seals,
    signingKeys,
    applications,
  ] = await runBatch(db, [
    selectLatestRuns({ jobs: JSON.stringify(jobs) }),
    selectJobFailures(),
    selectFetchFailures(),
    selectDeadLetters(),
    selectSamples(),
    selectOpenFetches({ now }),
    countDeadLetters({ since: now - DAY_MS }),
    selectRefusal(),
    selectAdministrators(config.ADMIN_CHARACTER_IDS),
    selectCooldowns(config, new Date(now)),
    selectDatabaseMeta(),
    selectLastSeal(),
    selectKeys(),
    selectAnyApplication(),
  ]);
  return {
    runs: runs.map(toLatestRun),
    failures: [...jobFailures, ...fetchFailures, ...letters]
      .toSorted((a, b) => b.at - a.at)
      .slice(0, FAILURES_SHOWN),
    samples,
    openFetches: open[0]?.open ?? 0,
    waitingSince: open[0]?.waitingSince ?? null,
    deadLetters: dead[0]?.letters ?? 0,
    refusal: refusals[0],
    administrators,
    cooldowns,
    databaseBytes: database.bytes,
    databaseRegion: database.region,
    head: seals[0],
    signingKeys,
    hasApplications: applications.length > 0,
  };
}
export type HealthFacts = Awaited<ReturnType<typeof readFacts>>;
