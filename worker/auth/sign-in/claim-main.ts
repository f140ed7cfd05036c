import type { NewSession } from "#shared/session.ts";
import { randomToken } from "#worker/crypto.ts";
import { GuardFailed, runBatch } from "#worker/db/batch.ts";
import { users } from "#worker/db/schema/accounts.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { takeCharacter } from "#worker/auth/accounts/character-ownership.ts";
import { insertEvent } from "#worker/auth/history.ts";
import { insertSession } from "#worker/auth/sessions/session-store.ts";
import { prepareSession } from "#worker/auth/sessions/sessions.ts";
import { deletePendingClaim, findPendingClaim } from "./sign-in-store.ts";
import { upsertToken } from "#worker/auth/tokens/token-store.ts";

/** Opens an account for the character that this very browser has just proved, and for no other. */
export async function claimMain(
  { db, requestId }: Context,
  browser: { hash: string | undefined; userAgent: string | undefined },
  characterId: number,
): Promise<NewSession> {
  const now = new Date();
  const claim =
    browser.hash === undefined ? undefined : await findPendingClaim(db, browser.hash, now);
  if (claim === undefined || claim.characterId !== characterId) {
    throw new ApiError(
      "sign_in_failed",
      "This character is no longer waiting to be claimed here. Log in with EVE Online again.",
    );
  }
  const { browserHash, characterName, ownerHash, refreshToken, accessToken } = claim;
  const { accessExpiresAt, scopes } = claim;
  const userId = randomToken(12);
  const session = await prepareSession(userId, browser.userAgent);
  const identity = { characterId, name: characterName, ownerHash };
  const character = { id: characterId, ownerHash };
  try {
    await runBatch(db, [
      db.insert(users).values({ id: userId, createdAt: now }),
      ...takeCharacter(db, userId, identity, now),
      upsertToken(db, characterId, { refreshToken, accessToken, accessExpiresAt, scopes }, now),
      insertEvent({ userId, kind: "account_created", requestId, character }),
      insertSession(session.row),
      deletePendingClaim(db, browserHash),
    ]);
  } catch (error) {
    if (!(error instanceof GuardFailed)) throw error;
    throw new ApiError(
      "conflict",
      `${characterName} has an account already. Log in again to use it.`,
    );
  }
  return { sessionToken: session.token };
}
