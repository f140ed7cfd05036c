import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { requestFetch } from "#worker/corporations/fetch/service.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { kindOf, requireRoster } from "./policy.ts";
import { selectCorporation, selectLastRun } from "./summary-store.ts";

/** Starts a reading of the members, or continues the one that is open. For system administrators. */
export async function readMembersNow(
  context: Context,
  actor: UserActor,
  corporationId: number,
): Promise<void> {
  const [[row], [run]] = await runBatch(context.db, [
    selectCorporation(kindOf(actor))({ corporationId, userId: actor.userId }),
    selectLastRun({ corporationId }),
  ]);
  requireRoster(row);
  const renewedAt = run?.renewedAt ?? null;
  if (renewedAt !== null && renewedAt > Date.now()) {
    const clock = new Date(renewedAt).toISOString().slice(11, 16);
    throw new ApiError("list_not_renewed", { clock });
  }
  await requestFetch(context, corporationId, "core");
}
