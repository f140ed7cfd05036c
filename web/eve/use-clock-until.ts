import { serverNow } from "#web/lib/clock.ts";
import { useNow } from "#web/lib/use-now.ts";

const HOUR_MS = 3_600_000;

/** The time, for what counts down to `until`. It ticks by the second only in the last hour. */
export function useClockUntil(until: string | null): number {
  const left = Date.parse(until ?? "") - serverNow();
  return useNow(left > 0 && left < HOUR_MS ? "second" : "minute");
}
