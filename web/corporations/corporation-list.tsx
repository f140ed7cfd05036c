import { Plural, Trans, ph, plural, t } from "#web/language/macros.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Corporation, CorporationStatus } from "#shared/corporations/corporations.ts";
import { AccessChip, ActiveChip } from "./corporation-chips.tsx";
import { corporationsQuery } from "./queries.ts";
import { CorporationLogo } from "#web/eve/images.tsx";
import { itemsOf, totalOf } from "#web/lib/api/pages.ts";
import { formatInteger } from "#web/lib/format.ts";
import { paths } from "#web/lib/paths.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState, LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { IconButton } from "#web/ui/button.tsx";
import { Table } from "#web/ui/table.tsx";
import type { Column } from "#web/ui/table.tsx";
import { useSortedRows } from "#web/ui/use-sorted-rows.ts";
import type { SortValues } from "#web/ui/use-sorted-rows.ts";
import { LastTime, RelativeTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/text.tsx";

type RowActions = {
  verifying: number | undefined;
  onVerify: (corporation: Corporation) => void;
  onRemove: (corporation: Corporation) => void;
};

type CorporationListProps = RowActions & { search: string; addAction: ReactNode };

export function CorporationList({ search, addAction, ...actions }: CorporationListProps) {
  const list = useInfiniteQuery(corporationsQuery(search));
  const { rows: corporations, sorting } = useSortedRows(
    itemsOf(list.data).toSorted(byHealth),
    SORT_VALUES,
  );
  const total = totalOf(list.data);
  return (
    <Card
      isFlush
      title={t`Managed corporations`}
      actions={
        <output className="text-sm text-text-2">
          {total !== undefined && plural(total, { one: "# corporation", other: "# corporations" })}
        </output>
      }
    >
      {list.isPending ? (
        <RowsSkeleton label={t`Loading corporations`} />
      ) : !list.data ? (
        <LoadFailed title={t`The corporations could not be loaded`} onRetry={list.refetch} />
      ) : corporations.length > 0 ? (
        <Table
          caption={t`Corporations`}
          columns={columnsOf(actions)}
          rows={corporations}
          rowKey={({ corporationId }) => corporationId}
          sorting={sorting}
        />
      ) : search === "" ? (
        <EmptyState variant="call-to-action" title={t`No corporations yet`} action={addAction}>
          {t`Muster reads the data of managed corporations through their directors.`}
        </EmptyState>
      ) : (
        <EmptyState variant="not-found" title={t`No corporations found`}>
          <Trans>No corporation name or ticker contains “{search}”.</Trans>
        </EmptyState>
      )}
      <LoadMore list={list} shown={corporations.length} total={total} />
    </Card>
  );
}

const SORT_VALUES: SortValues<Corporation> = {
  name: ({ name }) => name,
  directors: ({ healthyDirectorCount }) => healthyDirectorCount,
  coverage: ({ coverage }) => coverage && coverage.registered / Math.max(1, coverage.members),
  lastSync: ({ lastSync }) => lastSync,
  lastVerified: ({ lastVerified }) => lastVerified,
};

function columnsOf({ verifying, onVerify, onRemove }: RowActions): Column<Corporation>[] {
  return [
    {
      header: t`Corporation`,
      sortKey: "name",
      isRowHeader: true,
      cell: (row) => <Name corporation={row} />,
    },
    {
      header: t`Directors`,
      sortKey: "directors",
      cell: (row) => <HealthyDirectors corporation={row} />,
    },
    {
      header: t({ context: "number of pilots", message: "Registered" }),
      sortKey: "coverage",
      cell: (row) => <Coverage corporation={row} />,
    },
    {
      header: t`Status`,
      cell: (row) => (
        <span className="flex flex-wrap gap-1.5">
          <AccessChip of={row} />
          <ActiveChip isActive={row.isActive} />
        </span>
      ),
    },
    {
      header: t`Last Sync`,
      sortKey: "lastSync",
      cell: ({ lastSync }) => <LastTime at={lastSync} />,
    },
    {
      header: t`Last Verified`,
      sortKey: "lastVerified",
      cell: (row) => <LastVerified corporation={row} />,
    },
    {
      header: t`Actions`,
      align: "end",
      isHeaderHidden: true,
      cell: (row) => {
        const hasDirector = row.assignedCharacterId !== null;
        return (
          <div className="flex gap-1 md:justify-end">
            <IconButton
              icon="verify"
              label={t`Verify ${ph({ corporation: row.name })}`}
              {...(!hasDirector && { title: t`Assign a director first` })}
              isBusy={verifying === row.corporationId}
              isDisabled={!hasDirector}
              onClick={() => onVerify(row)}
            />
            <IconButton
              icon="trash"
              label={t`Remove ${ph({ corporation: row.name })}`}
              onClick={() => onRemove(row)}
            />
          </div>
        );
      },
    },
  ];
}

function Name({ corporation: { corporationId, name, ticker } }: { corporation: Corporation }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5 py-1">
      <CorporationLogo corporationId={corporationId} size={32} />
      <span className="min-w-0">
        <Link
          to={paths.adminCorporation(corporationId)}
          className="font-semibold wrap-anywhere hover:underline max-md:inline-flex max-md:min-h-11 max-md:items-center"
        >
          {name}
        </Link>{" "}
        <span className="text-text-2">[{ticker}]</span>
      </span>
    </span>
  );
}

function Coverage({ corporation: { corporationId, coverage } }: { corporation: Corporation }) {
  if (coverage === null) return <span className="text-text-2">{t`Members not read`}</span>;
  const { registered, members } = coverage;
  return (
    <Link
      to={`${paths.adminCorporation(corporationId)}?tab=members`}
      className="tabular-nums hover:underline"
    >
      <Trans>
        {ph({ registered: formatInteger(registered) })} of{" "}
        <Plural value={members} one="# character" other="# characters" />
        <VisuallyHidden> registered</VisuallyHidden>
      </Trans>
    </Link>
  );
}

function LastVerified({ corporation }: { corporation: Corporation }) {
  const { lastVerified, verificationFailedAt } = corporation;
  return (
    <>
      <LastTime at={lastVerified} />
      {verificationFailedAt !== null && (
        <span className="block text-xs text-warn">
          <Trans>
            Failed <RelativeTime at={verificationFailedAt} />
          </Trans>
        </span>
      )}
    </>
  );
}

function HealthyDirectors({ corporation }: { corporation: Corporation }) {
  const { directorCount, healthyDirectorCount, status } = corporation;
  if (directorCount === 0) return <span className="text-text-2">{t`None`}</span>;
  return (
    <span className="whitespace-nowrap tabular-nums">
      <Trans>
        {healthyDirectorCount} of {directorCount} healthy
      </Trans>
      {status.state === "no_usable_director" && (
        <span className="block text-xs whitespace-normal text-danger">
          {t`Members are not read`}
        </span>
      )}
    </span>
  );
}

/** Sorts problems first. The sort is stable, so equal ranks stay in the server's order, by name. */
export function byHealth(a: Corporation, b: Corporation): number {
  return rank(a) - rank(b);
}

const RANKS: Record<CorporationStatus["state"], number> = {
  no_usable_director: 0,
  some_directors_fail: 1,
  not_checked: 1,
  // Public data needs no director.
  no_director: 2,
  working: 3,
  // Nothing can fail.
  inactive: 4,
};

function rank({ status: { state }, isVerified }: Corporation): number {
  return state === "working" && !isVerified ? RANKS.some_directors_fail : RANKS[state];
}
