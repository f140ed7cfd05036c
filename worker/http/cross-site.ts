import type { Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { matchedRoutes } from "hono/route";
import type { App } from "#worker/env.ts";
import { ApiError } from "./api-error.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

export function isWrite(c: Context): boolean {
  return !SAFE_METHODS.has(c.req.method);
}

/** The origin at which the browser sees this site. */
export const originOf = (c: Context): string => new URL(c.req.url).origin;

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
      ? origin === undefined || origin === originOf(c)
      : site === "same-origin" || site === "none";
  if (!isOurs) {
    throw new ApiError("other_site");
  }
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** Answers OPTIONS, and refuses methods that the path does not have (RFC 9110 §9.3.7 and §15.5.6). */
export function answerOtherMethods(app: Hono<App>) {
  return createMiddleware<App>(async (c, next) => {
    // Middleware is registered for ALL methods. Hono matches HEAD as GET.
    const hasRoute = matchedRoutes(c).some(({ method }) => method !== "ALL");
    const allowed = hasRoute ? [] : methodsOf(app, c.req.path);
    if (allowed.length === 0) return next();
    c.header("Allow", [...allowed, "OPTIONS"].join(", "));
    if (c.req.method === "OPTIONS") return c.body(null, 204);
    throw new ApiError("method_not_allowed", { method: c.req.method });
  });
}

function methodsOf({ router }: Hono<App>, path: string): string[] {
  const methods = METHODS.filter((method) =>
    router.match(method, path)[0].some(([[, route]]) => route.method === method),
  );
  return methods.includes("GET") ? ["HEAD", ...methods] : methods;
}
