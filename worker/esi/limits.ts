import { EsiError } from "./error.ts";

/** Crons and queues leave a reserve to the people who wait for an answer. */
export type Priority = "interactive" | "background";

/** Until then, `closedTo` may not call the routes of this bucket. */
export type Closure = { bucket: string; closedTo: "background" | "everyone"; until: number };

const BLOCKED_BUCKET = "everything";
const ERRORS_BUCKET = "errors";
const DEFAULT_WAIT_SECONDS = 60;

/** Of the 100 errors that ESI allows a minute, those we never make, and those kept for people. */
const ERRORS_NEVER_MADE = 10;
const ERRORS_FOR_PEOPLE = 40;

/** A refused call costs 5 tokens. A quarter of each bucket is kept for people. */
const DEAREST_CALL_TOKENS = 5;
const TOKENS_FOR_PEOPLE = 0.25;
/** Buckets slide over 15 minutes; after a minute some tokens are back and ESI may be asked how many. */
const LOW_BUCKET_WAIT_SECONDS = 60;

/** What the calls of this isolate have learned, by ESI's address and bucket. */
const memory = new Map<string, Closure>();

/**
 * The error budget and the token buckets of one ESI. `shared` is what other isolates stored; `changes` is what
 * this invocation learned and should store, which is nothing while budgets are well filled.
 */
export function openLimits(esiUrl: string, shared: Closure[], now: () => number) {
  const changes = new Map<string, Closure>();
  const keyOf = (bucket: string) => `${esiUrl} ${bucket}`;

  function remember(closure: Closure): boolean {
    const known = memory.get(keyOf(closure.bucket));
    const isNews =
      known === undefined ||
      known.until <= now() ||
      (known.closedTo === "background" && closure.closedTo === "everyone") ||
      (known.closedTo === closure.closedTo && known.until < closure.until);
    if (isNews) memory.set(keyOf(closure.bucket), closure);
    return isNews;
  }

  function close(bucket: string, closedTo: Closure["closedTo"], seconds: number) {
    const closure = { bucket, closedTo, until: now() + seconds * 1000 };
    if (remember(closure)) changes.set(bucket, closure);
  }

  for (const closure of shared) if (closure.until > now()) remember(closure);

  return {
    changes: () => [...changes.values()],

    /** Throws when a call of this bucket has to wait. */
    check(bucket: string, priority: Priority) {
      for (const key of [keyOf(BLOCKED_BUCKET), keyOf(bucket)]) {
        const closure = memory.get(key);
        if (closure === undefined) continue;
        const waitMs = closure.until - now();
        if (waitMs <= 0) memory.delete(key);
        else if (closure.closedTo === "everyone" || priority === "background") {
          throw new EsiError("rate_limited", { retryAfterSeconds: Math.ceil(waitMs / 1000) });
        }
      }
    },

    /** Learns from the headers of an answer. */
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
      if (errorsLeft !== undefined && errorsLeft <= ERRORS_FOR_PEOPLE) {
        const seconds = number(headers, "X-ESI-Error-Limit-Reset") ?? DEFAULT_WAIT_SECONDS;
        close(ERRORS_BUCKET, errorsLeft <= ERRORS_NEVER_MADE ? "everyone" : "background", seconds);
      }
      const tokensLeft = number(headers, "X-Ratelimit-Remaining");
      if (tokensLeft !== undefined) {
        const size = Number.parseInt(headers.get("X-Ratelimit-Limit") ?? "0", 10) || 0;
        const reserve = Math.max(DEAREST_CALL_TOKENS, size * TOKENS_FOR_PEOPLE);
        if (tokensLeft < DEAREST_CALL_TOKENS) close(bucket, "everyone", LOW_BUCKET_WAIT_SECONDS);
        else if (tokensLeft < reserve) close(bucket, "background", LOW_BUCKET_WAIT_SECONDS);
      }
    },
  };
}

/** A route's bucket: a group of routes and whose token it is, or the errors of all older routes. */
export function bucketOf(rateGroup: string | undefined, characterId: number | undefined): string {
  return rateGroup === undefined ? ERRORS_BUCKET : `${rateGroup}:${characterId ?? "public"}`;
}

function number(headers: Headers, name: string): number | undefined {
  const text = headers.get(name);
  const value = text === null ? Number.NaN : Number.parseFloat(text);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}
