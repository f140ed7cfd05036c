import { Plural, Trans, msg, ph, plural, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { FEWEST_PILOTS } from "#shared/overview.ts";
import { cx } from "#web/lib/cx.ts";
import { Table } from "#web/ui/table.tsx";
import type { Column } from "#web/ui/table.tsx";
import { ChartCard, NotYet, useStrip } from "./chart-card.tsx";
import type { Hour } from "./numbers.ts";

const DAYS = [msg`Mon`, msg`Tue`, msg`Wed`, msg`Thu`, msg`Fri`, msg`Sat`, msg`Sun`];
const HOURS_OF_DAY = 24;
const SHADES = 5;

/** How many pilots are in game in each hour of the week. Counts only; under five, no number. */
export function HoursCard({ hours }: { hours: Hour[] | undefined }) {
  return (
    <ChartCard
      title={t`Active hours, EVE time`}
      className="overview-hours"
      {...(hours && { table: <HoursTable hours={hours} /> })}
    >
      {(showTable) =>
        hours === undefined ? (
          <NotYet title={t`No hour has been counted yet.`}>
            <Trans>
              Hours are counted only in a community of {FEWEST_PILOTS} pilots or more. Fewer than{" "}
              {FEWEST_PILOTS} pilots in game are not shown as a number, so that a count never points
              at a person.
            </Trans>
          </NotYet>
        ) : (
          <HoursChart hours={hours} onChoose={showTable} />
        )
      }
    </ChartCard>
  );
}

function HoursChart({ hours, onChoose }: { hours: Hour[]; onChoose: () => void }) {
  const numbers = hours.filter((hour) => typeof hour === "number");
  const most = Math.max(0, ...numbers);
  const best = most === 0 ? -1 : hours.indexOf(most);
  const { strip, mark } = useStrip(hours.length, {
    columns: HOURS_OF_DAY,
    start: Math.max(0, best),
  });
  return (
    <>
      <p className="kpi">
        {best === -1 ? (
          <span>
            <Trans>No hour had {FEWEST_PILOTS} pilots in game yet.</Trans>
          </span>
        ) : (
          <Trans>
            <span className="kpi-hour">{ph({ hour: nameOf(best) })}</span>
            <span>
              is the best hour:{" "}
              <b>
                <Plural value={most} one="# pilot" other="# pilots" />
              </b>{" "}
              in game
            </span>
          </Trans>
        )}
      </p>
      <div
        {...strip}
        aria-label={t`Pilots in game by EVE hour, mean of the last weeks. Arrow keys move.`}
        className="hours"
      >
        <div aria-hidden="true" className="hours-axis">
          {["00", "06", "12", "18"].map((hour) => (
            <span key={hour}>{hour}</span>
          ))}
        </div>
        {DAYS.map((day, row) => (
          <div key={day.id} className="hours-day">
            <span aria-hidden="true">{say(day)}</span>
            {hours.slice(row * HOURS_OF_DAY, (row + 1) * HOURS_OF_DAY).map((hour, column) => {
              const index = row * HOURS_OF_DAY + column;
              const text = t`${ph({ hour: nameOf(index) })}: ${ph({ pilots: wordsOf(hour) })}`;
              return (
                <button
                  // oxlint-disable-next-line react/no-array-index-key -- it is the hour of the week
                  key={index}
                  {...mark(index)}
                  type="button"
                  data-tip={text}
                  aria-label={text}
                  className={cx("hour", shadeOf(hour, most), index === best && "hour-best")}
                  onClick={onChoose}
                />
              );
            })}
          </div>
        ))}
      </div>
      <div className="legend mt-3">
        <span className="flex items-center gap-1.5">
          <Trans>fewer than {FEWEST_PILOTS}</Trans>
          <span aria-hidden="true" className="flex gap-0.5">
            <i className="hour-key hour-few" />
            {Array.from({ length: SHADES }, (_, shade) => (
              // oxlint-disable-next-line react/no-array-index-key -- it is the shade
              <i key={shade} className={`hour-key hour-${shade + 1}`} />
            ))}
          </span>
          {plural({ most: Math.max(most, FEWEST_PILOTS) }, { one: "# pilot", other: "# pilots" })}
        </span>
        <span>{t`Mean of the last weeks. Counts only, never names.`}</span>
      </div>
    </>
  );
}

type Row = { hour: number; days: Hour[] };
const HOUR_COLUMNS: Column<Row>[] = [
  {
    header: msg`EVE time`,
    isRowHeader: true,
    cell: ({ hour }) => `${String(hour).padStart(2, "0")}:00`,
  },
  ...DAYS.map((header, day): Column<Row> => ({
    header,
    align: "end",
    cell: ({ days }) => shortOf(days[day] ?? null),
  })),
];

function HoursTable({ hours }: { hours: Hour[] }) {
  const rows = Array.from({ length: HOURS_OF_DAY }, (_, hour) => ({
    hour,
    days: DAYS.map((_, day) => hours[day * HOURS_OF_DAY + hour] ?? null),
  }));
  return (
    <Table
      caption={t`Pilots in game by hour and weekday`}
      columns={HOUR_COLUMNS}
      rows={rows}
      rowKey={({ hour }) => hour}
      isCompact
    />
  );
}

function nameOf(index: number): string {
  const hour = String(index % HOURS_OF_DAY).padStart(2, "0");
  const day = DAYS[Math.floor(index / HOURS_OF_DAY)];
  return t`${ph({ weekday: day ? say(day) : "" })} ${hour}:00 EVE`;
}

function wordsOf(hour: Hour): string {
  if (hour === null) return t`not counted yet`;
  return hour === "few"
    ? t`fewer than ${FEWEST_PILOTS} pilots`
    : plural(hour, { one: "# pilot", other: "# pilots" });
}

function shortOf(hour: Hour): string {
  if (hour === null) return "-";
  return hour === "few" ? `< ${FEWEST_PILOTS}` : String(hour);
}

function shadeOf(hour: Hour, most: number): string {
  if (hour === null) return "hour-none";
  if (hour === "few") return "hour-few";
  return `hour-${Math.max(1, Math.ceil((hour / most) * SHADES))}`;
}
