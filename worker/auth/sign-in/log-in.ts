import type { CallbackResult } from "#shared/session.ts";
import { findHolder } from "#worker/auth/accounts/character-ownership.ts";
import { insertSession } from "#worker/auth/sessions/session-store.ts";
import { prepareSession } from "#worker/auth/sessions/sessions.ts";
import type { SessionBrowser } from "#worker/auth/sessions/sessions.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { attach, directorAccessLost, releaseIfSold, runAttaching } from "./attach-character.ts";
import { insertPendingClaim } from "./sign-in-store.ts";
import type { VerifiedIdentity } from "./verify-callback.ts";

const CLAIM_TTL_MS = 10 * 60 * 1000;

type Visitor = SessionBrowser & { claimHash: string };

/** Opens a session of the account that holds the character. A character without an account waits to be claimed. */
export async function logIn(
  context: Context,
  { claimHash, ...browser }: Visitor,
  verified: VerifiedIdentity,
): Promise<Partial<CallbackResult>> {
  const { characterId, name, ownerHash } = verified.identity;
  const { holder, formerUserId, right } = await findHolder(context.db, verified.identity);
  const release = releaseIfSold(context, holder, verified);
  const isKnown = holder !== undefined && release.length === 0;
  const userId = isKnown ? holder.userId : formerUserId;

  if (userId === undefined) {
    const claim = insertPendingClaim({
      browserHash: claimHash,
      characterId,
      characterName: name,
      ownerHash,
      ...verified.grant,
      expiresAt: new Date(Date.now() + CLAIM_TTL_MS),
    });
    await runBatch(context.db, [...release, claim]);
    return {
      requiresClaimMain: true,
      characterInfo: { characterId, characterName: name },
      ...(right && { formerAccount: { mainCharacterName: right.mainCharacterName } }),
    };
  }

  const session = await prepareSession(userId, characterId, browser);
  await runAttaching(context, name, [
    ...release,
    ...attach(context, userId, verified, isKnown ? undefined : "character_returned"),
    insertSession(session.row),
  ]);
  return {
    sessionToken: session.token,
    ...(isKnown && directorAccessLost(holder, verified)),
  };
}
