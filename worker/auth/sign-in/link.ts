import { findHolder } from "#worker/auth/accounts/character-ownership.ts";
import { offerMerge } from "#worker/auth/accounts/merge-offers.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { hasFreshProof } from "#worker/auth/sessions/fresh-proof.ts";
import type { Context } from "#worker/env.ts";
import {
  attach,
  heldElsewhere,
  isMainElsewhere,
  isSold,
  needsDirectorAccess,
  releaseIfSold,
  runAttaching,
} from "./attach-character.ts";
import type { Outcome, VerifiedIdentity } from "./verify-callback.ts";

/**
 * Links a character to the actor's account, or renews its authorization. Without a fresh proof of the main, a new one waits for
 * its confirmation: a stolen session must not be able to link a pilot that opens the account later.
 */
export async function link(
  context: Context,
  actor: UserActor,
  verified: VerifiedIdentity,
): Promise<Outcome> {
  const { userId } = actor;
  const isConfirmed = hasFreshProof(actor);
  const { holder } = await findHolder(context.db, verified.identity);
  const { name } = verified.identity;
  if (holder?.userId === userId) {
    // A different owner hash is accepted here: the user has moved the character to another EVE account of their own.
    const hasMoved = isSold(holder, verified);
    await runAttaching(context, name, attach(context, userId, verified, { isConfirmed, hasMoved }));
    return { characterLinked: true, needsDirectorAccess: needsDirectorAccess(holder) };
  }
  if (holder !== undefined && !isSold(holder, verified)) {
    const accounts = { intoId: userId, fromId: holder.userId };
    const mergeId = await offerMerge(context.db, accounts, verified.identity);
    throw mergeId === undefined ? heldElsewhere(name) : isMainElsewhere(name, mergeId);
  }
  const release = releaseIfSold(context, holder, verified);
  const kind = release.length > 0 ? "character_acquired" : "character_linked";
  await runAttaching(context, name, [
    ...release,
    ...attach(context, userId, verified, { kind, isConfirmed }),
  ]);
  return { characterLinked: true };
}
