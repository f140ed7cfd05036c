import { Trans, msg, ph, plural, t } from "#web/language/macros.ts";
import { useId, useState } from "react";
import { Link } from "react-router";
import { DAY_MS } from "#shared/time.ts";
import { CorporationLogo } from "#web/eve/images.tsx";
import { formatInteger } from "#web/lib/format.ts";
import { paths } from "#web/lib/paths.ts";
import { eveDay, formatDate, useNow } from "#web/lib/time.ts";
import { Button } from "#web/ui/button.tsx";
import { Table } from "#web/ui/table.tsx";
import type { Column } from "#web/ui/table.tsx";
import { ChartCard, Hatch, NotYet } from "./chart-card.tsx";
import type { Coverage } from "./numbers.ts";

/** With more, the card would be longer than the one beside it. */
const SHOWN = 6;
/** Since then, too little has happened for a comparison. */
const NEW_MS = 7 * DAY_MS;

const COLUMNS: Column<Coverage>[] = [
  { header: msg`Corporation`, isRowHeader: true, cell: ({ name }) => <bdi>{name}</bdi> },
  {
    header: msg({ context: "number of pilots", message: "Registered" }),
    align: "end",
    cell: (row) => formatInteger(row.registered),
  },
  { header: msg`Members`, align: "end", cell: (row) => formatInteger(row.members) },
  {
    header: msg`Before`,
    align: "end",
    cell: ({ before }) =>
      before === null
        ? "-"
        : t`${ph({ registered: formatInteger(before.registered) })}, ${ph({ day: formatDate(before.day) })}`,
  },
];

/** How many members of each corporation have an account here; who is missing is hatched, and the tick is the time before. */
export function CoverageCard({ corporations }: { corporations: Coverage[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? corporations : corporations.slice(0, SHOWN);
  return (
    <ChartCard
      title={t`Registered, by corporation`}
      className="overview-half"
      isFlush
      {...(corporations.length > 0 && {
        table: (
          <Table
            caption={t`Registered members by corporation`}
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
            <NotYet title={t`No corporation has been read yet.`}>
              <Trans>
                After the first reading of its members: how many of them have an account here.
              </Trans>
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
                  {t`registered`}
                </li>
                <li>
                  <i className="key-hatch" />
                  {t`missing`}
                </li>
                <li>
                  <i className="key-tick" />
                  {t`12 weeks ago`}
                </li>
              </ul>
              {corporations.length > shown.length && (
                <Button size="sm" variant="ghost" onClick={() => setIsWhole(true)}>
                  <Trans>Show {ph({ count: corporations.length - shown.length })} more</Trans>
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
  const share = (part: number, whole: number) =>
    whole === 0 ? 0 : Math.min(100, (part / whole) * 100);
  const change = before === null ? 0 : registered - before.registered;
  const isNew = before === null || Date.parse(before.day) > now - NEW_MS;
  const text = textOf(registered, members, isNew ? null : before);
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
          <Trans>
            <b>{ph({ registered: formatInteger(registered) })}</b> of{" "}
            {ph({ members: formatInteger(members) })}
          </Trans>
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
            ? t`since ${ph({ day: eveDay(before.day, now) })}`
            : change === 0
              ? t`no change`
              : formatInteger(Math.abs(change))}
        </span>
      </Link>
    </li>
  );
}

function textOf(registeredCount: number, members: number, before: Coverage["before"]): string {
  const registered = formatInteger(registeredCount);
  const missing = formatInteger(Math.max(0, members - registeredCount));
  if (before === null) {
    return t`${registered} of ${plural(members, { one: "# member", other: "# members" })} registered, ${missing} missing`;
  }
  const day = formatDate(before.day);
  const change = registeredCount - before.registered;
  const difference = formatInteger(Math.abs(change));
  if (change === 0) {
    return t`${registered} of ${plural(members, { one: "# member", other: "# members" })} registered, ${missing} missing, no change since ${day}`;
  }
  return change > 0
    ? t`${registered} of ${plural(members, { one: "# member", other: "# members" })} registered, ${missing} missing, ${difference} more since ${day}`
    : t`${registered} of ${plural(members, { one: "# member", other: "# members" })} registered, ${missing} missing, ${difference} fewer since ${day}`;
}
