import { now } from "#test/new-eden/world.ts";
import type { World } from "#test/new-eden/world.ts";
import { DiscordError } from "./error.ts";

/** Discord does not publish its limits; these are small enough for a test to reach. */
const LIMIT = 10;
const WINDOW_MS = 5_000;

/** Counts a call of a token on a route. Returns the headers of the response, or throws Discord's 429. */
export function countCall(world: World, bucket: string): Record<string, string> {
  const time = now(world);
  const calls = (world.discord.calls.get(bucket) ?? []).filter((at) => at > time - WINDOW_MS);
  const isOver = calls.length >= LIMIT;
  if (!isOver) calls.push(time);
  world.discord.calls.set(bucket, calls);
  const resetMs = (calls[0] ?? time) + WINDOW_MS - time;
  const headers = {
    "X-RateLimit-Limit": String(LIMIT),
    "X-RateLimit-Remaining": String(LIMIT - calls.length),
    "X-RateLimit-Reset": ((time + resetMs) / 1000).toFixed(3),
    "X-RateLimit-Reset-After": (resetMs / 1000).toFixed(3),
    "X-RateLimit-Bucket": "80c17d2f203122d936070c88c8d10f33",
  };
  if (!isOver) return headers;
  throw new DiscordError(
    429,
    { message: "You are being rate limited.", retry_after: resetMs / 1000, global: false },
    {
      ...headers,
      "Retry-After": String(Math.ceil(resetMs / 1000)),
      "X-RateLimit-Scope": "user",
    },
  );
}
