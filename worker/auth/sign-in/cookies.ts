import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { CookieOptions } from "hono/utils/cookie";
import { STEP_UP_SCOPES } from "#shared/requirements/step-up-scopes.ts";
import type { StepUpScope } from "#shared/requirements/step-up-scopes.ts";
import { randomToken, sha256 } from "#worker/crypto.ts";

/** One cookie for each unfinished sign-in, so that several tabs can sign in at the same time. */
const SIGN_IN_PREFIX = "muster-sign-in-";
const SIGN_IN_TTL_SECONDS = 10 * 60;
/** How many unfinished sign-ins a browser keeps. Their cookies are sent with every request. */
const MAX_SIGN_INS = 4;
const STATE_PREFIX_LENGTH = 8;

/** One cookie for each character that waits to be claimed in this browser. */
const CLAIM_PREFIX = "muster-claim-";
const CLAIM_TTL_SECONDS = 10 * 60;

const DIRECTOR_COOKIE = "muster-director";
const STEP_UP_COOKIE = "muster-step-up";
/** The longest lifetime that browsers accept (RFC 6265bis §5.5). */
const DIRECTOR_TTL_SECONDS = 400 * 24 * 60 * 60;

/** Binds a sign-in to the browser that started it. The name of the cookie is derived from the state's hash. */
export type SignInCookie = { stateHash: string; encrypted: string };

export function setSignInCookie(c: Context, { stateHash, encrypted }: SignInCookie) {
  // Browsers send the oldest cookies first (RFC 6265 §5.4).
  const underWay = namesOf(c, SIGN_IN_PREFIX);
  for (const name of underWay.slice(0, Math.max(0, underWay.length - MAX_SIGN_INS + 1))) {
    clear(c, name);
  }
  setCookie(c, signInName(stateHash), encrypted, optionsOf(c, SIGN_IN_TTL_SECONDS));
}

export function readSignInCookie(c: Context, stateHash: string): string | undefined {
  return readCookie(c, signInName(stateHash));
}

export function clearSignInCookie(c: Context, stateHash: string) {
  clear(c, signInName(stateHash));
}

function signInName(stateHash: string): string {
  return SIGN_IN_PREFIX + stateHash.slice(0, STATE_PREFIX_LENGTH);
}

/** A new token for a claim. Only its hash is stored in the database. */
export async function createClaimToken() {
  const token = randomToken();
  return { token, hash: await sha256(token) };
}

export function setClaimCookie(c: Context, characterId: number, token: string) {
  setCookie(c, CLAIM_PREFIX + characterId, token, optionsOf(c, CLAIM_TTL_SECONDS));
}

/** SHA-256 of this browser's token for the claim of a character. */
export async function findClaimHash(c: Context, characterId: number) {
  const token = readCookie(c, CLAIM_PREFIX + characterId);
  return token ? sha256(token) : undefined;
}

/** The characters that wait to be claimed in this browser. */
export function listClaims(c: Context): number[] {
  return namesOf(c, CLAIM_PREFIX).map((name) => Number(name.slice(CLAIM_PREFIX.length)));
}

export function clearClaimCookie(c: Context, characterId: number) {
  clear(c, CLAIM_PREFIX + characterId);
}

/** Director access was granted in this browser: later logins from it request those scopes as well. */
export function rememberDirectorAccess(c: Context) {
  setCookie(c, DIRECTOR_COOKIE, "granted", optionsOf(c, DIRECTOR_TTL_SECONDS));
}

export function remembersDirectorAccess(c: Context): boolean {
  return readCookie(c, DIRECTOR_COOKIE) === "granted";
}

/** These scopes were granted in this browser: later logins from it request them as well, while rules need them. */
export function rememberStepUp(c: Context, scopes: readonly StepUpScope[]) {
  const remembered = [...new Set([...rememberedStepUp(c), ...scopes])];
  setCookie(c, STEP_UP_COOKIE, remembered.join(" "), optionsOf(c, DIRECTOR_TTL_SECONDS));
}

export function rememberedStepUp(c: Context): StepUpScope[] {
  const remembered = readCookie(c, STEP_UP_COOKIE)?.split(" ") ?? [];
  return STEP_UP_SCOPES.filter((scope) => remembered.includes(scope));
}

/** The names of this browser's cookies with this prefix, without `__Host-`. */
function namesOf(c: Context, prefix: string): string[] {
  const host = isSecure(c) ? "__Host-" : "";
  return Object.keys(getCookie(c))
    .filter((name) => name.startsWith(host + prefix))
    .map((name) => name.slice(host.length));
}

function clear(c: Context, name: string) {
  setCookie(c, name, "", optionsOf(c, 0));
}

function readCookie(c: Context, name: string): string | undefined {
  return isSecure(c) ? getCookie(c, name, "host") : getCookie(c, name);
}

function optionsOf(c: Context, maxAge: number): CookieOptions {
  return {
    httpOnly: true,
    sameSite: "Lax",
    path: "/",
    maxAge,
    // The `__Host-` prefix makes browsers refuse the cookie from other hosts and from plain HTTP (RFC 6265bis §4.1.3).
    ...(isSecure(c) && { secure: true, prefix: "host" as const }),
  };
}

function isSecure(c: Context): boolean {
  return new URL(c.req.url).protocol === "https:";
}
