import { releaseCharacter } from "#worker/auth/accounts/character-ownership.ts";
import { markOf } from "#worker/auth/suspensions/suspended.ts";
import { guard, GuardFailed, runBatch } from "#worker/db/batch.ts";
import type { SpareGrant } from "#worker/db/schema/accounts.ts";
import type { Context } from "#worker/env.ts";
import type { EsiGrant } from "#worker/esi/client.ts";
import { logError } from "#worker/http/log.ts";
import { decryptToken, encryptGrant } from "./encrypted-tokens.ts";
import { EveIdentityError, verifyAccessToken } from "./eve-identity.ts";
import type { EveIdentity } from "./eve-identity.ts";
import { EveSsoError, refreshEveGrant, revokeEveGrant } from "./eve-sso.ts";
import type { EveGrant } from "./eve-sso.ts";
import {
  chooseGrant,
  columnsOf,
  compareIdentity,
  grantsOf,
  isFresh,
  isWaitOver,
  replaceGrant,
  stateAfter,
  untriedOf,
  withoutGrant,
} from "./kept-grants.ts";
import type { Wait } from "./kept-grants.ts";
import * as store from "./token-store.ts";
import type { EncryptedGrant } from "./token-store.ts";

/** Longer than the timeout of EVE's SSO, so that a lease expires only if its holder is dead. */
const LEASE_MS = 20_000;
const POLL_MS = 100;

type AccessToken =
  | {
      state: "ok";
      accessToken: string;
      /** What all grants of the character cover. */
      scopes: string[];
      /** What this access token covers. */
      covers: string[];
      /** EVE has just issued it. */
      isNew: boolean;
    }
  /** EVE could not be reached, or the user is suspended. The grant is kept; try again later. */
  | { state: "unknown" }
  /** EVE has revoked every grant, or there never was one: the user must sign in again. */
  | { state: "revoked" };

export type TokenRequest = {
  /** The token is of the grant that covers most of these: all, if one grant does. */
  scopes?: readonly string[];
  /** A token that ESI does not accept although it has not expired. */
  refused?: string | undefined;
};

type Grant =
  | { state: "ok"; grant: EsiGrant; isNew: boolean }
  | Exclude<AccessToken, { state: "ok" }>;

/** A grant for calls of ESI, which renews its token while they go on. `isNew`: EVE has just issued the token. */
export async function findGrant(
  context: Context,
  characterId: number,
  wanted: readonly string[],
): Promise<Grant> {
  const renew = (request: TokenRequest) => getAccessToken(context, characterId, request);
  const token = await renew({ scopes: wanted });
  if (token.state !== "ok") return token;
  const { accessToken, scopes, covers, isNew } = token;
  return { state: "ok", grant: { characterId, accessToken, scopes, covers, renew }, isNew };
}

/** An access token for ESI, refreshed if needed: once, even if several invocations need it at the same time. */
export async function getAccessToken(
  context: Context,
  characterId: number,
  wanted: TokenRequest = {},
): Promise<AccessToken> {
  const { db } = context;
  const { scopes = [], refused } = wanted;
  const wait: Wait = { since: undefined, until: Date.now() + LEASE_MS + POLL_MS };
  for (;;) {
    const token = await store.findToken(db, characterId);
    if (token === undefined || token.state === "revoked") return { state: "revoked" };
    const now = Date.now();
    // A suspended user cannot revoke access in Muster, so Muster does not use it.
    if (markOf(token, now) !== null) return { state: "unknown" };
    // Instead of a refused token, its own grant brings another one, although that of another grant may not have expired.
    const grant = chooseGrant(grantsOf(token), scopes, refused === undefined ? now : Infinity);
    if (isFresh(grant, now)) {
      const accessToken = await decryptAccessToken(context, characterId, grant);
      if (accessToken !== undefined && accessToken !== refused) {
        return {
          state: "ok",
          accessToken,
          scopes: token.scopes,
          covers: grant.scopes,
          isNew: false,
        };
      }
    }
    if (isWaitOver(token, wait, now)) return { state: "unknown" };
    const until = new Date(now + LEASE_MS);
    const version = await store.takeRefreshLease(db, token, new Date(now), until);
    if (version !== undefined) return refresh(context, { ...token, version }, grant, wanted);
    wait.since ??= token.refreshLeaseUntil ? token.version : undefined;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

export function hasUntried(spares: SpareGrant[] | null | undefined): boolean {
  return untriedOf(spares).length > 0;
}

/** Asks EVE about the grants that a sign-in has set aside, so that what it has ended is known at once. */
export async function trySpares(context: Context, characterId: number) {
  const token = await store.findToken(context.db, characterId);
  for (const { scopes } of untriedOf(token?.spares)) {
    // oxlint-disable-next-line no-await-in-loop -- one lease for all grants of a character
    await getAccessToken(context, characterId, { scopes });
  }
}

/** `token` is leased: its version is the one to write against. */
async function refresh(
  context: Context,
  token: store.Token,
  grant: EncryptedGrant,
  wanted: TokenRequest,
): Promise<AccessToken> {
  const { config, requestId } = context;
  const { characterId } = token;
  let renewed: EveGrant;
  try {
    const refreshToken = await decryptToken(config, grant.refreshToken, characterId);
    renewed = await refreshEveGrant(config, refreshToken);
  } catch (error) {
    const state = stateAfter(error);
    if (state === "revoked") {
      await changeGrants(context, token, (grants) => withoutGrant(grants, grant));
      return getAccessToken(context, token.characterId, wanted);
    }
    await store.finishRefresh(context, token, { state }, new Date());
    // Not EVE's refusal: the encryption key of this token is gone. The token is kept, in case the key comes back.
    if (!(error instanceof EveSsoError)) logError(requestId, error);
    return { state };
  }
  return storeGrant(context, token, grant, renewed, wanted);
}

/** Stores the new refresh token in any case, since EVE may have invalidated the old one. */
async function storeGrant(
  context: Context,
  token: store.Token,
  grant: EncryptedGrant,
  renewed: EveGrant,
  wanted: TokenRequest,
): Promise<AccessToken> {
  const { db, config } = context;
  const { characterId, userId, ownerHash } = token;
  const identity = await identityOf(context, renewed);
  const comparison = identity && compareIdentity(identity, { characterId, ownerHash });
  if (comparison === "sold" && userId !== null) {
    const character = { id: characterId, ownerHash };
    try {
      await runBatch(db, [
        guard(store.isOwnedBy(userId, character)),
        ...releaseCharacter(context, "character_sold", userId, character),
      ]);
    } catch (error) {
      if (!(error instanceof GuardFailed)) throw error;
      // Its player has signed in from the other EVE account in the meantime, or it has left this one.
      return getAccessToken(context, characterId, wanted);
    }
    return { state: "revoked" };
  }
  const verified = comparison === "stranger" ? undefined : identity;
  const unverified = { characterId, scopes: grant.scopes, expiresAt: new Date(0) };
  const encrypted = await encryptGrant(config, renewed, verified ?? unverified);
  const replace = (grants: EncryptedGrant[]) => replaceGrant(grants, grant, encrypted);
  const stored = await changeGrants(context, token, replace, verified ? "ok" : "unknown");
  if (verified === undefined) return { state: "unknown" };
  if (stored === undefined) return getAccessToken(context, characterId, wanted);
  const { accessToken } = renewed;
  return { state: "ok", accessToken, scopes: stored, covers: verified.scopes, isNew: true };
}

/** Undefined if the access token cannot be verified. */
async function identityOf(
  { config }: Context,
  { accessToken }: EveGrant,
): Promise<EveIdentity | undefined> {
  try {
    return await verifyAccessToken(config, accessToken);
  } catch (error) {
    if (error instanceof EveIdentityError) return undefined;
    throw error;
  }
}

/**
 * Stores what a refresh has made of a grant, and returns the scopes of all grants. A sign-in during the refresh may have made
 * the grant a spare: `change` is applied to what is stored now. Undefined if that does not contain the grant any more, or if no
 * grant is left.
 */
async function changeGrants(
  context: Context,
  token: store.Token,
  change: (grants: EncryptedGrant[]) => EncryptedGrant[],
  state?: "ok" | "unknown",
): Promise<string[] | undefined> {
  let current: store.Token | undefined = token;
  while (current !== undefined && current.state !== "revoked") {
    const grants = grantsOf(current);
    const changed = change(grants);
    if (changed === grants) return undefined;
    const [newest, ...others] = changed;
    const now = new Date();
    if (newest === undefined) {
      // oxlint-disable-next-line no-await-in-loop -- each attempt writes against the row that it has read
      if (await store.markRevoked(context, current, now)) return undefined;
    } else {
      const columns = { state: state ?? current.state, ...columnsOf(current, newest, others) };
      // oxlint-disable-next-line no-await-in-loop -- as above
      if (await store.finishRefresh(context, current, columns, now)) return columns.scopes;
    }
    // oxlint-disable-next-line no-await-in-loop -- as above
    current = await store.findToken(context.db, token.characterId);
  }
  return undefined;
}

/** Revokes the grants of a character that was unlinked; the refresh tokens are encrypted. */
export async function revokeUnlinked(
  { config, requestId }: Context,
  characterId: number,
  refreshTokens: string[],
) {
  for (const refreshToken of refreshTokens) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- EVE's sign-in fails for many calls at once
      await revokeEveGrant(config, await decryptToken(config, refreshToken, characterId));
    } catch (error) {
      // The grant stays valid at EVE, where the user can revoke it too. Its tokens are deleted here.
      logError(requestId, error);
    }
  }
}

/** Undefined if it cannot be decrypted: a refresh brings another one. */
async function decryptAccessToken(
  { config, requestId }: Context,
  characterId: number,
  { accessToken }: EncryptedGrant,
): Promise<string | undefined> {
  try {
    return await decryptToken(config, accessToken, characterId);
  } catch (error) {
    logError(requestId, error);
    return undefined;
  }
}
