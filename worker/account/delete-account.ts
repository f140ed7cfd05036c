import type { DeleteAccount, DeletionPreview } from "#shared/account/deletion.ts";
import * as store from "./deletion-store.ts";
import { startErasure } from "./revocations.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { GuardFailed, runBatch } from "#worker/db/batch.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { logError } from "#worker/http/log.ts";

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
      // Without this, the thief of an account could delete it before its owner notices.
      if (found.preview.canBeTakenBack) throw new ApiError("main_too_new");
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

/** What deleting the actor's account would do. The events need the main and the directorships by id. */
async function readDeletion({ db, config }: Context, actor: UserActor) {
  const [own, owned, [memberships], [discord], directorships, otherAdmins] = await runBatch(
    db,
    store.selectContents(actor, config.ADMIN_CHARACTER_IDS),
  );
  const mainCharacterId = own[0]?.mainCharacterId ?? 0;
  const main = own.find(({ id }) => id === mainCharacterId);
  const preview: DeletionPreview = {
    mainCharacterName: main?.name ?? "",
    characterNames: own.map(({ name }) => name),
    ownedGroups: owned,
    membershipCount: memberships?.count ?? 0,
    discordName: discord?.name ?? null,
    directorships: directorships.map(
      ({ corporationName, characterName, otherDirectors: others }) => ({
        corporationName,
        characterName,
        otherDirectors: others,
      }),
    ),
    canBeTakenBack: main?.canBeTakenBack === 1,
    isLastAdministrator: actor.isAdmin && otherAdmins.length === 0,
  };
  return { preview, mainCharacterId, directorships };
}

export async function previewDeletion(context: Context, actor: UserActor) {
  return (await readDeletion(context, actor)).preview;
}
