import type { CallbackResult } from "#shared/session.ts";
import { findHolder } from "#worker/auth/accounts/character-ownership.ts";
import { offerMerge } from "#worker/auth/accounts/merge-offers.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { Context } from "#worker/env.ts";
import {
  attach,
  directorAccessLost,
  heldElsewhere,
  isMainElsewhere,
  isSold,
  releaseIfSold,
  runAttaching,
} from "./attach-character.ts";
import type { VerifiedIdentity } from "./verify-callback.ts";

/** Links a character to the actor's account, or renews its authorization. */
export async function link(
  context: Context,
  { userId }: UserActor,
  verified: VerifiedIdentity,
): Promise<Partial<CallbackResult>> {
  const { holder } = await findHolder(context.db, verified.identity);
  const { name } = verified.identity;
  if (holder?.userId === userId) {
    // A different owner hash is accepted here: the user has moved the character to another EVE account of their own.
    await runAttaching(context, name, attach(context, userId, verified));
    return { characterLinked: true, ...directorAccessLost(holder, verified) };
  }
  if (holder !== undefined && !isSold(holder, verified)) {
    const accounts = { intoId: userId, fromId: holder.userId };
    const mergeId = await offerMerge(context.db, accounts, verified.identity);
    throw mergeId === undefined ? heldElsewhere(name) : isMainElsewhere(name, mergeId);
  }
  const release = releaseIfSold(context, holder, verified);
  const kind = release.length > 0 ? "character_acquired" : "character_linked";
  await runAttaching(context, name, [...release, ...attach(context, userId, verified, kind)]);
  return { characterLinked: true };
}
