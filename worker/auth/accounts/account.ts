import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import * as store from "./account-store.ts";

export async function changeMain(context: Context, actor: UserActor, characterId: number) {
  const isLinked = await store.updateMain(context, actor, characterId);
  if (!isLinked) throw notLinked();
}

/** Confirms a character that was linked without a fresh proof. Confirming it twice is no error. */
export async function confirmCharacter(context: Context, actor: UserActor, characterId: number) {
  await store.confirmCharacter(context, actor, characterId);
}

/** Unlinks an alt. Returns its refresh tokens, encrypted, for the caller to revoke. */
export async function unlinkCharacter(
  context: Context,
  actor: UserActor,
  characterId: number,
): Promise<string[]> {
  const { isMine, isMain, refreshTokens } = await store.unlinkAlt(context, actor, characterId);
  if (!isMine) throw notLinked();
  if (isMain) {
    throw new ApiError("main_not_unlinked");
  }
  return refreshTokens;
}

function notLinked(): ApiError {
  return new ApiError("character_not_yours");
}
