import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { CookieOptions } from "hono/utils/cookie";

/**
 * Cookies that scripts cannot read. On https their names begin with `__Host-`, so that browsers refuse them from other hosts and
 * from plain HTTP (RFC 6265bis §4.1.3).
 */
export function setHostCookie(
  c: Context,
  name: string,
  value: string,
  maxAgeSeconds: number,
  sameSite: "Lax" | "Strict" = "Lax",
) {
  const options: CookieOptions = { httpOnly: true, sameSite, path: "/", maxAge: maxAgeSeconds };
  setCookie(c, name, value, {
    ...options,
    ...(isSecure(c) && { secure: true, prefix: "host" as const }),
  });
}

export function readHostCookie(c: Context, name: string): string | undefined {
  return isSecure(c) ? getCookie(c, name, "host") : getCookie(c, name);
}

export function clearHostCookie(c: Context, name: string) {
  setHostCookie(c, name, "", 0);
}

/** The names of this browser's cookies with this prefix, without `__Host-`. */
export function hostCookieNames(c: Context, prefix: string): string[] {
  const host = isSecure(c) ? "__Host-" : "";
  return Object.keys(getCookie(c))
    .filter((name) => name.startsWith(host + prefix))
    .map((name) => name.slice(host.length));
}

function isSecure(c: Context): boolean {
  return new URL(c.req.url).protocol === "https:";
}
