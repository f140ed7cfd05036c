import { useId, useState } from "react";
import { Link } from "react-router";
import { DAY_MS } from "#shared/time.ts";
import { CorporationLogo } from "#web/eve/images.tsx";
import { formatCount, formatInteger } from "#web/lib/format.ts";
import { paths } from "#web/lib/paths.ts";
import { eveDay, formatDate } from "#web/lib/time/time.ts";
import { useNow } from "#web/lib/time/use-now.ts";
import { Button } from "#web/ui/button.tsx";
import { Table } from "#web/ui/table/table.tsx";
import type { Column } from "#web/ui/table/table.tsx";
import { ChartCard, Hatch, NotYet } from "#web/overview/charts/chart-card.tsx";
import type { Coverage } from "./numbers.ts";

/** With more, the card would be longer than the one beside it. */
const SHOWN = 6;
/** Since then, too little has happened for a comparison. */
const NEW_MS = 7 * DAY_MS;

const COLUMNS: Column<Coverage>[] = [
  { header: "Corporation", isRowHeader: true, cell: ({ name }) => <bdi>{name}</bdi> },
  { header: "Registered", align: "end", cell: (row) => formatInteger(row.registered) },
  { header: "Members", align: "end", cell: (row) => formatInteger(row.members) },
  {
    header: "Before",
    align: "end",
    cell: ({ before }) =>
      before === null ? "-" : `${formatInteger(before.registered)}, ${formatDate(before.day)}`,
  },
];

/** How many members of each corporation have an account here; who is missing is hatched, and the tick is the time before. */
export function CoverageCard({ corporations }: { corporations: Coverage[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? corporations : corporations.slice(0, SHOWN);
  return (
    <ChartCard
      title="Registered, by corporation"
      className="overview-half"
      isFlush
      {...(corporations.length > 0 && {
        table: (
          <Table
            caption="Registered members by corporation"
            columns={COLUMNS}
            rows={corporations}
            rowKey={({ corporationId }) => corporationId}
          />
        ),
      })}
    >
      {() =>
        corporations.length === 0 ? (
          <div className="p-4">
            <NotYet title="No corporation has been read yet.">
              After the first reading of its members: how many of them have an account here.
            </NotYet>
          </div>
        ) : (
          <>
            <ul>
              {shown.map((corporation) => (
                <CoverageItem key={corporation.corporationId} {...corporation} />
              ))}
            </ul>
            <div className="legend-row">
              <ul className="legend">
                <li>
                  <i className="key-main" />
                  registered
                </li>
                <li>
                  <i className="key-hatch" />
                  missing
                </li>
                <li>
                  <i className="key-tick" />
                  12 weeks ago
                </li>
              </ul>
              {corporations.length > shown.length && (
                <Button size="sm" variant="ghost" onClick={() => setIsWhole(true)}>
                  Show {corporations.length - shown.length} more
                </Button>
              )}
            </div>
          </>
        )
      }
    </ChartCard>
  );
}

function CoverageItem({ corporationId, name, ticker, registered, members, before }: Coverage) {
  const hatch = useId();
  const now = useNow("minute");
  const missing = Math.max(0, members - registered);
  const share = (part: number, whole: number) =>
    whole === 0 ? 0 : Math.min(100, (part / whole) * 100);
  const change = before === null ? 0 : registered - before.registered;
  const isNew = before === null || Date.parse(before.day) > now - NEW_MS;
  const trend =
    change === 0
      ? "no change"
      : `${formatInteger(Math.abs(change))} ${change > 0 ? "more" : "fewer"}`;
  const text =
    `${formatInteger(registered)} of ${formatCount(members, "member")} registered, ${formatInteger(missing)} missing` +
    (isNew || before === null ? "" : `, ${trend} since ${formatDate(before.day)}`);
  return (
    <li className="coverage-item">
      <Link
        to={`${paths.adminCorporation(corporationId)}?tab=members&missing=true`}
        data-tip={text}
        className="coverage"
      >
        <CorporationLogo corporationId={corporationId} size={24} />
        <span className="coverage-name">
          <bdi className="truncate">{name}</bdi>
          <span aria-hidden="true" className="text-xs text-text-2">
            {ticker}
          </span>
        </span>
        <span className="sr-only">{text}</span>
        <span aria-hidden="true" className="coverage-count">
          <b>{formatInteger(registered)}</b> of {formatInteger(members)}
        </span>
        <svg aria-hidden="true" className="coverage-bar">
          <Hatch id={hatch} />
          <rect width="100%" height="8" y="3" fill={`url(#${hatch})`} className="bar-frame" />
          <rect width={`${share(registered, members)}%`} height="8" y="3" className="bar" />
          {before !== null && !isNew && (
            <svg x={`${share(before.registered, before.members)}%`} className="overflow-visible">
              <rect x="-2" width="4" height="14" className="tick-gap" />
              <rect x="-1" width="2" height="14" className="tick" />
            </svg>
          )}
        </svg>
        <span aria-hidden="true" className="coverage-trend">
          {!isNew && change !== 0 && (
            <span className={change < 0 ? "text-warn" : ""}>{change > 0 ? "▲" : "▼"} </span>
          )}
          {isNew && before
            ? `since ${eveDay(before.day, now)}`
            : change === 0
              ? "no change"
              : formatInteger(Math.abs(change))}
        </span>
      </Link>
    </li>
  );
}
