import { createMiddleware } from "hono/factory";
import type { App } from "#worker/env.ts";
import { ApiError } from "./api-error.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Refuses writes that another site started. Every browser since 2023 sends `Sec-Fetch-Site`. */
export const refuseCrossSiteWrites = createMiddleware<App>(async (c, next) => {
  const site = c.req.header("sec-fetch-site");
  const isOurs = site === undefined || site === "same-origin" || site === "none";
  if (!isOurs && !SAFE_METHODS.has(c.req.method)) {
    throw new ApiError("forbidden", "This request came from another site and was not carried out.");
  }
  await next();
});
