import { and, eq, gt, inArray, lte, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import * as z from "zod/mini";
import { randomToken } from "#worker/ground/crypto.ts";
import { run } from "#worker/db/batch.ts";
import { jobRuns } from "#worker/db/schema/characters.ts";
import { insertWhere, orm, prepareAtStart } from "#worker/db/statements.ts";
import type { RowOfStatement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { logJob } from "#worker/http/log.ts";
import { enqueue } from "./enqueue.ts";
import { jobNameSchema } from "./crons.ts";
import type { DueJob, JobName, LatestRun } from "./crons.ts";

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const ERROR_LENGTH = 500;

const latest = alias(jobRuns, "latest");

/** The latest run of each of these jobs, a JSON list of names: one row of D1 for each, which is why the run is JSON. */
export const selectLatestRuns = prepareAtStart(
  {
    job: sql<string>`names.value`,
    run: sql<
      string | null
    >`(select json_array(${latest.startedAt}, ${latest.finishedAt}, ${latest.error})
      from ${jobRuns} as ${latest} where ${latest.job} = names.value order by ${latest.startedAt} desc limit 1)`,
  },
  (fields) => orm.select(fields).from(sql`json_each(${sql.placeholder("jobs")}) as names`),
);

const runSchema = z.tuple([z.number(), z.nullable(z.number()), z.nullable(z.string())]);

export function toLatestRun({ job, run }: RowOfStatement<typeof selectLatestRuns>): LatestRun {
  if (run === null) return { job, startedAt: null, finishedAt: null, error: null };
  const [startedAt, finishedAt, error] = runSchema.parse(JSON.parse(run));
  return {
    job,
    startedAt: new Date(startedAt),
    finishedAt: finishedAt === null ? null : new Date(finishedAt),
    error,
  };
}

/**
 * Runs a job and records the run with the number of rows that it changed. A failure is recorded and thrown. A job that is `due`
 * does not run if another invocation has begun it: two at the same minute run it once.
 */
export async function runJob(
  context: Context,
  job: JobName,
  work: (context: Context) => Promise<number>,
  due?: DueJob,
) {
  const { db, requestId } = context;
  const id = randomToken(12);
  const started = { id, job, startedAt: new Date() };
  const finish = async (result: { rows: number } | { error: string }) => {
    const finishedAt = new Date();
    const durationMs = finishedAt.getTime() - started.startedAt.getTime();
    logJob({ requestId, runId: id, job, durationMs, ...result });
    const update = orm.update(jobRuns).set({ finishedAt, ...result });
    await run(db, update.where(eq(jobRuns.id, id)));
  };
  const insert =
    due === undefined ? orm.insert(jobRuns).values(started) : insertDueRun(due, started);
  if ((await run(db, insert)) === 0) return;
  try {
    await finish({ rows: await work(context) });
  } catch (error) {
    await finish({ error: String(error).slice(0, ERROR_LENGTH) });
    throw error;
  }
}

/** The run of a job that is due and has nothing to do. */
export function insertIdleRun(due: DueJob, at: Date) {
  const idle = { id: randomToken(12), job: due.job, startedAt: at, finishedAt: at, rows: 0 };
  return insertDueRun(due, idle);
}

/** Inserts the run unless the job has begun since it was found due. */
function insertDueRun({ job, since, after }: DueJob, given: typeof jobRuns.$inferInsert) {
  // The clock of the invocation may be behind that of the cron.
  const startedAt = new Date(Math.max(given.startedAt.getTime(), since));
  const newer = orm
    .select({ id: latest.id })
    .from(latest)
    .where(and(eq(latest.job, job), gt(latest.startedAt, new Date(after))));
  return insertWhere(jobRuns, { ...given, startedAt }, notExists(newer));
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

/** By job: an index on the time alone would be a row written for every run. */
export function deleteOldJobRuns(now: Date) {
  const isOld = lte(jobRuns.startedAt, new Date(now.getTime() - KEPT_MS));
  return orm.delete(jobRuns).where(and(inArray(jobRuns.job, jobNameSchema.options), isOld));
}

export const jobMessageSchema = z.object({
  name: jobNameSchema,
  /** Where the job continues: with the characters after this one. */
  after: z.optional(z.int()),
  /** When the first of the messages that continue each other was processed. */
  startedAt: z.optional(z.int()),
  /** At most so many characters, or killmails. */
  limit: z.optional(z.int()),
});

export type JobProgress = Omit<z.infer<typeof jobMessageSchema>, "name">;

/** The kind of their messages. What each job does stands above the domains (`worker/app/cron-jobs.ts`), which start jobs. */
export const JOB = "job";

/** Has the queue run a job now, or continue it. If the message is lost, the job runs at its next time. */
export function startJob(context: Context, name: JobName, progress: JobProgress = {}) {
  const body = { kind: JOB, name, ...progress };
  return enqueue(context, [{ body, contentType: "json", isSlow: true }]);
}
