import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { App } from "#worker/env.ts";
import { ApiError } from "./api-error.ts";

/** The bindings of wrangler.jsonc that limit rates. */
export type RateLimiterName = Extract<keyof Env, `${string}_LIMIT`>;

/** Refuses a request when its key, from `keyOf`, is over the limit that wrangler.jsonc sets. */
export function rateLimit<Route extends App>(
  limiter: RateLimiterName,
  keyOf: (c: Context<Route>) => string,
) {
  return createMiddleware<Route>(async (c, next) => {
    await countAgainst(c.env[limiter], keyOf(c));
    await next();
  });
}

/** Counts one more; throws `rate_limited` when that is one too many. */
export async function countAgainst(limiter: RateLimit, key: string) {
  const { success } = await limiter.limit({ key });
  if (success) return;
  throw new ApiError("rate_limited", "That was a lot at once. Wait a minute, then try again.");
}

/** Who is not signed in is known by the address alone; each route counts for itself. */
export function addressAndPath(c: Context): string {
  return `${networkOf(c.req.header("cf-connecting-ip") ?? "local")} ${c.req.path}`;
}

const IPV6_GROUPS = 8;
/** Of 16 bits each: providers hand out /64 networks, and whoever has one has all its addresses. */
const NETWORK_GROUPS = 4;

/** The address of an IPv4 host, the network of an IPv6 host. */
export function networkOf(address: string): string {
  if (!address.includes(":") || address.includes(".")) return address;
  const [head = [], tail] = address
    .toLowerCase()
    .split("::")
    .map((part) => part.split(":").filter(Boolean));
  const zeros = tail === undefined ? 0 : Math.max(0, IPV6_GROUPS - head.length - tail.length);
  return [...head, ...Array<string>(zeros).fill("0"), ...(tail ?? [])]
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}
