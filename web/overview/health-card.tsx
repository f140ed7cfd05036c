import { Trans, msg, ph, plural, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import { enumerated } from "#web/lib/sentence.ts";
import type { Message } from "#shared/language/messages.ts";
import { Link } from "react-router";
import { HEALTH_DAYS } from "#shared/overview.ts";
import { DAY_MS } from "#shared/time.ts";
import { CorporationLogo } from "#web/eve/images.tsx";
import { formatTenths } from "#web/lib/format.ts";
import { paths } from "#web/lib/paths.ts";
import { eveDay, formatDate, useNow } from "#web/lib/time.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Table } from "#web/ui/table.tsx";
import type { Column } from "#web/ui/table.tsx";
import { ChartCard, NotYet, useStrip } from "./chart-card.tsx";
import type { HealthDay, HealthStrip } from "./numbers.ts";

const QUESTIONS: Record<HealthStrip["kind"], Message> = {
  corporation: msg`Directors: could members be read?`,
  server: msg`Discord: did roles follow?`,
};

type State = "good" | "partial" | "down" | "none";

/** 30 days of what Muster depends on. The height of a mark says how the day was, and its colour says it again. */
export function DirectorHealthCard({ health }: { health: HealthStrip[] }) {
  const now = useNow("minute");
  const kinds = (["corporation", "server"] as const).filter((kind) =>
    health.some((strip) => strip.kind === kind),
  );
  return (
    <ChartCard
      title={t`Health, 30 days`}
      {...(health.length > 0 && {
        table: (
          <Table
            caption={t`Health of 30 days, in hours`}
            columns={COLUMNS}
            rows={health}
            rowKey={({ kind, id }) => `${kind} ${id}`}
          />
        ),
      })}
    >
      {() =>
        health.length === 0 ? (
          <NotYet title={t`Nothing is watched yet.`}>
            <Trans>
              Begins with the first director or the first Discord server that is on, with a mark for
              each day.
            </Trans>
          </NotYet>
        ) : (
          <>
            {kinds.map((kind) => (
              <section key={kind} aria-label={say(QUESTIONS[kind])} className="health-kind">
                <p aria-hidden="true" className="text-xs font-medium text-text-2">
                  {say(QUESTIONS[kind])}
                </p>
                <ul>
                  {health
                    .filter((strip) => strip.kind === kind)
                    .map((strip) => (
                      <Strip key={strip.id} {...strip} />
                    ))}
                </ul>
              </section>
            ))}
            <ul className="legend mt-4">
              <li>
                <i className="key-good" />
                {t`worked`}
              </li>
              <li>
                <i className="key-partial" />
                {t`some failed`}
              </li>
              <li>
                <i className="key-down" />
                {t`did not work`}
              </li>
              <li>
                <i className="key-none" />
                {t`not watched`}
              </li>
              <li className="ml-auto">
                <Trans>
                  {ph({ firstDay: eveDay(now - (HEALTH_DAYS - 1) * DAY_MS, now) })} to{" "}
                  {ph({ today: eveDay(now, now) })}, one mark a day
                </Trans>
              </li>
            </ul>
          </>
        )
      }
    </ChartCard>
  );
}

function Strip({ kind, id, name, days }: HealthStrip) {
  const now = useNow("minute");
  const { strip, mark } = useStrip(days.length);
  const to =
    kind === "corporation" ? paths.adminCorporation(Number(id)) : paths.adminDiscordServer(id);
  const dayOf = (index: number) => now - (days.length - 1 - index) * DAY_MS;
  const first = days.findIndex((day) => stateOf(day) !== "none");
  return (
    <li className="health">
      <Link to={to} className="health-name">
        {kind === "corporation" ? (
          <CorporationLogo corporationId={Number(id)} size={24} />
        ) : (
          <span className="health-glyph">
            <Icon name="chat" size={14} />
          </span>
        )}
        <bdi className="truncate">{name}</bdi>
      </Link>
      <div
        {...strip}
        aria-label={t`Health of ${name}, 30 days. Arrow keys move.`}
        className="health-days"
      >
        {days.map((day, index) => {
          const text = t`${ph({ day: eveDay(dayOf(index), now) })}: ${ph({ health: wordsOf(day) })}`;
          return (
            <Link
              // oxlint-disable-next-line react/no-array-index-key -- it is the day
              key={index}
              {...mark(index)}
              to={to}
              data-tip={text}
              aria-label={text}
              className={`health-day health-${stateOf(day)}`}
            />
          );
        })}
      </div>
      <p className="health-share">
        {shareOf(days)}
        <span className="block text-2xs font-normal text-text-2">
          {first > 0
            ? t`since ${ph({ day: eveDay(dayOf(first), now) })}`
            : first === -1
              ? t`not yet watched`
              : " "}
        </span>
      </p>
    </li>
  );
}

const COLUMNS: Column<HealthStrip>[] = [
  { header: msg`Name`, isRowHeader: true, cell: ({ name }) => <bdi>{name}</bdi> },
  { header: msg`Worked`, align: "end", cell: ({ days }) => shareOf(days) },
  { header: msg`Hours watched`, align: "end", cell: ({ days }) => watched(days) },
  { header: msg`Some failed`, align: "end", cell: ({ days }) => total(days, "partial") },
  { header: msg`Did not work`, align: "end", cell: ({ days }) => total(days, "down") },
  { header: msg`Days with failures`, cell: ({ days }) => <BadDays days={days} /> },
];

function BadDays({ days }: Pick<HealthStrip, "days">) {
  const now = useNow("minute");
  const bad = days.flatMap((day, index) =>
    day.down + day.partial > 0 ? [formatDate(now - (days.length - 1 - index) * DAY_MS)] : [],
  );
  return bad.length === 0 ? t`none` : enumerated(bad);
}

function stateOf({ good, partial, down }: HealthDay): State {
  if (down > 0) return "down";
  if (partial > 0) return "partial";
  return good > 0 ? "good" : "none";
}

function wordsOf(day: HealthDay): string {
  switch (stateOf(day)) {
    case "down":
      return t`did not work for ${plural({ down: day.down }, { one: "# hour", other: "# hours" })}`;
    case "partial":
      return t`some failed for ${plural({ partial: day.partial }, { one: "# hour", other: "# hours" })}`;
    case "good":
      return t`worked all the time`;
    case "none":
      return t`not watched`;
  }
}

function total(days: HealthDay[], name: keyof HealthDay): number {
  return days.reduce((sum, day) => sum + day[name], 0);
}

function watched(days: HealthDay[]): number {
  return total(days, "good") + total(days, "partial") + total(days, "down");
}

/** The share of the watched hours that worked, rounded down: never 100 % with a failure among them. */
function shareOf(days: HealthDay[]): string {
  const all = watched(days);
  const down = total(days, "down");
  if (all === 0) return "-";
  if (down === 0) return t`${ph({ share: 100 })} %`;
  return t`${ph({ share: formatTenths(Math.floor((1 - down / all) * 1000) / 10) })} %`;
}
