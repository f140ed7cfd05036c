import type { NewSession } from "#shared/session.ts";
import { recordEvent } from "#worker/audit/record.ts";
import { takeCharacter } from "#worker/auth/accounts/character-ownership.ts";
import { insertSession } from "#worker/auth/sessions/session-store.ts";
import { prepareSession } from "#worker/auth/sessions/sessions.ts";
import type { SessionBrowser } from "#worker/auth/sessions/sessions.ts";
import { upsertToken } from "#worker/auth/tokens/token-store.ts";
import { randomToken } from "#worker/ground/crypto.ts";
import { GuardFailed, runBatch } from "#worker/db/batch.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { orm } from "#worker/db/statements.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { CLAIM_TTL_MS, deletePendingClaim, findPendingClaim } from "./sign-in-store.ts";

/** `hash` is the hash of the token in the claim's cookie. */
export type ClaimingBrowser = SessionBrowser & { hash: string | undefined };

/** The character that has just signed in with this browser and has no account. */
export async function requirePendingClaim(
  { db }: Context,
  { hash }: Pick<ClaimingBrowser, "hash">,
  characterId: number,
) {
  const claim = hash === undefined ? undefined : await findPendingClaim(db, hash, new Date());
  if (claim === undefined || claim.characterId !== characterId) {
    throw new ApiError("claim_expired");
  }
  const { browserHash, characterName, ownerHash } = claim;
  const { refreshToken, accessToken, accessExpiresAt, scopes } = claim;
  return {
    browserHash,
    signedInAt: new Date(claim.expiresAt.getTime() - CLAIM_TTL_MS),
    identity: { characterId, name: characterName, ownerHash },
    grant: { refreshToken, accessToken, accessExpiresAt, scopes },
  };
}

/** Deletes claims with their tokens. */
export async function cancelClaims({ db }: Context, hashes: string[]) {
  await runBatch(db, hashes.map(deletePendingClaim));
}

/** Opens an account for the character that has just signed in with this browser. */
export async function claimMain(
  context: Context,
  browser: ClaimingBrowser,
  characterId: number,
): Promise<NewSession> {
  const { identity, grant, browserHash } = await requirePendingClaim(context, browser, characterId);
  const now = new Date();
  const userId = randomToken(12);
  const session = await prepareSession(userId, characterId, browser);
  const created = recordEvent(context, {
    kind: "account_created",
    actor: { userId },
    userId,
    character: { id: characterId, ownerHash: identity.ownerHash },
  });
  try {
    await runBatch(context.db, [
      orm.insert(users).values({ id: userId, createdAt: now }),
      ...takeCharacter(context, userId, identity, { now }),
      upsertToken(characterId, grant, now),
      // After the character is taken: the event names the user by the main.
      created.statement,
      insertSession(session.row),
      deletePendingClaim(browserHash),
    ]);
  } catch (error) {
    if (!(error instanceof GuardFailed)) throw error;
    throw new ApiError("already_claimed", { name: identity.name });
  }
  return { sessionToken: session.token };
}
