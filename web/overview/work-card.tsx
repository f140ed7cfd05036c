import { msg, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { useId } from "react";
import { Link } from "react-router";
import { formatInteger } from "#web/lib/format.ts";
import { paths } from "#web/lib/paths.ts";
import { eveDay, formatDate, useNow } from "#web/lib/time.ts";
import { Table } from "#web/ui/table.tsx";
import type { Column } from "#web/ui/table.tsx";
import { ChartCard, Hatch } from "./chart-card.tsx";
import type { Work, WorkDay } from "./numbers.ts";

type Kind = keyof Work;

const KINDS: Record<Kind, { words: Message; hint: Message; kind?: string; isHatched?: true }> = {
  rolesChanged: {
    words: msg`changes of roles on Discord`,
    hint: msg`that followed the groups`,
    kind: "roles_changed",
  },
  ended: {
    words: msg`memberships ended by themselves`,
    hint: msg`by requirements, or by their end`,
  },
  held: {
    words: msg`removals held for you`,
    hint: msg`too many at once`,
    kind: "removals_held",
    isHatched: true,
  },
  undone: {
    words: msg`changes undone`,
    hint: msg`by administrators and owners`,
    kind: "actions_undone",
  },
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant object
const ALL = Object.keys(KINDS) as Kind[];

const COLUMNS: Column<WorkDay>[] = [
  { header: msg`Day`, isRowHeader: true, cell: ({ day }) => formatDate(day) },
  { header: msg`Roles`, align: "end", cell: (row) => formatInteger(row.rolesChanged) },
  { header: msg`Ended`, align: "end", cell: (row) => formatInteger(row.ended) },
  { header: msg`Held`, align: "end", cell: (row) => formatInteger(row.held) },
  { header: msg`Undone`, align: "end", cell: (row) => formatInteger(row.undone) },
];

/** What Muster did by itself within seven days. */
export function WorkCard({ work }: { work: WorkDay[] }) {
  return (
    <ChartCard
      title={t`Seven days of Muster`}
      className="overview-work"
      isFlush
      table={
        <Table
          caption={t`What Muster did, by day`}
          columns={COLUMNS}
          rows={work.toReversed()}
          rowKey={({ day }) => day}
        />
      }
    >
      {() => (
        <ul>
          {ALL.map((kind) => (
            <WorkItem key={kind} kind={kind} work={work} />
          ))}
        </ul>
      )}
    </ChartCard>
  );
}

function WorkItem({ kind, work }: { kind: Kind; work: WorkDay[] }) {
  const hatch = useId();
  const now = useNow("minute");
  const { words, hint, kind: event, isHatched } = KINDS[kind];
  const numbers = work.map((day) => day[kind]);
  const most = Math.max(1, ...numbers);
  const total = numbers.reduce((sum, number) => sum + number, 0);
  const from = work[0]?.day ?? "";
  const query = new URLSearchParams({ ...(event && { kind: event }), from });
  const days = work
    .map((workDay) => {
      const [day, count] = [eveDay(workDay.day, now), formatInteger(workDay[kind])];
      return t`${day}: ${count}`;
    })
    .join("\n");
  return (
    <li className="work-item">
      <Link to={`${paths.adminActivity}?${query}`} className="work" data-tip={days}>
        <span className="work-number">{formatInteger(total)}</span>
        <span className="leading-snug">
          {say(words)}
          <span className="block text-xs text-text-2">{say(hint)}</span>
        </span>
        {total > 0 && (
          <svg aria-hidden="true" className="work-bars">
            {isHatched && <Hatch id={hatch} />}
            {numbers.map((number, index) => {
              const height = Math.max(number === 0 ? 3 : 8, (number / most) * 100);
              return (
                <rect
                  key={work[index]?.day}
                  x={`${(index / numbers.length) * 100 + 1}%`}
                  width={`${100 / numbers.length - 3}%`}
                  y={`${100 - height}%`}
                  height={`${height}%`}
                  rx="1"
                  {...(isHatched && number > 0
                    ? { fill: `url(#${hatch})`, className: "bar-hatched" }
                    : { className: number === 0 ? "bar-zero" : "bar" })}
                />
              );
            })}
          </svg>
        )}
      </Link>
    </li>
  );
}
