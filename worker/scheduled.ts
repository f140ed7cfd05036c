import { dueEvidence, refreshNextEvidence } from "#worker/characters/evidence/job.ts";
import { openDatabase } from "#worker/db/database.ts";
import { dueFetches, fetchMessages } from "#worker/corporations/fetch/service.ts";
import { runBatch, runNamed } from "#worker/db/batch.ts";
import { QuotaExceeded } from "#worker/db/quota.ts";
import { dueEnds, endDueMemberships } from "#worker/groups/ends/job.ts";
import { logPostponedCron } from "#worker/http/log.ts";
import { CATCH_UP, CRONS, EVERY_MINUTE } from "#worker/jobs/crons.ts";
import { hasSucceeded } from "#worker/jobs/job-runs.ts";
import { dueEvaluation, startEvaluation } from "#worker/enrolment/passes/evaluation.ts";
import { dueRosterWork, requestRosterWork } from "#worker/roster/due-work.ts";
import { readConfig } from "./config.ts";
import { consequenceMessages, dueConsequences } from "./consequences.ts";
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
  try {
    await (jobs === undefined ? everyMinute(context) : startJobs(context, jobs));
  } catch (error) {
    if (!(error instanceof QuotaExceeded)) throw error;
    // The crons after midnight find what this one leaves.
    logPostponedCron({ requestId: context.requestId, cron, error: error.message });
  }
}

async function startJobs(context: Context, jobs: [JobName, ...JobName[]]) {
  const [first, ...others] = jobs;
  if (others.length === 0) return runCronJob(context, first);
  await send(context, jobs);
  // A new deployment has no prices yet, and the daily run may have met an outage.
  for (const { job, afterMinutes } of CATCH_UP) {
    if (!(await hasSucceeded(context.db, job, afterMinutes))) await send(context, [job]);
  }
}

/** One round trip asks for everything that waits; most minutes nothing does. */
async function everyMinute(context: Context) {
  const now = Date.now();
  const { db, queue } = context;
  const evaluation = dueEvaluation(now);
  const told = dueConsequences(now);
  const due = await runNamed(db, {
    fetches: dueFetches(now),
    rosters: dueRosterWork(now),
    evidence: [dueEvidence(context, now)],
    ends: [dueEnds(now)],
    evaluation,
    told,
  });
  await enqueue(queue, await fetchMessages(context, ...due.fetches));
  const [[roster], directors] = due.rosters;
  await requestRosterWork(context, roster, directors);
  const hasEnded = due.ends[0].length > 0;
  if (hasEnded && (await endDueMemberships(context)))
    await enqueue(queue, [{ kind: "membership-ends" }]);
  // The evaluation follows what has ended, and Discord and the applications follow both.
  const [, [waiting]] = hasEnded ? await runBatch(db, evaluation) : due.evaluation;
  const hasEvaluated = await startEvaluation(context, waiting);
  const consequences = hasEnded || hasEvaluated ? await runBatch(db, told) : due.told;
  await enqueue(queue, consequenceMessages(context, consequences));
  // A message would take three queue operations, and of most invocations this one does the least.
  if (due.evidence[0].length > 0 && !hasEvaluated) await refreshNextEvidence(context);
}

function send({ queue }: Context, names: JobName[]) {
  return enqueue(
    queue,
    names.map((name) => ({ kind: "job", name })),
  );
}
