import { Trans, t } from "#web/language/macros.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { Activity } from "#shared/events/activity.ts";
import { itemsOf } from "#web/lib/api/pages.ts";
import { cx } from "#web/lib/cx.ts";
import { paths } from "#web/lib/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { MOST_ROWS, RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { PageHeader } from "#web/ui/page/page-title.tsx";
import { Table } from "#web/ui/table/table.tsx";
import { ACTIVITY_COLUMNS } from "./activity-columns.tsx";
import { ActivityFilters } from "./activity-filters.tsx";
import { ExportButton } from "./export-button.tsx";
import { GroupField } from "./group-field.tsx";
import { allActivityQuery } from "./queries.ts";
import { useActivityFilters } from "./use-activity-filters.ts";

export default function ActivityPage() {
  const { filters, isFiltered, setFilters, clear } = useActivityFilters();
  const list = useInfiniteQuery({
    ...allActivityQuery(filters),
    placeholderData: keepPreviousData,
  });
  const events = itemsOf(list.data);
  const { group: groupId, ...others } = filters;
  const chosen = groupId === undefined ? undefined : { name: groupNameIn(events, groupId) };
  return (
    <>
      <PageHeader
        title={t`Activity`}
        subtitle={t`Changes to categories, groups, accounts and corporations, and who made them`}
        actions={
          <ButtonLink to={paths.adminUndo}>
            <Trans>Undo changes...</Trans>
          </ButtonLink>
        }
      />
      <div className="grid grid-cols-1 gap-4">
        <ActivityFilters
          filters={filters}
          isFiltered={isFiltered}
          groupField={
            <GroupField
              chosen={chosen}
              onChoose={(id) => setFilters(id === undefined ? others : { ...others, group: id })}
            />
          }
          onChange={setFilters}
          onClear={clear}
        />
        <Card isFlush title={t`All Activity`} actions={<ExportButton filters={filters} />}>
          <div
            aria-busy={list.isPlaceholderData}
            className={cx("transition-opacity", list.isPlaceholderData && "opacity-60")}
          >
            {list.isPending ? (
              <RowsSkeleton label={t`Loading the activity`} shape="line" rows={MOST_ROWS} />
            ) : !list.data ? (
              <LoadFailed title={t`The activity could not be loaded`} onRetry={list.refetch} />
            ) : events.length > 0 ? (
              <>
                <Table
                  isCompact
                  caption={t`Activity`}
                  columns={ACTIVITY_COLUMNS}
                  rows={events}
                  rowKey={({ log, id }) => `${log}/${id}`}
                />
                <LoadMore list={list} shown={events.length} />
              </>
            ) : (
              <NothingFound list={list} isFiltered={isFiltered} onClear={clear} />
            )}
          </div>
        </Card>
      </div>
    </>
  );
}

type NothingFoundProps = {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  isFiltered: boolean;
  onClear: () => void;
};

/** With several filters, the server scans a limited number of entries per page, so older matches may follow. */
function NothingFound({ list, isFiltered, onClear }: NothingFoundProps) {
  if (list.hasNextPage) {
    return (
      <EmptyState
        variant="not-found"
        title={t`No matches so far`}
        action={
          <Button
            isBusy={list.isFetchingNextPage}
            busyLabel={t`Searching...`}
            onClick={() => list.fetchNextPage()}
          >
            <Trans>Search older entries</Trans>
          </Button>
        }
      >
        <Trans>None of the latest entries match all of these filters.</Trans>
      </EmptyState>
    );
  }
  return isFiltered ? (
    <EmptyState
      variant="not-found"
      title={t`No activity found`}
      action={
        <Button onClick={onClear}>
          <Trans>Show all activity</Trans>
        </Button>
      }
    >
      <Trans>No activity matches these filters.</Trans>
    </EmptyState>
  ) : (
    <EmptyState variant="completed" title={t`No activity yet`} />
  );
}

function groupNameIn(events: readonly Activity[], groupId: string): string | undefined {
  for (const event of events) {
    if (event.log === "groups" && event.groupId === groupId) return event.groupName ?? undefined;
  }
  return undefined;
}
