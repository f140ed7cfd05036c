import { and, eq, gt, isNotNull, lte } from "drizzle-orm";
import { randomToken } from "./crypto.ts";
import type { Statement } from "#worker/db/batch.ts";
import { jobRuns } from "#worker/db/schema/characters.ts";
import type { Database } from "#worker/db/database.ts";
import type { Context } from "./env.ts";
import { logError, logJob } from "#worker/http/log.ts";

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const ERROR_LENGTH = 500;

/** A cron's piece of work; it returns how many rows it changed. */
export type Job = { name: string; work: (context: Context) => Promise<number> };

/** Runs a job and records the run. A job that fails does not keep the others from running. */
export async function runJob(context: Context, { name, work }: Job) {
  const { db, requestId } = context;
  const id = randomToken(12);
  const started = Date.now();
  const log = (outcome: { rows?: number; error?: string }) =>
    logJob({ requestId, runId: id, job: name, durationMs: Date.now() - started, ...outcome });
  await db.insert(jobRuns).values({ id, job: name, startedAt: new Date() });
  const finish = async (outcome: { rows?: number; error?: string }) => {
    log(outcome);
    await db
      .update(jobRuns)
      .set({ finishedAt: new Date(), ...outcome })
      .where(eq(jobRuns.id, id));
  };
  try {
    await finish({ rows: await work(context) });
  } catch (error) {
    logError(requestId, error);
    await finish({ error: String(error).slice(0, ERROR_LENGTH) });
  }
}

/** Runs a job that has not succeeded for this long, or never: a new deployment, or an outage at its hour. */
export async function runJobIfOverdue(context: Context, job: Job, maxAgeMs: number) {
  const recent = new Date(Date.now() - maxAgeMs);
  const [success] = await context.db
    .select({ id: jobRuns.id })
    .from(jobRuns)
    .where(and(eq(jobRuns.job, job.name), isNotNull(jobRuns.rows), gt(jobRuns.startedAt, recent)))
    .limit(1);
  if (success === undefined) await runJob(context, job);
}

export function deleteOldJobRuns(db: Database, now: Date): Statement {
  return db.delete(jobRuns).where(lte(jobRuns.startedAt, new Date(now.getTime() - KEPT_MS)));
}
