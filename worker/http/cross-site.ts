import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { App } from "#worker/env.ts";
import { ApiError } from "./api-error.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

export function isWrite(c: Context): boolean {
  return !SAFE_METHODS.has(c.req.method);
}

/** Refuses writes that another site sends. */
export const refuseCrossSiteWrites = createMiddleware<App>(async (c, next) => {
  if (isWrite(c)) requireOwnSite(c);
  await next();
});

/** Refuses all requests that another site sends: for GET routes that change state. */
export const refuseCrossSite = createMiddleware<App>(async (c, next) => {
  requireOwnSite(c);
  await next();
});

/**
 * Browsers send `Sec-Fetch-Site` since 2023, and older ones send `Origin` with writes. A client that sends neither is not
 * a browser and has no cookies to misuse. https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Sec-Fetch-Site
 */
function requireOwnSite(c: Context) {
  const site = c.req.header("sec-fetch-site");
  const origin = c.req.header("origin");
  const isOurs =
    site === undefined
      ? origin === undefined || origin === new URL(c.req.url).origin
      : site === "same-origin" || site === "none";
  if (!isOurs) {
    throw new ApiError("other_site");
  }
}
