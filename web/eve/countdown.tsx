import { absoluteTimes, countdown } from "#web/lib/time.ts";
import { serverNow } from "#web/lib/clock.ts";
import { useNow } from "#web/lib/use-now.ts";

const HOUR_MS = 3_600_000;

/** The time left until `until`. It ticks by the second only in its last hour. */
export function Countdown({ until }: { until: string }) {
  const end = Date.parse(until);
  const left = end - serverNow();
  const now = useNow(left > 0 && left < HOUR_MS ? "second" : "minute");
  return (
    <time
      dateTime={until}
      title={absoluteTimes(until)}
      className="font-display font-semibold whitespace-nowrap"
    >
      {countdown(end - now)}
    </time>
  );
}
