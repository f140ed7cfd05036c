import { startDueWebhooks } from "#worker/applications/webhooks/deliver.ts";
import { openDatabase } from "#worker/db/database.ts";
import {
  restartStalledFetches,
  startDueMemberFetches,
} from "#worker/corporations/fetch/service.ts";
import { startDuePosts } from "#worker/discord/posts/service.ts";
import { startDueSyncs } from "#worker/discord/servers/sync/service.ts";
import { endDueMemberships } from "#worker/groups/ends/job.ts";
import { CATCH_UP, CRONS, EVERY_MINUTE } from "#worker/jobs/crons.ts";
import { hasSucceeded } from "#worker/jobs/job-runs.ts";
import { startEvaluation } from "#worker/requirements/passes/evaluation.ts";
import { startRosterWork } from "#worker/roster/due-work.ts";
import { readConfig } from "./config.ts";
import { runCronJob } from "./cron-jobs.ts";
import type { Context } from "./env.ts";
import { enqueue } from "./job-queue.ts";
import type { JobName } from "./job-queue.ts";

/**
 * Starts the jobs of a cron, each in an invocation of its own, since an invocation has 50 subrequests on the free plan: a
 * single job runs here, of several the queue gets a message each. A message costs three of the plan's 10,000 queue
 * operations a day. A lost message is not missed: the next cron sends another.
 */
export async function runScheduled(cron: string, env: Env) {
  const jobs = CRONS[cron]?.jobs;
  if (jobs === undefined && cron !== EVERY_MINUTE) {
    throw new Error(`No job is registered for the cron ${cron}.`);
  }
  const context: Context = {
    db: openDatabase(env.DB),
    config: await readConfig(env),
    queue: env.FETCH_QUEUE,
    requestId: crypto.randomUUID(),
  };
  if (jobs === undefined) return everyMinute(context);
  const [first, ...others] = jobs;
  if (others.length === 0) return runCronJob(context, first);
  await send(context, jobs);
  // A new deployment has no prices yet, and the daily run may have met an outage.
  for (const { job, afterMinutes } of CATCH_UP) {
    if (!(await hasSucceeded(context.db, job, afterMinutes))) await send(context, [job]);
  }
}

async function everyMinute(context: Context) {
  await restartStalledFetches(context);
  await startDueMemberFetches(context);
  await endDueMemberships(context);
  await startEvaluation(context);
  await startDueSyncs(context);
  await startDuePosts(context);
  await startRosterWork(context);
  await startDueWebhooks(context);
}

function send({ queue }: Context, names: JobName[]) {
  return enqueue(
    queue,
    names.map((name) => ({ kind: "job", name })),
  );
}
