import type { Context } from "#worker/env.ts";
import { logError } from "#worker/http/log.ts";
import { runBatch } from "#worker/db/batch.ts";
import { releaseCharacter } from "#worker/auth/accounts/character-ownership.ts";
import { EveIdentityError, verifyAccessToken } from "./eve-identity.ts";
import { EveSsoError, refreshGrant, revokeGrant } from "./eve-sso.ts";
import type { EveGrant } from "./eve-sso.ts";
import { decryptToken, encryptGrant } from "./encrypted-tokens.ts";
import { compareIdentity, isFresh, isInVain, stateAfter } from "./token-policy.ts";
import type { Wait } from "./token-policy.ts";
import * as store from "./token-store.ts";

/** Longer than the sign-in's timeout, so that a lease ends only when its holder is dead. */
const LEASE_MS = 20_000;
const POLL_MS = 100;

export type AccessToken =
  | { state: "ok"; accessToken: string; scopes: string[] }
  /** EVE could not be asked; nothing is lost, ask again later. */
  | { state: "unknown" }
  /** EVE says that the grant is gone, or there never was one: the player must sign in again. */
  | { state: "revoked" };

/** An access token for ESI, refreshed when needed: once, however many ask at the same time. */
export async function getAccessToken(context: Context, characterId: number): Promise<AccessToken> {
  const wait: Wait = { since: undefined, until: Date.now() + LEASE_MS + POLL_MS };
  for (;;) {
    const found = await store.findToken(context.db, characterId);
    if (found === undefined || found.token.state === "revoked") return { state: "revoked" };
    const { token } = found;
    const now = Date.now();
    if (isFresh(token, now)) {
      const opened = await open(context, token);
      if (opened !== undefined) return opened;
    }
    if (isInVain(token, wait, now)) return { state: "unknown" };
    const version = await store.takeRefreshLease(
      context.db,
      token,
      new Date(now),
      new Date(now + LEASE_MS),
    );
    if (version !== undefined) return refresh(context, { ...found, version });
    wait.since ??= token.refreshLeaseUntil ? token.version : undefined;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

type Lease = {
  token: store.TokenRow;
  version: number;
  ownerHash: string | null;
  userId: string | null;
};

async function refresh(context: Context, lease: Lease): Promise<AccessToken> {
  const { db, config } = context;
  const { characterId } = lease.token;
  const row = { characterId, version: lease.version };
  let grant: EveGrant;
  try {
    grant = await refreshGrant(
      config,
      await decryptToken(config, lease.token.refreshToken, characterId),
    );
  } catch (error) {
    const state = stateAfter(error);
    await store.finishRefresh(db, row, { state }, new Date());
    // Not EVE's doing: the encryption key of this token is gone. The log says so, the token stays.
    if (!(error instanceof EveSsoError)) logError(context.requestId, error);
    return { state };
  }
  return keep(context, lease, grant);
}

/** Stores what a refresh returned, whatever we then learn of the access token: the old one may be dead. */
async function keep(context: Context, lease: Lease, grant: EveGrant): Promise<AccessToken> {
  const { db, config, requestId } = context;
  const { characterId } = lease.token;
  const row = { characterId, version: lease.version };
  try {
    const identity = await verifyAccessToken(config, grant.accessToken);
    const { userId, ownerHash } = lease;
    const whose = compareIdentity(identity, { characterId, ownerHash });
    if (whose === "stranger") {
      throw new EveIdentityError("forged", new Error("The token speaks for another character."));
    }
    if (whose === "sold" && userId !== null) {
      const character = { id: characterId, ownerHash };
      await runBatch(
        db,
        releaseCharacter(db, { kind: "character_sold", userId, requestId, character }),
      );
      return { state: "revoked" };
    }
    const encrypted = await encryptGrant(config, grant, identity);
    const kept = await store.finishRefresh(db, row, { state: "ok", ...encrypted }, new Date());
    if (!kept) return getAccessToken(context, characterId);
    return { state: "ok", accessToken: grant.accessToken, scopes: identity.scopes };
  } catch (error) {
    if (!(error instanceof EveIdentityError)) throw error;
    const { scopes } = lease.token;
    const { refreshToken } = await encryptGrant(config, grant, {
      characterId,
      scopes,
      expiresAt: new Date(),
    });
    await store.finishRefresh(db, row, { state: "unknown", refreshToken }, new Date());
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
    // The grant stays valid at EVE, where the player can revoke it too. Its tokens are deleted here.
    logError(requestId, error);
  }
}

/** Undefined when it cannot be decrypted: EVE may give another one. */
async function open(context: Context, token: store.TokenRow): Promise<AccessToken | undefined> {
  try {
    const accessToken = await decryptToken(context.config, token.accessToken, token.characterId);
    return { state: "ok", accessToken, scopes: token.scopes };
  } catch (error) {
    logError(context.requestId, error);
    return undefined;
  }
}
