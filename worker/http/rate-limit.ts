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

/** Counts one request; throws `rate_limited` if it exceeds the limit. */
export async function countAgainst(limiter: RateLimit, key: string) {
  const { success } = await limiter.limit({ key });
  if (success) return;
  throw new ApiError("rate_limited", "That was a lot at once. Wait a minute, then try again.");
}

/** The key of requests without a session: the address and the route. */
export function addressAndPath(c: Context): string {
  return `${networkOf(c.req.header("cf-connecting-ip") ?? "local")} ${c.req.path}`;
}

const IPV6_GROUPS = 8;
/** Of 16 bits each. Providers assign /64 networks, so a client can use all addresses of one (RFC 6177). */
const NETWORK_GROUPS = 4;

/** The address of an IPv4 host, or the /64 network of an IPv6 host. */
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
