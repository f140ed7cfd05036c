import type { NewSession } from "#shared/session.ts";
import { recordEvent } from "#worker/audit/record.ts";
import { takeCharacter } from "#worker/auth/accounts/character-ownership.ts";
import { insertSession } from "#worker/auth/sessions/session-store.ts";
import { prepareSession } from "#worker/auth/sessions/sessions.ts";
import { upsertToken } from "#worker/auth/tokens/token-store.ts";
import { randomToken } from "#worker/crypto.ts";
import { GuardFailed, runBatch } from "#worker/db/batch.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { orm } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { deletePendingClaim, findPendingClaim } from "./sign-in-store.ts";

/** Opens an account for the character that has just signed in with this browser. */
export async function claimMain(
  context: Context,
  browser: { hash: string | undefined; userAgent: string | undefined },
  characterId: number,
): Promise<NewSession> {
  const { db } = context;
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
  const session = await prepareSession(userId, characterId, browser.userAgent);
  const created = recordEvent(context, {
    kind: "account_created",
    actor: { userId },
    userId,
    character: { id: characterId, ownerHash },
  });
  try {
    await runBatch(db, [
      orm.insert(users).values({ id: userId, createdAt: now }),
      ...takeCharacter(context, userId, { characterId, name: characterName, ownerHash }, now),
      upsertToken(characterId, { refreshToken, accessToken, accessExpiresAt, scopes }, now),
      // After the character is taken: the event names the user by the main.
      created.statement,
      insertSession(session.row),
      deletePendingClaim(browserHash),
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
