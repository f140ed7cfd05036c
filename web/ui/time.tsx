import { Plural, Trans, t } from "#web/language/macros.ts";
import { serverNow } from "#web/lib/time/clock.ts";
import {
  absoluteTimes,
  daysUntil,
  eveDay,
  eveMoment,
  formatDate,
  relativeTime,
  timeLeft,
} from "#web/lib/time/time.ts";
import { useNow } from "#web/lib/time/use-now.ts";

/** "3 minutes ago", updated every minute; the tooltip shows EVE time and local time. */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow("minute");
  return (
    <time dateTime={at} title={absoluteTimes(at)}>
      {relativeTime(at, now)}
    </time>
  );
}

/** "Nov 20, 2026" */
export function DateOnly({ at }: { at: string }) {
  return (
    <time dateTime={at} title={absoluteTimes(at)}>
      {formatDate(at)}
    </time>
  );
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
    <time dateTime={until} title={absoluteTimes(until)}>
      <Trans>
        in <Plural value={days} one="# day" other="# days" />
      </Trans>
    </time>
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

/** "Thu 14:00 EVE" */
export function EveMoment({ at }: { at: string }) {
  const now = useNow("minute");
  return (
    <time dateTime={at} title={absoluteTimes(at)} className="whitespace-nowrap">
      {eveMoment(at, now)}
    </time>
  );
}

/** "Nov 12" */
export function EveDay({ at }: { at: string }) {
  const now = useNow("minute");
  return (
    <time dateTime={at} title={absoluteTimes(at)} className="whitespace-nowrap">
      {eveDay(at, now)}
    </time>
  );
}

/** "2d 4h" */
export function TimeLeft({ until }: { until: string }) {
  const now = useNow("minute");
  return <>{timeLeft(Date.parse(until) - now)}</>;
}
