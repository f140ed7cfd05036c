import { Plural, Trans, msg, ph, plural, t } from "#web/language/macros.ts";
import { useId } from "react";
import { Link } from "react-router";
import { DAY_MS } from "#shared/time.ts";
import { formatInteger } from "#web/lib/format.ts";
import { paths } from "#web/lib/paths.ts";
import { eveDay, formatDate, useNow } from "#web/lib/time.ts";
import { Table } from "#web/ui/table.tsx";
import type { Column } from "#web/ui/table.tsx";
import { ChartCard, Hatch, NotYet, useStrip } from "./chart-card.tsx";
import type { MembersWeek } from "./numbers.ts";

/** The line keeps this share of its height free above and below. */
const MARGIN = 0.16;

const COLUMNS: Column<MembersWeek>[] = [
  { header: msg`Week of`, isRowHeader: true, cell: ({ monday }) => formatDate(monday) },
  {
    header: msg`Members`,
    align: "end",
    cell: ({ members }) => (members === null ? t`not counted` : formatInteger(members)),
  },
  {
    header: msg({ context: "number of pilots", message: "Joined" }),
    align: "end",
    cell: ({ joined }) => formatInteger(joined),
  },
  {
    header: msg({ context: "number of pilots", message: "Left" }),
    align: "end",
    cell: ({ left }) => formatInteger(left),
  },
];

type MembersCardProps = {
  weeks: MembersWeek[];
  /** The group that decides who belongs to the community; null if every account does. */
  groupName: string | null;
};

/** Members as a line; below it, who joined upwards and who left downwards, hatched. The running week is dashed. */
export function MemberNumbersCard({ weeks, groupName }: MembersCardProps) {
  const latest = weeks.at(-1);
  const isDrawn = weeks.length > 1;
  return (
    <ChartCard
      title={t`Members`}
      className="overview-half"
      {...(isDrawn && {
        table: (
          <Table
            caption={t`Members, joined and left, by week`}
            columns={COLUMNS}
            rows={weeks.toReversed()}
            rowKey={({ monday }) => monday}
          />
        ),
      })}
    >
      {() => (
        <>
          <p className="kpi">
            <Summary weeks={weeks} groupName={groupName} />
          </p>
          {isDrawn ? <MembersChart weeks={weeks} /> : <FirstWeek monday={latest?.monday} />}
        </>
      )}
    </ChartCard>
  );
}

function Summary({ weeks, groupName }: MembersCardProps) {
  const count = weeks.at(-1)?.members ?? 0;
  const members = <span className="kpi-number">{formatInteger(count)}</span>;
  const joined = formatInteger(sum(weeks, "joined"));
  const left = formatInteger(sum(weeks, "left"));
  if (weeks.length > 1) {
    return groupName === null ? (
      <Trans>
        {members}
        <span>
          <Plural value={count} one="pilot" other="pilots" />: <b>{joined}</b> joined, <b>{left}</b>{" "}
          left in <Plural value={{ weeks: weeks.length }} one="# week" other="# weeks" />
        </span>
      </Trans>
    ) : (
      <Trans>
        {members}
        <span>
          <Plural value={count} one="pilot" other="pilots" /> in <bdi>{groupName}</bdi>:{" "}
          <b>{joined}</b> joined, <b>{left}</b> left in{" "}
          <Plural value={{ weeks: weeks.length }} one="# week" other="# weeks" />
        </span>
      </Trans>
    );
  }
  return groupName === null ? (
    <Trans>
      {members}
      <span>
        <Plural value={count} one="pilot" other="pilots" />: <b>{joined}</b> joined, <b>{left}</b>{" "}
        left so far
      </span>
    </Trans>
  ) : (
    <Trans>
      {members}
      <span>
        <Plural value={count} one="pilot" other="pilots" /> in <bdi>{groupName}</bdi>:{" "}
        <b>{joined}</b> joined, <b>{left}</b> left so far
      </span>
    </Trans>
  );
}

function FirstWeek({ monday }: { monday: string | undefined }) {
  const now = useNow("minute");
  const end = monday === undefined ? now + 7 * DAY_MS : Date.parse(monday) + 6 * DAY_MS;
  return (
    <NotYet title={t`The first week ends on ${ph({ end: formatDate(end) })}.`}>
      {t`From then on: members, joined and left, a bar for each week.`}
    </NotYet>
  );
}

function MembersChart({ weeks }: { weeks: MembersWeek[] }) {
  const now = useNow("minute");
  const hatch = useId();
  const { strip, mark } = useStrip(weeks.length);
  const most = {
    joined: Math.max(1, ...weeks.map(({ joined }) => joined)),
    left: Math.max(1, ...weeks.map(({ left }) => left)),
  };
  const peak = weeks.findIndex(({ joined }) => joined === most.joined);
  const column = 100 / weeks.length;
  const width = column * 0.56;
  const x = (index: number) => `${(index + 0.5) * column - width / 2}%`;
  const bar = (value: number, of: number) => (value / of) * 100;
  return (
    <>
      <div {...strip} aria-label={t`Members, joined and left, by week`} className="members">
        <MembersLine weeks={weeks} />
        <svg aria-hidden="true" className="members-joined">
          {weeks.map(({ monday, joined }, index) => {
            const isRunning = index === weeks.length - 1;
            const height = bar(joined, most.joined);
            return (
              <rect
                key={monday}
                x={x(index)}
                y={`${100 - height}%`}
                width={`${width}%`}
                height={`${height}%`}
                rx="2"
                className={isRunning ? "bar-running" : "bar"}
              />
            );
          })}
        </svg>
        <svg aria-hidden="true" className="members-left">
          <Hatch id={hatch} />
          {weeks.map(({ monday, left }, index) => (
            <rect
              key={monday}
              x={x(index)}
              y="0"
              width={`${width}%`}
              height={`${bar(left, most.left)}%`}
              fill={`url(#${hatch})`}
              className="bar-hatched"
            />
          ))}
        </svg>
        <div className="members-weeks">
          {weeks.map((week, index) => {
            const text = textOf(week, index === weeks.length - 1, now);
            const isNamed = (weeks.length - 1 - index) % 3 === 0;
            return (
              <Link
                key={week.monday}
                {...mark(index)}
                to={`${paths.adminActivity}?${new URLSearchParams({ from: week.monday, to: sundayOf(week) })}`}
                data-tip={text}
                aria-label={text}
              >
                <span aria-hidden="true" className="members-name">
                  {isNamed ? eveDay(week.monday, now) : "·"}
                </span>
                {index === peak && week.joined > 0 && (
                  <span aria-hidden="true" className="members-peak">
                    {formatInteger(week.joined)}
                  </span>
                )}
              </Link>
            );
          })}
        </div>
      </div>
      <ul className="legend">
        <li>
          <i className="key-line" />
          {t`Members`}
        </li>
        <li>
          <i className="key-main" />
          <Trans context="number of pilots">Joined</Trans>
        </li>
        <li>
          <i className="key-hatch" />
          <Trans context="number of pilots">Left</Trans>
        </li>
      </ul>
    </>
  );
}

/** The line over the bars, with its first and its last number. */
function MembersLine({ weeks }: { weeks: MembersWeek[] }) {
  const known = weeks.flatMap(({ members }, index) =>
    members === null ? [] : [{ members, index }],
  );
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined || first === last) return null;
  const numbers = known.map(({ members }) => members);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const range = Math.max(1, high - low);
  const x = (index: number) => (index + 0.5) * 100;
  const y = (members: number) => 100 * (1 - MARGIN - ((members - low) / range) * (1 - 2 * MARGIN));
  const points = known.map(({ members, index }) => `${x(index)},${y(members).toFixed(1)}`);
  const label = (at: typeof first, side: "left" | "right") => (
    <span
      aria-hidden="true"
      className="members-label"
      style={{ [side]: 0, top: `${y(at.members)}%` }}
    >
      {formatInteger(at.members)}
    </span>
  );
  return (
    <div className="members-line">
      <svg aria-hidden="true" viewBox={`0 0 ${weeks.length * 100} 100`} preserveAspectRatio="none">
        <polygon
          points={`${x(first.index)},100 ${points.join(" ")} ${x(last.index)},100`}
          className="line-area"
        />
        <polyline points={points.join(" ")} className="line" vectorEffect="non-scaling-stroke" />
      </svg>
      {label(first, "left")}
      {label(last, "right")}
    </div>
  );
}

function textOf(week: MembersWeek, isRunning: boolean, now: number): string {
  const { members } = week;
  const monday = eveDay(week.monday, now);
  if (members === null) {
    return isRunning
      ? t`Week of ${monday}, so far: ${plural({ joined: week.joined }, { one: "# joined", other: "# joined" })}, ${plural({ left: week.left }, { one: "# left", other: "# left" })}`
      : t`Week of ${monday}: ${plural({ joined: week.joined }, { one: "# joined", other: "# joined" })}, ${plural({ left: week.left }, { one: "# left", other: "# left" })}`;
  }
  return isRunning
    ? t`Week of ${monday}, so far: ${plural(members, { one: "# member", other: "# members" })}, ${plural({ joined: week.joined }, { one: "# joined", other: "# joined" })}, ${plural({ left: week.left }, { one: "# left", other: "# left" })}`
    : t`Week of ${monday}: ${plural(members, { one: "# member", other: "# members" })}, ${plural({ joined: week.joined }, { one: "# joined", other: "# joined" })}, ${plural({ left: week.left }, { one: "# left", other: "# left" })}`;
}

function sundayOf({ monday }: MembersWeek): string {
  return new Date(Date.parse(monday) + 6 * DAY_MS).toISOString().slice(0, 10);
}

function sum(weeks: MembersWeek[], name: "joined" | "left"): number {
  return weeks.reduce((total, week) => total + week[name], 0);
}
