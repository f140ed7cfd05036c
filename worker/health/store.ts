import { sql } from "drizzle-orm";
import type { Config } from "#worker/config.ts";
import type { Database } from "#worker/db/database.ts";
import { databaseSize, raw } from "#worker/db/raw.ts";
import { selectClosures } from "#worker/esi/shared-limits.ts";

const FAILURES_SHOWN = 10;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Growth is told over a month. */
const SAMPLES_READ = 31;

/** Instants are milliseconds since 1970. */
export type JobFact = {
  job: string;
  startedAt: number | null;
  finishedAt: number | null;
  error: string | null;
};
export type SampleFact = {
  day: string;
  takenAt: number;
  databaseBytes: number;
  tokensByKey: string;
  revokedTokens: number;
};
export type FailureFact = { id: string; what: string; words: string; at: number };
export type Facts = Awaited<ReturnType<typeof readFacts>>;

/** Whether the database answers, and has its tables. One row. */
export async function touch(db: Database) {
  await raw(db, sql`select 1 from health_samples limit 1`);
}

/** All that the diagnosis reads, by indexes, in one round trip. */
export async function readFacts(db: Database, config: Config, jobs: string[], now: number) {
  const yesterday = now - DAY_MS;
  const [runs, jobFailures, fetchFailures, letters, samples, work, dead, holders, closures, size] =
    await db.batch([
      raw<JobFact>(
        db,
        sql`
        select j.value as job, r.started_at as "startedAt", r.finished_at as "finishedAt", r.error
        from json_each(${JSON.stringify(jobs)}) j left join job_runs r on r.rowid = (
          select l.rowid from job_runs l where l.job = j.value order by l.started_at desc limit 1)`,
      ),
      raw<FailureFact>(
        db,
        sql`
        select id, job as what, error as words, started_at as at from job_runs
        where error is not null order by started_at desc limit ${FAILURES_SHOWN}`,
      ),
      raw<FailureFact>(
        db,
        sql`
        select r.id, 'fetch of ' || r.category || ' data of ' || c.name as what, r.error as words,
          r.finished_at as at
        from corporation_runs r join corporations c on c.id = r.corporation_id
        where r.error is not null and r.finished_at is not null
        order by r.finished_at desc limit ${FAILURES_SHOWN}`,
      ),
      raw<FailureFact>(
        db,
        sql`
        select id, 'message that was given up' as what, body as words, died_at as at
        from dead_letters order by died_at desc limit ${FAILURES_SHOWN}`,
      ),
      raw<SampleFact>(
        db,
        sql`
        select day, taken_at as "takenAt", database_bytes as "databaseBytes",
          tokens_by_key as "tokensByKey", revoked_tokens as "revokedTokens"
        from health_samples order by day desc limit ${SAMPLES_READ}`,
      ),
      raw<{ open: number; waitingSince: number | null }>(
        db,
        sql`
        select count(*) as open, min(case when coalesce(lease_until, 0) < ${now}
          then coalesce(resumes_at, started_at) end) as "waitingSince"
        from corporation_runs where finished_at is null`,
      ),
      raw<{ letters: number }>(
        db,
        sql`select count(*) as letters from dead_letters where died_at > ${yesterday}`,
      ),
      raw<{ name: string }>(
        db,
        sql`
        select name from characters where user_id is not null
          and id in (select value from json_each(${JSON.stringify(config.ADMIN_CHARACTER_IDS)}))`,
      ),
      selectClosures(db, config, new Date(now)),
      databaseSize(db),
    ]);
  return {
    runs,
    failures: [...jobFailures, ...fetchFailures, ...letters]
      .toSorted((a, b) => b.at - a.at)
      .slice(0, FAILURES_SHOWN),
    samples,
    openFetches: work[0]?.open ?? 0,
    waitingSince: work[0]?.waitingSince ?? null,
    deadLetters: dead[0]?.letters ?? 0,
    administrators: holders.map(({ name }) => name),
    closures,
    databaseBytes: size[0] ?? 0,
  };
}
