import type { DeleteAccount } from "#shared/account/deletion.ts";
import { startErasure } from "#worker/account/erasure/job.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { GuardFailed } from "#worker/db/batch.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { logError } from "#worker/http/log.ts";
import { readDeletion } from "./preview.ts";
import * as store from "./store.ts";

const NAMED_GROUPS = 5;

/**
 * Deletes the actor's account permanently. Needs a fresh proof of the main and its typed name. A job revokes the grants at
 * EVE and Discord and rewrites the log, so that an outage delays this work but does not lose it.
 */
export async function deleteAccount(context: Context, actor: UserActor, { name }: DeleteAccount) {
  await withOptimisticLock(
    async () => {
      const found = await readDeletion(context, actor);
      const { mainCharacterName, ownedGroups } = found.preview;
      if (name !== mainCharacterName) {
        throw new ApiError("not_the_main_name", {}, { field: "name" });
      }
      if (found.preview.canBeTakenBack) throw notYet();
      if (ownedGroups.length > 0) throw ownsGroups(ownedGroups.map((group) => group.name));
      return found;
    },
    async ({ mainCharacterId, directorships }) => {
      try {
        await store.deleteAccount(context, actor, mainCharacterId, directorships);
        return true;
      } catch (error) {
        if (error instanceof GuardFailed) return false;
        throw error;
      }
    },
  );
  try {
    await startErasure(context);
  } catch (error) {
    // The account is deleted. The job runs at its next time.
    logError(context.requestId, error);
  }
}

function ownsGroups(names: string[]): ApiError {
  const list = names.slice(0, NAMED_GROUPS).join(", ");
  const others = names.length - NAMED_GROUPS;
  if (others > 0) return new ApiError("owns_more_groups", { list, others });
  return new ApiError(names.length === 1 ? "owns_group" : "owns_groups", { list });
}

/** Without this, the thief of an account could delete it before its owner notices. */
function notYet(): ApiError {
  return new ApiError("main_too_new");
}
