import { serverNow } from "#web/lib/time/clock.ts";
import { absoluteTimes, countdown } from "#web/lib/time/time.ts";
import { useNow } from "#web/lib/time/use-now.ts";

export function Countdown({ until }: { until: string }) {
  const now = useClockUntil(until);
  return (
    <time
      dateTime={until}
      title={absoluteTimes(until)}
      className="font-display font-semibold whitespace-nowrap"
    >
      {countdown(Date.parse(until) - now)}
    </time>
  );
}

const HOUR_MS = 3_600_000;

/** The current time for a countdown to `until`. It updates every second only in the last hour. */
export function useClockUntil(until: string | null): number {
  const left = Date.parse(until ?? "") - serverNow();
  return useNow(left > 0 && left < HOUR_MS ? "second" : "minute");
}
