import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Corporation, CorporationStatus } from "#shared/corporations/corporations.ts";
import { AccessChip, ActiveChip } from "#web/corporations/corporation/corporation-chips.tsx";
import { corporationsQuery } from "#web/corporations/corporation/queries.ts";
import { CorporationLogo } from "#web/eve/images.tsx";
import { itemsOf, totalOf } from "#web/lib/api/pages.ts";
import { formatCount, formatInteger } from "#web/lib/format.ts";
import { paths } from "#web/lib/paths.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Table } from "#web/ui/table/table.tsx";
import type { Column } from "#web/ui/table/table.tsx";
import { useSortedRows } from "#web/ui/table/use-sorted-rows.ts";
import type { SortValues } from "#web/ui/table/use-sorted-rows.ts";
import { LastTime, RelativeTime } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";

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
      title="Managed corporations"
      actions={
        <output className="text-sm text-text-2">
          {total !== undefined && formatCount(total, "corporation")}
        </output>
      }
    >
      {list.isPending ? (
        <RowsSkeleton label="Loading corporations" />
      ) : !list.data ? (
        <LoadFailed title="The corporations could not be loaded" onRetry={list.refetch} />
      ) : corporations.length > 0 ? (
        <Table
          caption="Corporations"
          columns={columnsOf(actions)}
          rows={corporations}
          rowKey={({ corporationId }) => corporationId}
          sorting={sorting}
        />
      ) : search === "" ? (
        <EmptyState variant="call-to-action" title="No corporations yet" action={addAction}>
          Muster reads the data of managed corporations through their directors.
        </EmptyState>
      ) : (
        <EmptyState variant="not-found" title="No corporations found">
          No corporation name or ticker contains “{search}”.
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
      header: "Corporation",
      sortKey: "name",
      isRowHeader: true,
      cell: (row) => <Name corporation={row} />,
    },
    {
      header: "Directors",
      sortKey: "directors",
      cell: (row) => <HealthyDirectors corporation={row} />,
    },
    {
      header: "Registered",
      sortKey: "coverage",
      cell: (row) => <Coverage corporation={row} />,
    },
    {
      header: "Status",
      cell: (row) => (
        <span className="flex flex-wrap gap-1.5">
          <AccessChip of={row} />
          <ActiveChip isActive={row.isActive} />
        </span>
      ),
    },
    {
      header: "Last Sync",
      sortKey: "lastSync",
      cell: ({ lastSync }) => <LastTime at={lastSync} />,
    },
    {
      header: "Last Verified",
      sortKey: "lastVerified",
      cell: (row) => <LastVerified corporation={row} />,
    },
    {
      header: "Actions",
      align: "end",
      isHeaderHidden: true,
      cell: (row) => {
        const hasDirector = row.assignedCharacterId !== null;
        return (
          <div className="flex gap-1 md:justify-end">
            <IconButton
              icon="verify"
              label={`Verify ${row.name}`}
              {...(!hasDirector && { title: "Assign a director first" })}
              isBusy={verifying === row.corporationId}
              isDisabled={!hasDirector}
              onClick={() => onVerify(row)}
            />
            <IconButton icon="trash" label={`Remove ${row.name}`} onClick={() => onRemove(row)} />
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
  if (coverage === null) return <span className="text-text-2">Members not read</span>;
  const { registered, members } = coverage;
  return (
    <Link
      to={`${paths.adminCorporation(corporationId)}?tab=members`}
      className="tabular-nums hover:underline"
    >
      {formatInteger(registered)} of {formatCount(members, "character")}
      <VisuallyHidden> registered</VisuallyHidden>
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
          Failed <RelativeTime at={verificationFailedAt} />
        </span>
      )}
    </>
  );
}

function HealthyDirectors({ corporation }: { corporation: Corporation }) {
  const { directorCount, healthyDirectorCount, status } = corporation;
  if (directorCount === 0) return <span className="text-text-2">None</span>;
  return (
    <span className="whitespace-nowrap tabular-nums">
      {healthyDirectorCount} of {directorCount} healthy
      {status.state === "no_usable_director" && (
        <span className="block text-xs whitespace-normal text-danger">Members are not read</span>
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
