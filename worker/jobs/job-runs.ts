import { and, eq, gt, inArray, isNotNull, lte } from "drizzle-orm";
import { randomToken } from "#worker/crypto.ts";
import { run } from "#worker/db/batch.ts";
import type { Database } from "#worker/db/database.ts";
import { jobRuns } from "#worker/db/schema/characters.ts";
import { orm, rows } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { logJob } from "#worker/http/log.ts";
import { jobNameSchema } from "./crons.ts";
import type { JobName } from "./crons.ts";

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const ERROR_LENGTH = 500;

/** Runs a job and records the run with the number of rows that it changed. A failure is recorded and thrown. */
export async function runJob(
  context: Context,
  job: JobName,
  work: (context: Context) => Promise<number>,
) {
  const { db, requestId } = context;
  const id = randomToken(12);
  const startedAt = new Date();
  const finish = async (outcome: { rows: number } | { error: string }) => {
    const finishedAt = new Date();
    const durationMs = finishedAt.getTime() - startedAt.getTime();
    logJob({ requestId, runId: id, job, durationMs, ...outcome });
    await run(
      db,
      orm
        .update(jobRuns)
        .set({ finishedAt, ...outcome })
        .where(eq(jobRuns.id, id)),
    );
  };
  await run(db, orm.insert(jobRuns).values({ id, job, startedAt }));
  try {
    await finish({ rows: await work(context) });
  } catch (error) {
    await finish({ error: String(error).slice(0, ERROR_LENGTH) });
    throw error;
  }
}

/** The run of a job that had nothing to do. */
export function insertIdleRun(job: JobName, at: Date) {
  const run = { id: randomToken(12), job, startedAt: at, finishedAt: at, rows: 0 };
  return orm.insert(jobRuns).values(run);
}

/** Does a part of a job whose beginning was recorded: a row for each part would be many. A failure is recorded and thrown. */
export async function continueJob<Value>(
  { db }: Context,
  job: JobName,
  work: () => Promise<Value>,
): Promise<Value> {
  const startedAt = new Date();
  try {
    return await work();
  } catch (error) {
    const outcome = { finishedAt: new Date(), error: String(error).slice(0, ERROR_LENGTH) };
    await run(db, orm.insert(jobRuns).values({ id: randomToken(12), job, startedAt, ...outcome }));
    throw error;
  }
}

/** Whether a run of the job that began in the last `minutes` has succeeded. */
export async function hasSucceeded(db: Database, job: JobName, minutes: number): Promise<boolean> {
  const since = new Date(Date.now() - minutes * 60_000);
  const [success] = await run(
    db,
    rows({ id: jobRuns.id }, (fields) =>
      orm
        .select(fields)
        .from(jobRuns)
        .where(and(eq(jobRuns.job, job), isNotNull(jobRuns.rows), gt(jobRuns.startedAt, since)))
        .limit(1),
    ),
  );
  return success !== undefined;
}

/** By job: an index on the time alone would be a row written for every run. */
export function deleteOldJobRuns(now: Date) {
  const isOld = lte(jobRuns.startedAt, new Date(now.getTime() - KEPT_MS));
  return orm.delete(jobRuns).where(and(inArray(jobRuns.job, jobNameSchema.options), isOld));
}
