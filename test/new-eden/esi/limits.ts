import { ERROR_LIMITED } from "#test/new-eden/fault-answers.ts";
import { now } from "#test/new-eden/world.ts";
import type { World } from "#test/new-eden/world.ts";
import type { Operation } from "./document.ts";
import { EsiError } from "./error.ts";

const ERROR_WINDOW_MS = 60_000;
const MOST_ERRORS = 100;

/** The old limit: errors of one address in a fixed minute. Above it every route answers 420. */
export function checkErrorLimit(world: World) {
  if (currentErrors(world).count >= MOST_ERRORS) throw new EsiError(420, ERROR_LIMITED);
}

export function countError(world: World) {
  currentErrors(world).count += 1;
}

export function errorLimitHeaders(world: World): Record<string, string> {
  const { windowStart, count } = currentErrors(world);
  const reset = Math.max(1, Math.ceil((windowStart + ERROR_WINDOW_MS - now(world)) / 1000));
  return {
    "X-ESI-Error-Limit-Remain": String(Math.max(0, MOST_ERRORS - count)),
    "X-ESI-Error-Limit-Reset": String(reset),
  };
}

function currentErrors(world: World) {
  const { errors } = world.esi;
  if (now(world) >= errors.windowStart + ERROR_WINDOW_MS) {
    errors.windowStart = now(world);
    errors.count = 0;
  }
  return errors;
}

type RateLimit = NonNullable<Operation["x-rate-limit"]>;

/** The new limit: tokens spent by one payer in one group within a sliding window. */
export function openBucket(world: World, limit: RateLimit, payer: string) {
  const windowMs = Number.parseInt(limit["window-size"], 10) * 60_000;
  const most = limit["max-tokens"];
  const key = `${limit.group}|${payer}`;
  const since = now(world) - windowMs;
  const spent = (world.esi.spent.get(key) ?? []).filter(({ at }) => at > since);
  world.esi.spent.set(key, spent);
  const used = () => spent.reduce((sum, { tokens }) => sum + tokens, 0);
  return {
    /** Seconds until tokens are available again; undefined while they are. */
    retryAfter(): number | undefined {
      const [oldest] = spent;
      if (used() < most || oldest === undefined) return undefined;
      return Math.max(1, Math.ceil((oldest.at + windowMs - now(world)) / 1000));
    },
    spend(tokens: number) {
      if (tokens > 0) spent.push({ at: now(world), tokens });
    },
    headers(tokens: number): Record<string, string> {
      return {
        "X-Ratelimit-Group": limit.group,
        "X-Ratelimit-Limit": `${most}/${limit["window-size"]}`,
        "X-Ratelimit-Remaining": String(Math.max(0, most - used())),
        "X-Ratelimit-Used": String(tokens),
      };
    },
  };
}

/** The tokens that a response costs. A 429 is free. */
export function costOf(status: number): number {
  if (status === 429 || status >= 500) return 0;
  if (status >= 400) return 5;
  return status >= 300 ? 1 : 2;
}
