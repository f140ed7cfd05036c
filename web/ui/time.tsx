import type { ReactNode } from "react";
import { Plural, Trans, t } from "#web/language/macros.ts";
import { serverNow } from "#web/lib/clock.ts";
import {
  absoluteTimes,
  eveClock,
  daysUntil,
  eveDay,
  eveMoment,
  formatDate,
  localTime,
  relativeTime,
  timeLeft,
  useNow,
} from "#web/lib/time.ts";

type TimeProps = { at: string; className?: string; children: ReactNode };

/** A time in any words; the tooltip shows EVE time and local time. A day without an hour has none. */
export function Time({ at, className, children }: TimeProps) {
  return (
    <time
      dateTime={at}
      title={at.includes("T") ? absoluteTimes(at) : undefined}
      className={className}
    >
      {children}
    </time>
  );
}

/** "3 minutes ago", updated every minute. */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow("minute");
  return <Time at={at}>{relativeTime(at, now)}</Time>;
}

/** "Nov 20, 2026" */
export function DateOnly({ at }: { at: string }) {
  return <Time at={at}>{formatDate(at)}</Time>;
}

/** Whole days until `at`, rounded up. Uses the exact time, because `useNow` may lag by up to a minute. */
export function useDaysUntil(at: string): number {
  useNow("minute");
  return daysUntil(at, serverNow());
}

/** "in 3 days" */
export function DaysLeft({ until }: { until: string }) {
  const days = useDaysUntil(until);
  return (
    <Time at={until}>
      <Trans>
        in <Plural value={days} one="# day" other="# days" />
      </Trans>
    </Time>
  );
}

/** A relative time, or `never` for null. */
export function LastTime({ at, never = t`Never` }: { at: string | null; never?: string }) {
  if (at === null) return <span className="text-text-2">{never}</span>;
  return (
    <span className="whitespace-nowrap text-text-2">
      <RelativeTime at={at} />
    </span>
  );
}

/** "Thu 14:00 EVE"; with an end, "Thu 14:00 – 16:00 EVE". */
export function EveMoment({ at, until }: { at: string; until?: string }) {
  const now = useNow("minute");
  return (
    <Time at={at} className="whitespace-nowrap">
      {eveMoment(at, now, until)}
    </Time>
  );
}

/** "Nov 12" */
export function EveDay({ at }: { at: string }) {
  const now = useNow("minute");
  return (
    <Time at={at} className="whitespace-nowrap">
      {eveDay(at, now)}
    </Time>
  );
}

/** "18:42", below a heading that names the day. */
export function EveHour({ at, className }: { at: string; className?: string }) {
  return (
    <Time at={at} {...(className && { className })}>
      {eveClock(Date.parse(at))}
    </Time>
  );
}

/** "20:30 your time", where a player must be there at the hour; nothing where the reader's clock is EVE's. */
export function LocalTime({ at }: { at: string }) {
  const time = localTime(at);
  return time !== undefined && <span className="text-sm text-text-2">{time}</span>;
}

/** "2d 4h" */
export function TimeLeft({ until }: { until: string }) {
  const now = useNow("minute");
  return <>{timeLeft(Date.parse(until) - now)}</>;
}
