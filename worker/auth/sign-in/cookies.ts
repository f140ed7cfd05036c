import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { CookieOptions } from "hono/utils/cookie";
import { randomToken, sha256 } from "#worker/crypto.ts";

const BROWSER_COOKIE = "muster-browser";
/** Covers a sign-in at EVE and the claim that may follow. */
const BROWSER_TTL_SECONDS = 30 * 60;
const TOKEN_FORMAT = /^[\w-]{43}$/;

const DIRECTOR_COOKIE = "muster-director";
/** The longest lifetime that browsers accept (RFC 6265bis §5.5). */
const DIRECTOR_TTL_SECONDS = 400 * 24 * 60 * 60;

/**
 * Binds a sign-in to this browser: returns the SHA-256 of its cookie, which is set if there is none. Tabs that sign in at
 * the same time share one cookie.
 */
export async function bindBrowser(c: Context): Promise<string> {
  const value = readBrowserCookie(c) ?? randomToken();
  setCookie(c, BROWSER_COOKIE, value, optionsOf(c, BROWSER_TTL_SECONDS));
  return sha256(value);
}

/** SHA-256 of this browser's cookie, if it has one. */
export async function findBrowser(c: Context): Promise<string | undefined> {
  const value = readBrowserCookie(c);
  return value === undefined ? undefined : sha256(value);
}

/** Director access was granted in this browser: later logins from it request those scopes as well. */
export function rememberDirectorAccess(c: Context) {
  setCookie(c, DIRECTOR_COOKIE, "granted", optionsOf(c, DIRECTOR_TTL_SECONDS));
}

export function remembersDirectorAccess(c: Context): boolean {
  return readCookie(c, DIRECTOR_COOKIE) === "granted";
}

function readBrowserCookie(c: Context): string | undefined {
  const value = readCookie(c, BROWSER_COOKIE);
  return value !== undefined && TOKEN_FORMAT.test(value) ? value : undefined;
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
