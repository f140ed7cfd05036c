import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { randomToken, sha256 } from "#worker/crypto.ts";

const NAME = "muster-browser";
/** Long enough for a sign-in at EVE and the claim that may follow. */
const TTL_SECONDS = 30 * 60;
const FORMAT = /^[\w-]{43}$/;

/**
 * Binds a sign-in to this browser: SHA-256 of its cookie, which is made where there is none. One cookie
 * serves several tabs that sign in at once.
 */
export async function bindBrowser(c: Context): Promise<string> {
  const isSecure = new URL(c.req.url).protocol === "https:";
  const value = readCookie(c, isSecure) ?? randomToken();
  setCookie(c, NAME, value, {
    httpOnly: true,
    sameSite: "Lax",
    path: "/",
    maxAge: TTL_SECONDS,
    // The prefix makes browsers refuse the cookie from other hosts and from plain http.
    ...(isSecure && { secure: true, prefix: "host" as const }),
  });
  return sha256(value);
}

/** SHA-256 of this browser's cookie, if it has one. */
export async function findBrowser(c: Context): Promise<string | undefined> {
  const value = readCookie(c, new URL(c.req.url).protocol === "https:");
  return value === undefined ? undefined : sha256(value);
}

function readCookie(c: Context, isSecure: boolean): string | undefined {
  const value = isSecure ? getCookie(c, NAME, "host") : getCookie(c, NAME);
  return value !== undefined && FORMAT.test(value) ? value : undefined;
}
