import type { CallbackResult } from "#shared/session.ts";
import { countAct } from "#worker/audit/daily-limits.ts";
import { findHolder } from "#worker/auth/accounts/character-ownership.ts";
import { selectSuspects } from "#worker/auth/accounts/take-back-rights.ts";
import type { TakeBackRight } from "#worker/auth/accounts/take-back-rights.ts";
import { insertSession } from "#worker/auth/sessions/session-store.ts";
import { prepareSession } from "#worker/auth/sessions/sessions.ts";
import type { SessionBrowser } from "#worker/auth/sessions/sessions.ts";
import { run, runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { attach, needsDirectorAccess, releaseIfSold, runAttaching } from "./attach-character.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { insertPendingClaim } from "./sign-in-store.ts";
import type { Outcome, VerifiedIdentity } from "./verify-callback.ts";

const CLAIM_TTL_MS = 10 * 60 * 1000;

type Visitor = SessionBrowser & { claimHash: string };

/** Opens a session of the account that holds the character. A character without an account waits to be claimed. */
export async function logIn(
  context: Context,
  { claimHash, ...browser }: Visitor,
  verified: VerifiedIdentity,
): Promise<Outcome> {
  const { characterId, name, ownerHash } = verified.identity;
  const { holder, formerUserId, right } = await findHolder(context.db, verified.identity);
  const release = releaseIfSold(context, holder, verified);
  const isKnown = holder !== undefined && release.length === 0;
  const userId = isKnown ? holder.userId : formerUserId;
  if (isKnown && holder.unconfirmedSince !== null) throw unconfirmed(name);

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
      ...(right && { formerAccount: await presentFormer(context, right) }),
    };
  }

  const session = await prepareSession(userId, characterId, browser);
  await runAttaching(context, name, [
    ...release,
    ...attach(context, userId, verified, isKnown ? {} : { kind: "character_returned" }),
    insertSession(session.row),
    countAct(context, { userId }, "logins"),
  ]);
  return {
    sessionToken: session.token,
    needsDirectorAccess: isKnown && needsDirectorAccess(holder),
  };
}

async function presentFormer(
  { db }: Context,
  { userId, mainCharacterName, ...right }: TakeBackRight,
): Promise<CallbackResult["formerAccount"]> {
  const suspects = await run(db, selectSuspects(userId, right));
  return {
    mainCharacterName,
    linkedSince: suspects.map(({ linkedAt, ...character }) => ({
      ...character,
      linkedAt: (linkedAt ?? right.linkedAt).toISOString(),
    })),
  };
}

function unconfirmed(name: string): ApiError {
  return new ApiError("link_not_confirmed", { name });
}
