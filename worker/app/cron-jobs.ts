import { eraseAccounts, selectUnfinished } from "#worker/account/erasure/revocations.ts";
import { keepSigningKeys, selectDueKey } from "#worker/applications/oidc/keys/signing-keys.ts";
import { sealLog } from "#worker/audit/seals/seal.ts";
import { refreshDueEvidence } from "#worker/characters/evidence-job.ts";
import { refreshAllAffiliations } from "#worker/characters/refresh/affiliations.ts";
import { startHealthRound } from "#worker/corporations/directors/health-checks.ts";
import { startDueFetches } from "#worker/corporations/fetch/service.ts";
import { runBatch, runNamed } from "#worker/db/batch.ts";
import type { Read } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { rewriteEncrypted, selectUnencrypted } from "#worker/health/encryption-keys.ts";
import { takeSample } from "#worker/health/samples.ts";
import { cleanUp } from "./housekeeping.ts";
import { logError } from "#worker/http/log.ts";
import type { DueJob, JobName } from "#worker/jobs/crons.ts";
import { insertIdleRun, JOB, jobMessageSchema, runJob } from "#worker/jobs/job-runs.ts";
import type { JobProgress } from "#worker/jobs/job-runs.ts";
import { carryOutReviews, selectDueReviews } from "#worker/reviews/job.ts";
import { refreshPrices } from "#worker/universe/prices.ts";
import { defineWork, DONE } from "#worker/work/define-work.ts";

/** What each job does; it returns how many rows it changed. */
export const CRON_JOBS: Record<
  JobName,
  (context: Context, progress?: JobProgress) => Promise<number>
> = {
  housekeeping: cleanUp,
  "encryption-keys": rewriteEncrypted,
  affiliations: refreshAllAffiliations,
  "health-sample": takeSample,
  "market-prices": refreshPrices,
  "director-health": startHealthRound,
  "corporation-fetches": startDueFetches,
  "account-erasure": eraseAccounts,
  evidence: refreshDueEvidence,
  "audit-seal": sealLog,
  reviews: carryOutReviews,
  "signing-keys": keepSigningKeys,
};

/** For jobs that have nothing to do in most hours: statements of which one returns a row if they have; undefined if they may. */
const ASKED: Partial<
  Record<JobName, (context: Context, now: number) => Read<object[]>[] | undefined>
> = {
  "encryption-keys": selectUnencrypted,
  "account-erasure": selectUnfinished,
  reviews: (_context, now) => selectDueReviews(now),
  "signing-keys": (_context, now) => [selectDueKey({ now })],
};

/** The jobs among these that have something to do. The others are recorded as runs. */
export async function passIdleJobs(context: Context, due: readonly DueJob[]): Promise<DueJob[]> {
  const now = Date.now();
  const statements = Object.fromEntries(
    due.flatMap(({ job }) => {
      const asked = ASKED[job]?.(context, now);
      return asked === undefined ? [] : [[job, asked]];
    }),
  );
  const found = await runNamed(context.db, statements);
  const isIdle = ({ job }: DueJob) => found[job]?.every((rows) => rows.length === 0) === true;
  await runBatch(
    context.db,
    due.filter(isIdle).map((idle) => insertIdleRun(idle, new Date(now))),
  );
  return due.filter((job) => !isIdle(job));
}

/** Runs a job. A failure ends here, recorded and logged: the job is due again. */
export async function runCronJob(
  context: Context,
  name: JobName,
  progress: JobProgress = {},
  due?: DueJob,
) {
  try {
    await runJob(context, name, () => CRON_JOBS[name](context, progress), due);
  } catch (error) {
    logError(context.requestId, error);
  }
}

/** A job in an invocation of its own. */
export const cronJobs = defineWork({
  kind: JOB,
  message: jobMessageSchema,
  isSlow: true,
  async slice(context, { name, ...progress }) {
    await runCronJob(context, name, progress);
    return DONE;
  },
});
