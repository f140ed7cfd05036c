import { serverNow } from "#web/lib/clock.ts";
import { useNow } from "#web/lib/use-now.ts";

const HOUR_MS = 3_600_000;

/** The current time for a countdown to `until`. It updates every second only in the last hour. */
export function useClockUntil(until: string | null): number {
  const left = Date.parse(until ?? "") - serverNow();
  return useNow(left > 0 && left < HOUR_MS ? "second" : "minute");
}
