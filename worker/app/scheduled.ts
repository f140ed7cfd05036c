import { MINUTE_MS } from "#shared/time.ts";
import { fetchWork } from "#worker/corporations/fetch/service.ts";
import { QuotaExceeded } from "#worker/db/quota.ts";
import { openContext } from "#worker/env.ts";
import type { Context } from "#worker/env.ts";
import { logPostponedCron } from "#worker/http/log.ts";
import {
  EVERY_MINUTE,
  findDueJobs,
  jobNameSchema,
  scheduleNameSchema,
  SCHEDULES,
} from "#worker/work/crons.ts";
import { selectLatestRuns, startJob, toLatestRun } from "#worker/work/job-runs.ts";
import { findAllDue } from "#worker/work/begin-due.ts";
import { passIdleJobs, runCronJob } from "./cron-jobs.ts";
import { REGISTRY } from "./registry.ts";

/**
 * A job that has waited for this long is run before other work begins, in every second minute: ten jobs are due together, and a logout
 * reaches its application within two minutes (docs/applications.md).
 */
const PATIENCE_MS = 5 * MINUTE_MS;
const JOBS = JSON.stringify(jobNameSchema.options);

/** An event of the one cron. The name of a schedule instead starts all of its jobs now: New Eden's page and the tests send it. */
export async function runScheduled(
  { cron, scheduledTime }: { cron: string; scheduledTime: number },
  env: Env,
) {
  const context = await openContext(env);
  try {
    if (cron === EVERY_MINUTE) return await runMinute(context, scheduledTime);
    const { jobs } = SCHEDULES[scheduleNameSchema.parse(cron)];
    for (const job of jobs) await startJob(context, job);
  } catch (error) {
    if (!(error instanceof QuotaExceeded)) throw error;
    // The crons after midnight find what this one leaves.
    logPostponedCron({ requestId: context.requestId, cron, error: error.message });
  }
}

/**
 * Begins what waits; in a minute in which nothing does, runs a job that is due. One of both, because an invocation has 50 subrequests
 * and 10 ms of processor time on the free plan, and without a message, of which each takes three of the plan's 10,000 queue
 * operations a day.
 */
async function runMinute(context: Context, scheduledTime: number) {
  const { also: latest, begin } = await findAllDue(
    context,
    REGISTRY,
    selectLatestRuns({ jobs: JOBS }),
  );
  const due = findDueJobs(latest.map(toLatestRun), scheduledTime);
  const hasWaited = due.some(({ since }) => scheduledTime - since >= PATIENCE_MS);
  const isTurnOfJobs = hasWaited && Math.floor(scheduledTime / MINUTE_MS) % 2 === 1;
  // The round trip has started fetches: without a message, they would lie for minutes.
  const hasBegun = await begin(isTurnOfJobs ? [{ work: fetchWork, after: [] }] : REGISTRY);
  if (hasBegun && !isTurnOfJobs) return;
  const [job] = await passIdleJobs(context, due);
  if (job !== undefined) await runCronJob(context, job.job, {}, job);
}
