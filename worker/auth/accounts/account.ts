import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import * as store from "./account-store.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";

export async function changeMain(
  { db, requestId }: Context,
  { userId }: UserActor,
  characterId: number,
) {
  const changed = await store.updateMain(db, { userId, characterId, requestId });
  if (!changed) throw notLinked();
}

/** Unlinks an alt. Returns its refresh token, encrypted, for the caller to revoke. */
export async function unlinkCharacter(
  { db, requestId }: Context,
  { userId }: UserActor,
  characterId: number,
): Promise<string | null> {
  const { isMine, isMain, refreshToken } = await store.unlinkAlt(db, {
    userId,
    characterId,
    requestId,
  });
  if (!isMine) throw notLinked();
  if (isMain) {
    throw new ApiError("conflict", "This is your main. Make another character your main first.");
  }
  return refreshToken;
}

function notLinked(): ApiError {
  return new ApiError("not_found", "This character is not linked to your account.");
}
