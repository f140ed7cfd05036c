import type { Authorization, LinkRequest } from "#shared/session.ts";
import { decrypt, encrypt, randomToken, sha256 } from "#worker/crypto.ts";
import type { SignInPurpose } from "#worker/db/schema/accounts.ts";
import type { Context } from "#worker/env.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { logError } from "#worker/http/log.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { createAuthorizationUrl } from "#worker/auth/tokens/eve-sso.ts";
import { scopesToAsk } from "#worker/esi/scopes.ts";
import * as store from "./sign-in-store.ts";
import { findScopes } from "#worker/auth/tokens/token-store.ts";

const STATE_TTL_MS = 10 * 60 * 1000;

/**
 * The browser that asks: where it sees this site, the hash of its cookie, and whether director access was granted
 * in it before. Which character will be picked at EVE is not known yet: a login asks for it again, or it were lost.
 */
export type Browser = { origin: string; hash: string; hasDirectorAccess: boolean };

export function startLogin(context: Context, browser: Browser): Promise<Authorization> {
  const scopes = scopesToAsk([], { forDirector: browser.hasDirectorAccess });
  return start(context, browser, { purpose: "login", userId: null, scopes });
}

/** Links another character, or authorizes one of the actor's again without losing what it granted. */
export async function startLink(
  context: Context,
  browser: Browser,
  actor: UserActor,
  { characterId, access }: LinkRequest,
): Promise<Authorization> {
  const granted =
    characterId === undefined ? undefined : await findScopes(context.db, characterId, actor.userId);
  const forDirector = access === "director" || browser.hasDirectorAccess;
  const scopes = scopesToAsk(granted, { forDirector });
  return start(context, browser, { purpose: "link", userId: actor.userId, scopes });
}

async function start(
  { db, config }: Context,
  browser: Browser,
  what: { purpose: SignInPurpose; userId: string | null; scopes: string[] },
): Promise<Authorization> {
  const state = randomToken();
  const stateHash = await sha256(state);
  const codeVerifier = randomToken();
  await store.insertSignInState(db, {
    stateHash,
    browserHash: browser.hash,
    codeVerifier: await encrypt(config.keyring, codeVerifier, stateHash),
    purpose: what.purpose,
    userId: what.userId,
    expiresAt: new Date(Date.now() + STATE_TTL_MS),
  });
  const { origin } = browser;
  return {
    authorizationUrl: createAuthorizationUrl(config, {
      origin,
      state,
      codeVerifier,
      scopes: what.scopes,
    }),
  };
}

/** What a browser went to EVE for. A link knows its user. */
export type Started = { codeVerifier: string } & (
  | { purpose: "login" }
  | { purpose: "link"; userId: string }
);

/** What a returning browser started: each state is good once, and only in the browser that asked for it. */
export async function finishStart(
  { db, config, requestId }: Context,
  state: string,
  browserHash: string | undefined,
): Promise<Started> {
  const stateHash = await sha256(state);
  const started = await store.takeSignInState(db, stateHash, new Date());
  if (started === undefined) throw expired();
  // Hashes of 256 random bits: how long this takes tells nothing of the cookie behind them.
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
  if (userId === null) throw new Error("A link was started by nobody.");
  return { purpose, userId, codeVerifier };
}

function expired(): ApiError {
  return new ApiError(
    "sign_in_failed",
    "This sign-in was used already or has expired. Log in again.",
  );
}
