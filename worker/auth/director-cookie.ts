import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";

const NAME = "muster-director";
/** Longer, no browser keeps it. */
const TTL_SECONDS = 400 * 24 * 60 * 60;

/** Director access was granted in this browser: its later logins ask for it as well. */
export function rememberDirectorAccess(c: Context) {
  const isSecure = new URL(c.req.url).protocol === "https:";
  setCookie(c, NAME, "granted", {
    httpOnly: true,
    sameSite: "Lax",
    path: "/",
    maxAge: TTL_SECONDS,
    ...(isSecure && { secure: true, prefix: "host" as const }),
  });
}

export function remembersDirectorAccess(c: Context): boolean {
  const isSecure = new URL(c.req.url).protocol === "https:";
  return (isSecure ? getCookie(c, NAME, "host") : getCookie(c, NAME)) === "granted";
}
