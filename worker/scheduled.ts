import { QuotaExceeded } from "#worker/db/quota.ts";
import { logPostponedCron } from "#worker/http/log.ts";
import { CATCH_UP, CRONS, EVERY_MINUTE } from "#worker/jobs/crons.ts";
import type { JobName } from "#worker/jobs/crons.ts";
import { hasSucceeded } from "#worker/jobs/job-runs.ts";
import { beginAllDue } from "#worker/work/begin-due.ts";
import { cronJobs, isAsked, passIdleJobs, runCronJob } from "./cron-jobs.ts";
import { openContext } from "./env.ts";
import type { Context } from "./env.ts";
import { enqueue } from "./job-queue.ts";
import { REGISTRY } from "./registry.ts";

/** Begins what is due every minute, or starts the jobs of a cron. */
export async function runScheduled(cron: string, env: Env) {
  const jobs = CRONS[cron]?.jobs;
  if (jobs === undefined && cron !== EVERY_MINUTE) {
    throw new Error(`No job is registered for the cron ${cron}.`);
  }
  const context = await openContext(env);
  try {
    await (jobs === undefined ? beginAllDue(context, REGISTRY) : startJobs(context, jobs));
  } catch (error) {
    if (!(error instanceof QuotaExceeded)) throw error;
    // The crons after midnight find what this one leaves.
    logPostponedCron({ requestId: context.requestId, cron, error: error.message });
  }
}

/**
 * Each in an invocation of its own, since an invocation has 50 subrequests on the free plan: a single job runs here, of
 * several the queue gets a message each. A message costs three of the plan's 10,000 queue operations a day. A lost message is
 * not missed: the next cron sends another.
 */
async function startJobs(context: Context, jobs: readonly [JobName, ...JobName[]]) {
  const [first, ...others] = jobs;
  if (others.length === 0) return runCronJob(context, first);
  await send(
    context,
    jobs.filter((job) => !isAsked(job)),
  );
  await send(context, await passIdleJobs(context, jobs.filter(isAsked)));
  // A new deployment has no prices yet, and the daily run may have met an outage.
  for (const { job, afterMinutes } of CATCH_UP) {
    if (!(await hasSucceeded(context.db, job, afterMinutes))) await send(context, [job]);
  }
}

function send({ queue }: Context, names: readonly JobName[]) {
  return enqueue(
    queue,
    names.map((name) => cronJobs.message({ name })),
  );
}
