import type { Context } from "hono";
import { STEP_UP_SCOPES } from "#shared/account/step-up-scopes.ts";
import type { StepUpScope } from "#shared/account/step-up-scopes.ts";
import { sha256 } from "#worker/ground/crypto.ts";
import {
  clearHostCookie,
  hostCookieNames,
  readHostCookie,
  setHostCookie,
} from "#worker/http/host-cookies.ts";

/** One cookie for each unfinished sign-in, so that several tabs can sign in at the same time. */
const SIGN_IN_PREFIX = "muster-sign-in-";
const SIGN_IN_TTL_SECONDS = 10 * 60;
/** How many unfinished sign-ins a browser keeps. Their cookies are sent with every request. */
const MAX_SIGN_INS = 4;
const STATE_PREFIX_LENGTH = 8;

/** One cookie for each character that waits to be claimed in this browser. */
const CLAIM_PREFIX = "muster-claim-";
const CLAIM_TTL_SECONDS = 10 * 60;
const MAX_CLAIMS = 12;

const DIRECTOR_COOKIE = "muster-director";
const STEP_UP_COOKIE = "muster-step-up";
/** The longest lifetime that browsers accept (RFC 6265bis §5.5). */
const DIRECTOR_TTL_SECONDS = 400 * 24 * 60 * 60;

/** Binds a sign-in to the browser that started it. The name of the cookie is derived from the state's hash. */
export type SignInCookie = { stateHash: string; encrypted: string };

export function setSignInCookie(c: Context, { stateHash, encrypted }: SignInCookie) {
  // Browsers send the oldest cookies first (RFC 6265 §5.4).
  const underWay = hostCookieNames(c, SIGN_IN_PREFIX);
  for (const name of underWay.slice(0, Math.max(0, underWay.length - MAX_SIGN_INS + 1))) {
    clearHostCookie(c, name);
  }
  setHostCookie(c, signInName(stateHash), encrypted, SIGN_IN_TTL_SECONDS);
}

export function readSignInCookie(c: Context, stateHash: string): string | undefined {
  return readHostCookie(c, signInName(stateHash));
}

export function clearSignInCookie(c: Context, stateHash: string) {
  clearHostCookie(c, signInName(stateHash));
}

function signInName(stateHash: string): string {
  return SIGN_IN_PREFIX + stateHash.slice(0, STATE_PREFIX_LENGTH);
}

export function setClaimCookie(c: Context, characterId: number, token: string) {
  setHostCookie(c, CLAIM_PREFIX + characterId, token, CLAIM_TTL_SECONDS);
}

/** SHA-256 of this browser's token for the claim of a character. */
export async function findClaimHash(c: Context, characterId: number) {
  const token = readHostCookie(c, CLAIM_PREFIX + characterId);
  return token ? sha256(token) : undefined;
}

/** The characters that wait to be claimed in this browser: so many at most, because each costs the database a statement. */
export function listClaims(c: Context): number[] {
  const names = hostCookieNames(c, CLAIM_PREFIX).slice(0, MAX_CLAIMS);
  return names.map((name) => Number(name.slice(CLAIM_PREFIX.length)));
}

export function clearClaimCookie(c: Context, characterId: number) {
  clearHostCookie(c, CLAIM_PREFIX + characterId);
}

/** A character with director access has signed in with this browser: later logins from it request those scopes as well. */
export function rememberDirectorAccess(c: Context) {
  setHostCookie(c, DIRECTOR_COOKIE, "granted", DIRECTOR_TTL_SECONDS);
}

export function remembersDirectorAccess(c: Context): boolean {
  return readHostCookie(c, DIRECTOR_COOKIE) === "granted";
}

/** These scopes were granted in this browser: later logins from it request them as well, while rules need them. */
export function rememberStepUp(c: Context, scopes: readonly StepUpScope[]) {
  const remembered = [...new Set([...rememberedStepUp(c), ...scopes])];
  setHostCookie(c, STEP_UP_COOKIE, remembered.join(" "), DIRECTOR_TTL_SECONDS);
}

export function rememberedStepUp(c: Context): StepUpScope[] {
  const remembered = readHostCookie(c, STEP_UP_COOKIE)?.split(" ") ?? [];
  return STEP_UP_SCOPES.filter((scope) => remembered.includes(scope));
}
