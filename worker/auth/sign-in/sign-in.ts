import * as z from "zod/mini";
import { returnToSchema } from "#shared/session.ts";
import type { LinkRequest } from "#shared/session.ts";
import type { Authorization, LoginRequest } from "#shared/session.ts";
import { FLEET_SCOPE } from "#shared/account/step-up-scopes.ts";
import type { StepUpScope } from "#shared/account/step-up-scopes.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { createAuthorizationUrl } from "#worker/auth/tokens/eve-sso.ts";
import { findScopes, findScopesOfMain } from "#worker/auth/tokens/token-store.ts";
import { decrypt, encrypt, randomToken, sha256 } from "#worker/ground/crypto.ts";
import { guard, run, runBatch } from "#worker/db/batch.ts";
import type { Refusal } from "#worker/db/batch.ts";
import type { Context } from "#worker/env.ts";
import { scopesToRequest, stepUpScopes } from "#worker/esi/scopes.ts";
import { ApiError } from "#worker/http/api-error.ts";
import { sectionsNeeded, selectReadingConditions } from "#worker/db/rule-conditions.ts";
import type { SignInCookie } from "./cookies.ts";
import * as store from "./sign-in-store.ts";

const STATE_TTL_MS = 10 * 60 * 1000;

/**
 * The browser that signs in: the origin of this site in its address bar, and whether a character with director access, or scopes
 * that rules need, have signed in with it before. The user picks the character at EVE, after Muster has chosen the scopes: EVE may
 * end a director's earlier grant at a login without director access.
 */
type Browser = {
  origin: string;
  hasDirectorAccess: boolean;
  stepUp: readonly StepUpScope[];
};

/** `userId` is the user who links or proves. */
const signInFields = z.discriminatedUnion("purpose", [
  z.object({ purpose: z.literal("login") }),
  z.object({ purpose: z.enum(["link", "proof"]), userId: z.string() }),
]);
type SignIn = z.infer<typeof signInFields>;

/** The content of the encrypted cookie, while the user is at EVE. */
const keptSchema = z.intersection(
  signInFields,
  z.object({ returnTo: returnToSchema, codeVerifier: z.string(), expiresAt: z.number() }),
);

export type StartedSignIn = SignIn & LoginRequest & { codeVerifier: string };
export type Started = Authorization & { cookie: SignInCookie };

export async function startLogin(
  context: Context,
  browser: Browser,
  { returnTo }: LoginRequest,
): Promise<Started> {
  const scopes = scopesToRequest([], await requestedBeside(context, browser));
  return start(context, browser, { purpose: "login", scopes, returnTo });
}

/** Links another character, or authorizes one of the actor's again with at least the scopes that it has granted. */
export async function startLink(
  context: Context,
  browser: Browser,
  actor: UserActor,
  { characterId, access, scopes: stepUp = [], returnTo }: LinkRequest,
): Promise<Started> {
  const granted =
    characterId === undefined ? undefined : await findScopes(context.db, characterId, actor.userId);
  const hasDirectorAccess = access === "director" || browser.hasDirectorAccess;
  const beside = await requestedBeside(context, { ...browser, hasDirectorAccess });
  const scopes = scopesToRequest(granted, { ...beside, stepUp: [...beside.stepUp, ...stepUp] });
  return start(context, browser, { purpose: "link", userId: actor.userId, scopes, returnTo });
}

/** Starts a sign-in at EVE by which the actor proves to own the main (`requireFreshProof`). */
export async function startProof(
  context: Context,
  browser: Browser,
  { userId }: UserActor,
): Promise<Started> {
  const granted = await findScopesOfMain(context.db, userId);
  const scopes = scopesToRequest(granted, await requestedBeside(context, browser));
  return start(context, browser, { purpose: "proof", userId, scopes });
}

/**
 * What this browser's sign-ins request beside the scopes of every character: of a step-up, what rules still need, and what operations
 * read.
 */
async function requestedBeside({ db }: Context, { hasDirectorAccess, stepUp }: Browser) {
  if (stepUp.length === 0) return { forDirector: hasDirectorAccess, stepUp };
  const needed = new Set(stepUpScopes(sectionsNeeded(await run(db, selectReadingConditions()))));
  return {
    forDirector: hasDirectorAccess,
    stepUp: stepUp.filter((scope) => scope === FLEET_SCOPE || needed.has(scope)),
  };
}

async function start(
  { config }: Context,
  browser: Browser,
  { scopes, ...signIn }: SignIn & LoginRequest & { scopes: string[] },
): Promise<Started> {
  const state = randomToken();
  const stateHash = await sha256(state);
  const codeVerifier = randomToken();
  const text = JSON.stringify({
    ...signIn,
    codeVerifier,
    expiresAt: Date.now() + STATE_TTL_MS,
  } satisfies z.infer<typeof keptSchema>);
  const encrypted = await encrypt(config.keyring, text, additionalData(stateHash));
  const request = { origin: browser.origin, state, codeVerifier, scopes };
  return {
    authorizationUrl: createAuthorizationUrl(config, request),
    cookie: { stateHash, encrypted },
  };
}

/**
 * The sign-in that this browser started, from its cookie. A state is valid only in the browser that started it, and only once
 * (`spendState`). No row is written before EVE has accepted a code (docs/decisions/0023-sign-in-state-in-a-cookie.md).
 */
export async function readSignIn(
  { config }: Context,
  stateHash: string,
  encrypted: string | undefined,
): Promise<StartedSignIn> {
  const text = await decrypt(config.keyring, encrypted ?? "", additionalData(stateHash)).catch(
    () => {
      // The cookie is missing or was changed, or its key is gone. The user can only start again in each case.
      throw new ApiError("sign_in_used_elsewhere");
    },
  );
  const { expiresAt, ...signIn } = z.parse(keptSchema, JSON.parse(text));
  if (expiresAt <= Date.now()) throw SPENT.error();
  return signIn;
}

/** Marks a state as used. EVE accepts a code once, but one state could return with two codes. */
export async function spendState({ db }: Context, stateHash: string) {
  const expiresAt = new Date(Date.now() + STATE_TTL_MS);
  await runBatch(db, [
    guard(store.isUnspent(stateHash), SPENT),
    store.insertSpentState(stateHash, expiresAt),
  ]);
}

/** The additional data of the ciphertext, so that no other ciphertext of the same key is accepted in its place. */
function additionalData(stateHash: string): string {
  return `sign-in ${stateHash}`;
}

const SPENT: Refusal = { name: "spent-state", error: () => new ApiError("sign_in_used") };
