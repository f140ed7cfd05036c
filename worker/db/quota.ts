import { DAY_MS } from "#shared/time.ts";
import { DatabaseUnavailable } from "./interruption.ts";

/**
 * The errors of D1 on Workers Free when the account has reached its daily limit of rows read or written.
 * https://developers.cloudflare.com/d1/observability/debug-d1/
 */
const REFUSAL = /exceeded D1's free tier daily row (read|write) limit/;

/** The batch was not executed: D1 refuses reads or writes until its daily limits are reset. */
export class QuotaExceeded extends DatabaseUnavailable {
  readonly rows: "read" | "write";

  constructor(rows: "read" | "write", cause: unknown) {
    super(`D1's daily limit of rows to ${rows} is reached.`, { cause });
    this.name = "QuotaExceeded";
    this.rows = rows;
  }
}

export function quotaErrorOf(error: unknown): QuotaExceeded | undefined {
  const rows = error instanceof Error ? REFUSAL.exec(error.message)?.[1] : undefined;
  return rows === "read" || rows === "write" ? new QuotaExceeded(rows, error) : undefined;
}

/** D1 resets its limits at 00:00 UTC (https://developers.cloudflare.com/d1/platform/pricing/). */
export function nextQuotaReset(now: number): number {
  return (Math.floor(now / DAY_MS) + 1) * DAY_MS;
}

/** https://developers.cloudflare.com/queues/platform/limits/ */
const LONGEST_DELAY_SECONDS = 12 * 60 * 60;

/** The delay of a message that waits until D1 has reset its limits; twelve hours at most, the limit of a queue. */
export function secondsUntilReset(now: number): number {
  return Math.min(LONGEST_DELAY_SECONDS, Math.ceil((nextQuotaReset(now) - now) / 1000));
}
