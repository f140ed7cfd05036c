import type { Authorization, LinkRequest } from "#shared/session.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { createAuthorizationUrl } from "#worker/auth/tokens/eve-sso.ts";
import { findScopes, findScopesOfMain } from "#worker/auth/tokens/token-store.ts";
import { decrypt, encrypt, randomToken, sha256 } from "#worker/crypto.ts";
import type { SignInPurpose } from "#worker/db/schema/accounts.ts";
import type { Context } from "#worker/env.ts";
import { scopesToRequest } from "#worker/esi/scopes.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { logError } from "#worker/http/log.ts";
import * as store from "./sign-in-store.ts";

const STATE_TTL_MS = 10 * 60 * 1000;

/**
 * The browser that signs in: the origin at which it sees this site, the hash of its cookie, and whether director access
 * was granted in it before. The user picks the character at EVE, after the scopes are chosen: a login that left out
 * director access would take it from a director.
 */
export type Browser = { origin: string; hash: string; hasDirectorAccess: boolean };

export function startLogin(context: Context, browser: Browser): Promise<Authorization> {
  const scopes = scopesToRequest([], { forDirector: browser.hasDirectorAccess });
  return start(context, browser, { purpose: "login", userId: null, scopes });
}

/** Links another character, or authorizes one of the actor's again with at least the scopes that it has granted. */
export async function startLink(
  context: Context,
  browser: Browser,
  actor: UserActor,
  { characterId, access }: LinkRequest,
): Promise<Authorization> {
  const granted =
    characterId === undefined ? undefined : await findScopes(context.db, characterId, actor.userId);
  const forDirector = access === "director" || browser.hasDirectorAccess;
  const scopes = scopesToRequest(granted, { forDirector });
  return start(context, browser, { purpose: "link", userId: actor.userId, scopes });
}

/** Proves that the actor is who signs in at EVE as the main (`requireFreshProof`). */
export async function startProof(
  context: Context,
  browser: Browser,
  { userId }: UserActor,
): Promise<Authorization> {
  const granted = await findScopesOfMain(context.db, userId);
  const scopes = scopesToRequest(granted, { forDirector: browser.hasDirectorAccess });
  return start(context, browser, { purpose: "proof", userId, scopes });
}

async function start(
  { db, config }: Context,
  browser: Browser,
  { purpose, userId, scopes }: { purpose: SignInPurpose; userId: string | null; scopes: string[] },
): Promise<Authorization> {
  const state = randomToken();
  const stateHash = await sha256(state);
  const codeVerifier = randomToken();
  await store.insertSignInState(db, {
    stateHash,
    browserHash: browser.hash,
    codeVerifier: await encrypt(config.keyring, codeVerifier, stateHash),
    purpose,
    userId,
    expiresAt: new Date(Date.now() + STATE_TTL_MS),
  });
  const request = { origin: browser.origin, state, codeVerifier, scopes };
  return { authorizationUrl: createAuthorizationUrl(config, request) };
}

export type StartedSignIn = { codeVerifier: string } & (
  | { purpose: "login" }
  | { purpose: "link" | "proof"; userId: string }
);

/** The sign-in that a browser started. A state is valid once, and only in the browser that started it. */
export async function takeSignIn(
  { db, config, requestId }: Context,
  state: string,
  browserHash: string | undefined,
): Promise<StartedSignIn> {
  const stateHash = await sha256(state);
  const started = await store.takeSignInState(db, stateHash, new Date());
  if (started === undefined) throw expired();
  // Not in constant time: these are hashes of 256 random bits, so timing reveals nothing about the cookie.
  if (started.browserHash !== browserHash) {
    throw new ApiError(
      "sign_in_failed",
      "This sign-in was started in another browser, or cookies are blocked. Log in again from here.",
    );
  }
  const { purpose, userId } = started;
  const codeVerifier = await decrypt(config.keyring, started.codeVerifier, stateHash).catch(
    (error: unknown) => {
      // The encryption key was replaced meanwhile, and the old one is gone.
      logError(requestId, error);
      throw expired();
    },
  );
  if (purpose === "login") return { purpose, codeVerifier };
  if (userId === null) throw new Error("A link and a proof have a user.");
  return { purpose, userId, codeVerifier };
}

function expired(): ApiError {
  return new ApiError(
    "sign_in_failed",
    "This sign-in was used already or has expired. Log in again.",
  );
}
