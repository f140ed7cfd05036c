import { run } from "#worker/db/batch.ts";
import { withOptimisticLock } from "#worker/db/optimistic-lock.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import * as store from "./store.ts";

/** Gives a character of ADMIN_CHARACTER_IDS its rights back, and pins its present owner. */
export async function confirmAdministrator(
  context: Context,
  { userId }: { userId: string },
  characterId: number,
) {
  const { db, config } = context;
  const read = async () => {
    const ids = config.ADMIN_CHARACTER_IDS.filter((id) => id === characterId);
    const [found] = await run(db, store.selectAdministrators(ids));
    if (found === undefined || found.isWithheld === 0) {
      throw new ApiError("no_withheld_rights");
    }
    return { ...found, ...requireHeld(found) };
  };
  await withOptimisticLock(read, (found) => store.updatePin(context, { userId }, found));
}

/** Throws if no user holds the character: only an owner who has signed in can be confirmed. */
function requireHeld({ characterName, userId, ownerHash }: store.Administrator) {
  if (userId !== null && ownerHash !== null) return { userId, ownerHash };
  throw new ApiError("character_not_linked", { characterName });
}
