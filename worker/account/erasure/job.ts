import type { Context } from "#worker/env.ts";
import { startJob } from "#worker/jobs/job-runs.ts";
import { BUDGETS } from "#worker/config.ts";
import { rewriteLog, selectRewrite } from "./log-rewrites.ts";
import { revokeDueGrants, selectDueRevocations } from "./revocations.ts";

/** Starts the job below now. If the message is lost, it runs at its next time. */
export function startErasure(context: Context) {
  return startJob(context, "account-erasure");
}

/** Statements that return a row if something is left to erase. */
export function selectUnfinished() {
  return [selectDueRevocations(1), selectRewrite()];
}

/**
 * Finishes deletions and merges: revokes the grants and replaces the user in the log. Continues in another invocation while
 * there is more. Always returns 0: the job counts no rows.
 */
export async function eraseAccounts(context: Context): Promise<number> {
  const hasMoreGrants = await revokeDueGrants(context);
  const hasMoreEvents = await rewriteLog(context.db, BUDGETS[context.config.PLAN].logSlices);
  if (hasMoreGrants || hasMoreEvents) await startErasure(context);
  return 0;
}
