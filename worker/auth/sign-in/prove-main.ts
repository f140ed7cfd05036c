import { countAct } from "#worker/audit/daily-limits.ts";
import { findHolderAndMain, isHeldBy } from "#worker/auth/accounts/character-ownership.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { updateProof } from "#worker/auth/sessions/session-store.ts";
import { recordRestored, upsertToken } from "#worker/auth/tokens/token-store.ts";
import { guard } from "#worker/db/batch.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { isSold, needsDirectorAccess, runAttaching } from "./attach-character.ts";
import type { Outcome, VerifiedIdentity } from "./verify-callback.ts";

type Proof = { actor: UserActor; proofHash: string };

/** Stores in the session that its browser has just proven the main, or a former main that may become the main again. */
export async function proveMain(
  context: Context,
  { actor: { userId, sessionId }, proofHash }: Proof,
  verified: VerifiedIdentity,
): Promise<Outcome> {
  const { characterId, name } = verified.identity;
  const { holder, main, right } = await findHolderAndMain(context.db, userId, verified.identity);
  const isMain = main?.characterId === characterId;
  const isProof = isMain || right?.userId === userId;
  if (holder?.userId === userId && !isSold(holder, verified)) {
    const now = new Date();
    const proof: Statement[] = isProof
      ? [updateProof(sessionId, { characterId, proofHash, now })]
      : [];
    await runAttaching(context, name, [
      guard(isHeldBy(userId, characterId)),
      // For an alt as well: EVE may have ended the stored grant with this one (docs/decisions/0081).
      recordRestored(context, userId, characterId),
      upsertToken(characterId, verified.grant, now),
      ...proof,
      countAct(context, { userId }, "logins"),
    ]);
    if (isProof) return { mainProven: true, needsDirectorAccess: needsDirectorAccess(holder) };
  }
  throw isMain ? movedAway(name) : notTheMain(name, main?.name ?? "another character");
}

function movedAway(name: string): ApiError {
  return new ApiError("on_another_eve_account", { name });
}

function notTheMain(name: string, mainName: string): ApiError {
  return new ApiError("not_your_main", { name, mainName });
}
