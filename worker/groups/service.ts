import { runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { expirePastInvitations } from "#worker/groups/invitations/store.ts";

/** Marks every pending invitation past its expiry as expired. */
export async function expireInvitations(context: Context): Promise<void> {
  await runBatch(context.db, expirePastInvitations(context));
}
