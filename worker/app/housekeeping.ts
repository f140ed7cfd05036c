import { deleteOldAnswers } from "#worker/applications/api/idempotency.ts";
import { deleteEndedSecrets } from "#worker/applications/changes-store.ts";
import { deleteExpiredSignIns } from "#worker/applications/oidc/grants/code-store.ts";
import {
  deleteFormerSecrets,
  deleteOldDeliveries,
} from "#worker/applications/webhooks/delivery-store.ts";
import { deleteExpiredMerges } from "#worker/auth/accounts/merge-offers.ts";
import { pinOwners } from "#worker/auth/administrators/owner-pins.ts";
import { recordAdministrators } from "#worker/auth/administrators/service.ts";
import { deleteExpired } from "#worker/auth/sign-in/sign-in-store.ts";
import { deleteOldMembers } from "#worker/corporations/evidence/apply-lists.ts";
import { deleteOldRecords } from "#worker/corporations/service.ts";
import { runBatch } from "#worker/db/batch.ts";
import { deleteExpiredLinkStates } from "#worker/discord/link/store.ts";
import { deleteOldPosts } from "#worker/discord/posts/feed-store.ts";
import type { Context } from "#worker/env.ts";
import { deleteExpiredCooldowns } from "#worker/esi/cooldown-store.ts";
import { deleteOldEmergencies } from "#worker/groups/ends/emergency.ts";
import { deleteEndedShares } from "#worker/groups/forms/sharing.ts";
import { expireInvitations } from "#worker/groups/invitations/service.ts";
import { tellReviewers } from "#worker/groups/requests/waiting.ts";
import { deleteOldVetting } from "#worker/groups/vetting/store.ts";
import { deleteOldJobRuns } from "#worker/jobs/job-runs.ts";
import { endEntries } from "#worker/watchlist/store.ts";
import { deleteOldDeadLetters } from "#worker/work/dead-letters.ts";

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
