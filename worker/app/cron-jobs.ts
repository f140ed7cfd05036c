import { eraseAccounts, selectUnfinished } from "#worker/account/revocations.ts";
import { keepSigningKeys, selectDueKey } from "#worker/applications/oidc/signing-keys.ts";
import { sealLog } from "#worker/audit/seals/seal.ts";
import { refreshDueEvidence } from "#worker/characters/evidence-job.ts";
import { refreshAllAffiliations } from "#worker/characters/refresh/affiliations.ts";
import { startHealthRound } from "#worker/corporations/directors/health-checks.ts";
import { startDueFetches } from "#worker/corporations/fetch/service.ts";
import { deleteOldKillmails, readKillmails, selectUnread } from "#worker/corporations/killmails.ts";
import { runBatch, runNamed } from "#worker/db/batch.ts";
import type { Read } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { rewriteEncrypted, selectUnencrypted } from "#worker/health/encryption-keys.ts";
import { takeSample } from "#worker/health/samples.ts";
import { logError } from "#worker/http/log.ts";
import type { DueJob, JobName } from "#worker/work/crons.ts";
import {
  deleteOldJobRuns,
  insertIdleRun,
  JOB,
  jobMessageSchema,
  runJob,
} from "#worker/work/job-runs.ts";
import type { JobProgress } from "#worker/work/job-runs.ts";
import { carryOutReviews, selectDueReviews } from "#worker/reviews/job.ts";
import { refreshPrices } from "#worker/universe/prices.ts";
import { defineWork, DONE } from "#worker/work/define-work.ts";
import { deleteOldAnswers } from "#worker/applications/api/idempotency.ts";
import { deleteEndedSecrets } from "#worker/applications/changes-store.ts";
import { deleteExpiredSignIns } from "#worker/applications/oidc/code-store.ts";
import {
  deleteFormerSecrets,
  deleteOldDeliveries,
} from "#worker/applications/webhooks/delivery-store.ts";
import { deleteExpiredMerges } from "#worker/auth/accounts/merge-offers.ts";
import { pinOwners } from "#worker/auth/administrators/store.ts";
import { recordAdministrators } from "#worker/auth/administrators/service.ts";
import { deleteExpired } from "#worker/auth/sign-in/sign-in-store.ts";
import { deleteOldMembers } from "#worker/corporations/evidence/apply-lists.ts";
import { deleteOldRecords } from "#worker/corporations/service.ts";
import { deleteExpiredLinkStates } from "#worker/discord/link/store.ts";
import { deleteOldAlarms } from "#worker/alarms/store.ts";
import { deleteOldEvents } from "#worker/discord/posts/operation-events.ts";
import { deleteOldOperations } from "#worker/operations/store.ts";
import { deleteOldPosts } from "#worker/discord/posts/feed-store.ts";
import { deleteExpiredCooldowns } from "#worker/esi/cooldown-store.ts";
import { deleteOldEmergencies } from "#worker/groups/members/emergency.ts";
import { deleteEndedShares } from "#worker/groups/forms/sharing.ts";
import { expireInvitations } from "#worker/groups/invitations/service.ts";
import { tellReviewers } from "#worker/groups/requests/service.ts";
import { deleteOldVetting } from "#worker/groups/vetting/store.ts";
import { endEntries } from "#worker/watchlist/store.ts";
import { deleteOldDeadLetters } from "#worker/work/dead-letters.ts";

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
  killmails: readKillmails,
};

/** Jobs that have nothing to do in most hours: statements of which one returns a row if there is something to do. Undefined: the job runs. */
const ASKED: Partial<
  Record<JobName, (context: Context, now: number) => Read<object[]>[] | undefined>
> = {
  "encryption-keys": selectUnencrypted,
  "account-erasure": selectUnfinished,
  reviews: (_context, now) => selectDueReviews(now),
  "signing-keys": (_context, now) => [selectDueKey({ now })],
  killmails: () => [selectUnread({ limit: 1 })],
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

/**
 * Deletes expired rows and old records, without counting them, pins the owners of administrators' characters, and records who
 * is an administrator and which requests wait.
 */
export async function cleanUp(context: Context): Promise<number> {
  const { db, config } = context;
  const now = new Date();
  await expireInvitations(context);
  await runBatch(db, [
    ...pinOwners(config, now),
    ...recordAdministrators(context),
    ...deleteExpired(now),
    deleteExpiredLinkStates(now),
    deleteOldPosts(now.getTime()),
    deleteOldEvents(now),
    deleteOldAlarms(now),
    ...deleteOldKillmails(now),
    deleteOldOperations(now),
    deleteExpiredMerges(now),
    deleteExpiredCooldowns(now),
    deleteOldJobRuns(now),
    ...deleteOldRecords(now),
    deleteOldEmergencies(now),
    deleteOldDeadLetters(now),
    ...deleteOldMembers(now),
    deleteOldDeliveries(now),
    deleteFormerSecrets(now),
    deleteOldAnswers(now),
    ...deleteExpiredSignIns(now),
    deleteEndedSecrets(now),
    ...deleteEndedShares(now),
    ...deleteOldVetting(now),
    ...endEntries(context, now),
    ...tellReviewers(context, now),
  ]);
  return 0;
}
