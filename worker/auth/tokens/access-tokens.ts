import { releaseCharacter } from "#worker/auth/accounts/character-ownership.ts";
import { markOf } from "#worker/auth/suspensions/suspended.ts";
import { runBatch } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { logError } from "#worker/http/log.ts";
import { decryptToken, encryptGrant } from "./encrypted-tokens.ts";
import { EveIdentityError, verifyAccessToken } from "./eve-identity.ts";
import { EveSsoError, refreshGrant, revokeGrant } from "./eve-sso.ts";
import type { EveGrant } from "./eve-sso.ts";
import { compareIdentity, isFresh, isWaitOver, stateAfter } from "./token-policy.ts";
import type { Wait } from "./token-policy.ts";
import * as store from "./token-store.ts";

/** Longer than the timeout of EVE's SSO, so that a lease expires only if its holder is dead. */
const LEASE_MS = 20_000;
const POLL_MS = 100;

export type AccessToken =
  | {
      state: "ok";
      accessToken: string;
      scopes: string[];
      /** EVE has just issued it. */
      isNew: boolean;
    }
  /** EVE could not be reached, or the user is suspended. The grant is kept; try again later. */
  | { state: "unknown" }
  /** EVE has revoked the grant, or there never was one: the user must sign in again. */
  | { state: "revoked" };

/**
 * An access token for ESI, refreshed if needed: once, even if several invocations need it at the same time. `refused` is a
 * token that ESI does not accept although it has not expired.
 */
export async function getAccessToken(
  context: Context,
  characterId: number,
  refused?: string,
): Promise<AccessToken> {
  const { db } = context;
  const wait: Wait = { since: undefined, until: Date.now() + LEASE_MS + POLL_MS };
  for (;;) {
    const token = await store.findToken(db, characterId);
    if (token === undefined || token.state === "revoked") return { state: "revoked" };
    const now = Date.now();
    // A suspended user cannot revoke access in Muster, so Muster does not use it.
    if (markOf(token, now) !== null) return { state: "unknown" };
    if (isFresh(token, now)) {
      const accessToken = await decryptAccessToken(context, token);
      if (accessToken !== undefined && accessToken !== refused)
        return { state: "ok", accessToken, scopes: token.scopes, isNew: false };
    }
    if (isWaitOver(token, wait, now)) return { state: "unknown" };
    const until = new Date(now + LEASE_MS);
    const version = await store.takeRefreshLease(db, token, new Date(now), until);
    if (version !== undefined) return refresh(context, { ...token, version });
    wait.since ??= token.refreshLeaseUntil ? token.version : undefined;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** `token` is leased: its version is the one to write against. */
async function refresh(context: Context, token: store.Token): Promise<AccessToken> {
  const { config, requestId } = context;
  let grant: EveGrant;
  try {
    const refreshToken = await decryptToken(config, token.refreshToken, token.characterId);
    grant = await refreshGrant(config, refreshToken);
  } catch (error) {
    const state = stateAfter(error);
    if (state === "revoked") await store.markRevoked(context, token, new Date());
    else await store.finishRefresh(context, token, { state }, new Date());
    // Not EVE's refusal: the encryption key of this token is gone. The token is kept, in case the key comes back.
    if (!(error instanceof EveSsoError)) logError(requestId, error);
    return { state };
  }
  return storeGrant(context, token, grant);
}

/** Stores the new refresh token in any case, since EVE may have invalidated the old one. */
async function storeGrant(
  context: Context,
  token: store.Token,
  grant: EveGrant,
): Promise<AccessToken> {
  const { db, config } = context;
  const { characterId, userId, ownerHash, scopes } = token;
  try {
    const identity = await verifyAccessToken(config, grant.accessToken);
    const comparison = compareIdentity(identity, { characterId, ownerHash });
    if (comparison === "stranger") {
      throw new EveIdentityError("forged", new Error("The token is another character's."));
    }
    if (comparison === "sold" && userId !== null) {
      const character = { id: characterId, ownerHash };
      await runBatch(db, releaseCharacter(context, "character_sold", userId, character));
      return { state: "revoked" };
    }
    const encrypted = await encryptGrant(config, grant, identity);
    const isStored = await store.finishRefresh(
      context,
      token,
      { state: "ok", ...encrypted },
      new Date(),
    );
    if (!isStored) return getAccessToken(context, characterId);
    const { accessToken } = grant;
    return { state: "ok", accessToken, scopes: identity.scopes, isNew: true };
  } catch (error) {
    if (!(error instanceof EveIdentityError)) throw error;
    const unverified = { characterId, scopes, expiresAt: new Date() };
    const { refreshToken } = await encryptGrant(config, grant, unverified);
    await store.finishRefresh(context, token, { state: "unknown", refreshToken }, new Date());
    return { state: "unknown" };
  }
}

/** Revokes the grant of a character that was unlinked; `refreshToken` is encrypted. */
export async function revokeUnlinked(
  { config, requestId }: Context,
  characterId: number,
  refreshToken: string,
) {
  try {
    await revokeGrant(config, await decryptToken(config, refreshToken, characterId));
  } catch (error) {
    // The grant stays valid at EVE, where the user can revoke it too. Its tokens are deleted here.
    logError(requestId, error);
  }
}

/** Undefined if it cannot be decrypted: a refresh brings another one. */
async function decryptAccessToken(
  { config, requestId }: Context,
  { accessToken, characterId }: store.Token,
): Promise<string | undefined> {
  try {
    return await decryptToken(config, accessToken, characterId);
  } catch (error) {
    logError(requestId, error);
    return undefined;
  }
}
