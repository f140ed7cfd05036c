import type { Buckets } from "#worker/db/schema/discord/servers.ts";

export const NO_BUCKETS: Buckets = { routes: {}, limits: {} };

/** When the next request of this route may be sent; `now` if at once. */
export function mayCallAt({ routes, limits }: Buckets, route: string, now: number): number {
  const limit = limits[routes[route] ?? ""];
  return limit === undefined || limit.remaining > 0 ? now : Math.max(now, limit.resetAt);
}

/** The buckets after a response. Limits are only what headers say: https://discord.com/developers/docs/topics/rate-limits */
export function learn(buckets: Buckets, route: string, headers: Headers, now: number): Buckets {
  const bucket = headers.get("x-ratelimit-bucket");
  const remaining = Number(headers.get("x-ratelimit-remaining") ?? Number.NaN);
  const resetAfter = Number(headers.get("x-ratelimit-reset-after") ?? Number.NaN);
  if (bucket === null || !Number.isFinite(remaining) || !Number.isFinite(resetAfter)) {
    return buckets;
  }
  const resetAt = now + Math.ceil(resetAfter * 1000);
  return {
    routes: { ...buckets.routes, [route]: bucket },
    limits: { ...buckets.limits, [bucket]: { remaining, resetAt } },
  };
}

/** Without the limits that have been reset: what is stored does not grow. */
export function withoutReset({ routes, limits }: Buckets, now: number): Buckets {
  const open = Object.entries(limits).filter(([, { resetAt }]) => resetAt > now);
  const names = new Set(open.map(([bucket]) => bucket));
  return {
    routes: Object.fromEntries(Object.entries(routes).filter(([, bucket]) => names.has(bucket))),
    limits: Object.fromEntries(open),
  };
}
