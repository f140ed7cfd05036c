import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { App } from "#worker/env.ts";
import { ApiError } from "./api-error.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

export function isWrite(c: Context): boolean {
  return !SAFE_METHODS.has(c.req.method);
}

/** Refuses writes that another site started. */
export const refuseCrossSiteWrites = createMiddleware<App>(async (c, next) => {
  if (isWrite(c)) requireOwnSite(c);
  await next();
});

/** Refuses whatever another site started: for the reads that change something. */
export const refuseCrossSite = createMiddleware<App>(async (c, next) => {
  requireOwnSite(c);
  await next();
});

/**
 * Every browser since 2023 sends `Sec-Fetch-Site`, older ones send `Origin` with what they write. What sends
 * neither is not a browser, and has no cookies that somebody else could ride on.
 */
function requireOwnSite(c: Context) {
  const site = c.req.header("sec-fetch-site");
  const origin = c.req.header("origin");
  const isOurs =
    site === undefined
      ? origin === undefined || origin === new URL(c.req.url).origin
      : site === "same-origin" || site === "none";
  if (!isOurs) {
    throw new ApiError("forbidden", "This request came from another site and was not carried out.");
  }
}
