import { absoluteTimes, countdown } from "#web/lib/time.ts";
import { useClockUntil } from "./use-clock-until.ts";

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
