import { eraseAccounts } from "#worker/account/erasure/job.ts";
import { keepSigningKeys } from "#worker/applications/oidc/keys/signing-keys.ts";
import { sealLog } from "#worker/audit/seals/seal.ts";
import { refreshDueEvidence } from "#worker/characters/evidence/job.ts";
import { refreshAllAffiliations } from "#worker/characters/refresh/affiliations.ts";
import { startHealthRound } from "#worker/corporations/directors/health-rounds.ts";
import { startDueFetches } from "#worker/corporations/fetch/service.ts";
import { takeSample } from "#worker/health/samples.ts";
import { logError } from "#worker/http/log.ts";
import type { JobName } from "#worker/jobs/crons.ts";
import { JOB, jobMessageSchema } from "#worker/jobs/job-message.ts";
import type { JobProgress } from "#worker/jobs/job-message.ts";
import { runJob } from "#worker/jobs/job-runs.ts";
import { carryOutReviews } from "#worker/reviews/job.ts";
import { refreshPrices } from "#worker/universe/prices.ts";
import { defineWork, DONE } from "#worker/work/define-work.ts";
import { rewriteEncrypted } from "./encryption-keys.ts";
import type { Context } from "./env.ts";
import { cleanUp } from "./housekeeping.ts";

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

/** Runs a job. A failure ends here, recorded and logged: the next cron runs the job again. */
export async function runCronJob(context: Context, name: JobName, progress?: JobProgress) {
  try {
    await runJob(context, name, () => CRON_JOBS[name](context, progress));
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
