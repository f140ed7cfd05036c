import type { DeletionPreview } from "#shared/account/deletion.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { selectContents } from "./preview-store.ts";

/** What deleting the actor's account would do. The events need the main and the directorships by id. */
export async function readDeletion({ db, config }: Context, { userId, isAdmin }: UserActor) {
  const [own, owned, [memberships], [discord], directorships, otherAdmins] = await runBatch(
    db,
    selectContents(userId, config.ADMIN_CHARACTER_IDS),
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
    isLastAdministrator: isAdmin && otherAdmins.length === 0,
  };
  return { preview, mainCharacterId, directorships };
}

export async function previewDeletion(context: Context, actor: UserActor) {
  return (await readDeletion(context, actor)).preview;
}
