import { Trans, ph, t } from "#web/language/macros.ts";
import { perLanguage, say } from "#web/language/messages.ts";
import { Link } from "react-router";
import type { OperationEntry } from "#shared/operations/operations.ts";
import { DAY_MS, mondayOf } from "#shared/time.ts";
import { paths } from "#web/lib/paths.ts";
import { eveClock, eveDay, useNow } from "#web/lib/time.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { EveHour, LocalTime } from "#web/ui/time.tsx";
import { ANSWERS, KindIcon } from "./answer.tsx";

/** The Monday of a week in EVE's time, which stands for it in addresses. */
export function weekOf(at: number): string {
  return dayText(mondayOf(Math.floor(at / DAY_MS)) * DAY_MS);
}

const dayText = (at: number) => new Date(at).toISOString().slice(0, 10);
export const weekPath = (monday: string) => `${paths.operations}?week=${monday}`;

const weekday = perLanguage(
  (tag) => new Intl.DateTimeFormat(tag, { weekday: "short", timeZone: "UTC" }),
);

type WeekProps = { monday: string; operations: readonly OperationEntry[] };

/** Seven days of EVE beside each other; below each other where there is no room. */
export function Week({ monday, operations }: WeekProps) {
  const now = useNow("minute");
  const from = Date.parse(monday);
  const days = Array.from({ length: 7 }, (_, index) => from + index * DAY_MS);
  const [first, last] = [eveDay(from, now), eveDay(from + 6 * DAY_MS, now)];
  return (
    <Card
      isFlush
      title={`${first} – ${last}`}
      actions={
        <nav aria-label={t`Weeks`} className="flex items-center gap-2">
          <ButtonLink
            size="sm"
            aria-label={t`Week before`}
            icon={<Icon name="back" />}
            to={weekPath(weekOf(from - DAY_MS))}
            preventScrollReset
          />
          <ButtonLink size="sm" to={weekPath(weekOf(now))} preventScrollReset>
            {t`This week`}
          </ButtonLink>
          <ButtonLink
            size="sm"
            aria-label={t`Week after`}
            icon={
              <span className="grid -scale-x-100">
                <Icon name="back" />
              </span>
            }
            to={weekPath(weekOf(from + 7 * DAY_MS))}
            preventScrollReset
          />
        </nav>
      }
    >
      <ol className="op-week">
        {days.map((day) => (
          <Day
            key={day}
            day={day}
            now={now}
            operations={operations.filter(({ startsAt }) => startsAt.startsWith(dayText(day)))}
          />
        ))}
      </ol>
    </Card>
  );
}

type DayProps = { day: number; now: number; operations: readonly OperationEntry[] };

function Day({ day, now, operations }: DayProps) {
  const isToday = now >= day && now < day + DAY_MS;
  const before = operations.filter(({ startsAt }) => isToday && Date.parse(startsAt) <= now);
  return (
    <li data-today={isToday} data-empty={operations.length === 0}>
      <h3 className="flex justify-between gap-2 px-2 py-2 text-sm font-medium">
        {weekday().format(day)}
        <span className="font-normal text-text-2">
          {isToday ? <Trans>{ph({ day: eveDay(day, now) })}, today</Trans> : eveDay(day, now)}
        </span>
      </h3>
      <ul className="grid gap-1.5 px-1.5 pb-2">
        {before.map((operation) => (
          <Entry key={operation.id} operation={operation} now={now} />
        ))}
        {isToday && (
          <li className="op-now" aria-hidden="true">
            {eveClock(now)}
          </li>
        )}
        {operations.slice(before.length).map((operation) => (
          <Entry key={operation.id} operation={operation} now={now} />
        ))}
      </ul>
    </li>
  );
}

function Entry({ operation, now }: { operation: OperationEntry; now: number }) {
  const { id, kind, title, startsAt, endsAt, cancelledAt, own } = operation;
  const isCancelled = cancelledAt !== null;
  const waits = own === null && !isCancelled && Date.parse(endsAt) > now;
  return (
    <li data-row={id}>
      <Link
        to={paths.operation(id)}
        className="op-entry"
        data-answer={isCancelled ? "none" : (own?.answer ?? (waits ? "waits" : "none"))}
        data-cancelled={isCancelled}
      >
        <span className="flex items-center gap-1.5">
          <KindIcon kind={kind} />
          <EveHour at={startsAt} className="op-time font-display" />
        </span>
        <bdi className="op-title wrap-anywhere">{title}</bdi>
        <LocalTime at={startsAt} />
        <span className="op-mark text-sm">
          {isCancelled ? (
            t`Cancelled`
          ) : own !== null ? (
            <>
              <Icon name={ANSWERS[own.answer].icon} size={12} /> {say(ANSWERS[own.answer].label)}
            </>
          ) : (
            waits && t`Your answer?`
          )}
        </span>
      </Link>
    </li>
  );
}
