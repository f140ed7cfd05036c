import { DAY_MS, HOUR_MS } from "#shared/time.ts";
import type { Config } from "#worker/ground/config.ts";
import { EsiError } from "./error.ts";

/** Background work (crons, queue) leaves a reserve to users who wait for a response. */
export type Priority = "interactive" | "background";

/** Until then (milliseconds since 1970), `closedTo` may not call the routes of this bucket. */
export type Cooldown = { bucket: string; closedTo: "background" | "everyone"; until: number };

const BLOCKED_BUCKET = "everything";
const ERRORS_BUCKET = "errors";
const DEFAULT_WAIT_SECONDS = 60;

// ESI's two limits: https://developers.eveonline.com/docs/services/esi/rate-limiting/

/** ESI allows 100 errors a minute. The last 10 are never spent, and the last 40 are left to users. */
const ERRORS_UNSPENT = 10;
const ERRORS_FOR_USERS = 40;

/** A call answered with 4xx costs 5 tokens. A quarter of each bucket is reserved for users. */
const COSTLIEST_CALL_TOKENS = 5;
const TOKENS_FOR_USERS = 0.25;
/** Buckets slide over 15 minutes. After a minute some tokens are back, and a response tells how many. */
const LOW_BUCKET_WAIT_SECONDS = 60;

/** What the calls of this isolate have learned, by ESI's address and bucket. */
const memory = new Map<string, Cooldown>();

/**
 * The error limit and the token buckets of one ESI. `shared` are the cooldowns that other isolates stored. `changes` are
 * those that this invocation learned and should store: none while budgets are well filled.
 */
export function openCooldowns(esiUrl: string, shared: Cooldown[], now: () => number) {
  const changes = new Map<string, Cooldown>();
  const keyOf = (bucket: string) => `${esiUrl} ${bucket}`;

  function remember(cooldown: Cooldown): boolean {
    const known = memory.get(keyOf(cooldown.bucket));
    const isNew =
      known === undefined ||
      known.until <= now() ||
      (known.closedTo === "background" && cooldown.closedTo === "everyone") ||
      (known.closedTo === cooldown.closedTo && known.until < cooldown.until);
    if (isNew) memory.set(keyOf(cooldown.bucket), cooldown);
    return isNew;
  }

  function close(bucket: string, closedTo: Cooldown["closedTo"], seconds: number) {
    const cooldown = { bucket, closedTo, until: now() + seconds * 1000 };
    if (remember(cooldown)) changes.set(bucket, cooldown);
  }

  for (const cooldown of shared) if (cooldown.until > now()) remember(cooldown);

  return {
    changes: () => [...changes.values()],

    /** Throws if a call of this bucket has to wait. */
    check(bucket: string, priority: Priority) {
      for (const key of [keyOf(BLOCKED_BUCKET), keyOf(bucket)]) {
        const cooldown = memory.get(key);
        if (cooldown === undefined) continue;
        const waitMs = cooldown.until - now();
        if (waitMs <= 0) memory.delete(key);
        else if (cooldown.closedTo === "everyone" || priority === "background") {
          throw new EsiError("rate_limited", { retryAfterSeconds: Math.ceil(waitMs / 1000) });
        }
      }
    },

    /** Learns from the headers of a response. */
    observe(bucket: string, status: number, headers: Headers) {
      if (status === 420) {
        const seconds = number(headers, "X-ESI-Error-Limit-Reset") ?? DEFAULT_WAIT_SECONDS;
        return close(BLOCKED_BUCKET, "everyone", seconds);
      }
      if (status === 429) {
        const seconds = number(headers, "Retry-After") ?? DEFAULT_WAIT_SECONDS;
        return close(bucket, "everyone", seconds);
      }
      const errorsLeft = number(headers, "X-ESI-Error-Limit-Remain");
      if (errorsLeft !== undefined && errorsLeft <= ERRORS_FOR_USERS) {
        const seconds = number(headers, "X-ESI-Error-Limit-Reset") ?? DEFAULT_WAIT_SECONDS;
        close(ERRORS_BUCKET, errorsLeft <= ERRORS_UNSPENT ? "everyone" : "background", seconds);
      }
      const tokensLeft = number(headers, "X-Ratelimit-Remaining");
      if (tokensLeft !== undefined) {
        const size = Number.parseInt(headers.get("X-Ratelimit-Limit") ?? "0", 10) || 0;
        const reserve = Math.max(COSTLIEST_CALL_TOKENS, size * TOKENS_FOR_USERS);
        if (tokensLeft < COSTLIEST_CALL_TOKENS) close(bucket, "everyone", LOW_BUCKET_WAIT_SECONDS);
        else if (tokensLeft < reserve) close(bucket, "background", LOW_BUCKET_WAIT_SECONDS);
      }
    },
  };
}

/**
 * A route's bucket: its rate limit group and the character whose token is sent, or the errors of all routes that have no
 * token bucket yet.
 */
export function bucketOf(rateGroup: string | undefined, characterId: number | undefined): string {
  return rateGroup === undefined ? ERRORS_BUCKET : `${rateGroup}:${characterId ?? "public"}`;
}

function number(headers: Headers, name: string): number | undefined {
  const text = headers.get(name);
  const value = text === null ? Number.NaN : Number.parseFloat(text);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** Returns a function that runs at most `size` tasks at the same time, in the order of the calls. */
export function limitConcurrency(size: number) {
  let free = size;
  const waiting: (() => void)[] = [];

  return async function run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}

const START_MS = 11 * HOUR_MS;
const END_MS = START_MS + 15 * 60 * 1000;

/**
 * EVE restarts daily at 11:00 UTC, usually for a few minutes. Milliseconds until the pause ends; 0 outside of it, and for an EVE
 * that does not restart.
 */
export function downtimeLeftMs(
  { EVE_DOWNTIME }: Pick<Config, "EVE_DOWNTIME">,
  now: number,
): number {
  if (EVE_DOWNTIME === "off") return 0;
  const timeOfDay = now % DAY_MS;
  return timeOfDay >= START_MS && timeOfDay < END_MS ? END_MS - timeOfDay : 0;
}
