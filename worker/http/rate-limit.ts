import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { App, RateLimits } from "#worker/env.ts";
import { ApiError } from "./api-error.ts";

/** Of every limiter in wrangler.jsonc. */
const PERIOD_SECONDS = 60;

/** Refuses who asks too often, counted by `keyOf`; what the limits are stands in wrangler.jsonc. */
export function rateLimit<Route extends App>(
  limiter: keyof RateLimits,
  keyOf: (c: Context<Route>) => string,
) {
  return createMiddleware<Route>(async (c, next) => {
    const { success } = await c.env[limiter].limit({ key: keyOf(c) });
    if (!success) {
      throw new ApiError("rate_limited", "That was a lot at once. Wait a minute, then try again.", {
        retryAfterSeconds: PERIOD_SECONDS,
      });
    }
    await next();
  });
}

/** Who is not signed in is known by the address alone; each route counts for itself. */
export function addressAndPath(c: Context): string {
  return `${c.req.header("cf-connecting-ip") ?? "local"} ${c.req.path}`;
}
