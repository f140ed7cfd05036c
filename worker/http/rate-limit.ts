import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { App } from "#worker/env.ts";
import { ApiError } from "./api-error.ts";

/** The bindings of wrangler.jsonc that limit rates. */
export type RateLimiterName = Extract<keyof Env, `${string}_LIMIT`>;

/** Refuses a request when its key, from `keyOf`, is over the limit that wrangler.jsonc sets. */
export function rateLimit<Route extends App>(
  limiter: RateLimiterName,
  keyOf: (c: Context<Route>) => string | Promise<string>,
) {
  return createMiddleware<Route>(async (c, next) => {
    await countAgainst(c.env[limiter], await keyOf(c));
    await next();
  });
}

/** Counts one request; throws `rate_limited` if it exceeds the limit. */
export async function countAgainst(limiter: RateLimit, key: string) {
  const { success } = await limiter.limit({ key });
  if (success) return;
  throw new ApiError("too_many_requests");
}

/** The key of a request without a session on one route: an IPv4 address, or an IPv6 /64. */
export function addressAndPath(c: Context): string {
  return `${networkOf(addressOf(c), SUBNET_BITS)} ${c.req.path}`;
}

/** The key of all requests without a known session: an IPv4 address, or an IPv6 /56. */
export function subscriberOf(c: Context): string {
  return networkOf(addressOf(c), SUBSCRIBER_BITS);
}

function addressOf(c: Context): string {
  return c.req.header("cf-connecting-ip") ?? "local";
}

/** Providers give a home a /64 or a /56, and it can use all addresses of it (RFC 6177). */
const SUBNET_BITS = 64;
const SUBSCRIBER_BITS = 56;
const IPV6_GROUPS = 8;
const GROUP_BITS = 16;

/** The address of an IPv4 host, or the first bits of an IPv6 address. */
export function networkOf(address: string, bits: number): string {
  if (!address.includes(":") || address.includes(".")) return address;
  const [head = [], tail] = address.split("::").map((part) => part.split(":").filter(Boolean));
  const zeros = tail === undefined ? 0 : Math.max(0, IPV6_GROUPS - head.length - tail.length);
  return [...head, ...Array<string>(zeros).fill("0"), ...(tail ?? [])]
    .slice(0, Math.ceil(bits / GROUP_BITS))
    .map((group, at) => {
      const unused = Math.max(0, GROUP_BITS * (at + 1) - bits);
      return ((Number.parseInt(group, 16) >> unused) << unused).toString(16);
    })
    .join(":");
}
