import { keepPreviousData, useInfiniteQuery, mutationOptions } from "@tanstack/react-query";
import { t } from "#web/language/macros.ts";
import type { Activity } from "#shared/events/activity.ts";
import { itemsOf } from "#web/lib/api/pages.ts";
import { useFilters } from "#web/lib/filters.ts";
import { cx } from "#web/lib/cx.ts";
import { paths } from "#web/lib/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState, LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { MOST_ROWS, RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { Table } from "#web/ui/table.tsx";
import { useAction } from "#web/lib/form/use-action.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { Icon } from "#web/ui/icon.tsx";
import { ACTIVITY_COLUMNS } from "./activity-columns.tsx";
import { FilterForm, ChosenGroupField } from "./activity-filters.tsx";
import { activityFilters, allActivityQuery, exportActivity } from "./queries.ts";
import type { ActivityFilters } from "./queries.ts";

export default function ActivityPage() {
  const { filters, setFilters } = useFilters(activityFilters);
  const isFiltered = Object.keys(filters).length > 0;
  const clear = () => setFilters({});
  const list = useInfiniteQuery({
    ...allActivityQuery(filters),
    placeholderData: keepPreviousData,
  });
  const events = itemsOf(list.data);
  const { group: groupId } = filters;
  const chosen = groupId === undefined ? undefined : { name: groupNameIn(events, groupId) };
  return (
    <>
      <PageHeader
        title={t`Activity`}
        subtitle={t`Changes to categories, groups, accounts and corporations, and who made them`}
        actions={<ButtonLink to={paths.adminUndo}>{t`Undo changes...`}</ButtonLink>}
      />
      <div className="grid grid-cols-1 gap-4">
        <FilterForm
          filters={filters}
          isFiltered={isFiltered}
          groupField={
            <ChosenGroupField
              chosen={chosen}
              onChoose={(id) => setFilters(activityFilters.change(filters, "group", id))}
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
            {t`Search older entries`}
          </Button>
        }
      >
        {t`None of the latest entries match all of these filters.`}
      </EmptyState>
    );
  }
  return isFiltered ? (
    <EmptyState
      variant="not-found"
      title={t`No activity found`}
      action={<Button onClick={onClear}>{t`Show all activity`}</Button>}
    >
      {t`No activity matches these filters.`}
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

const exportMutation = mutationOptions({ mutationFn: exportActivity });

/** Exports all entries that match the filters, not only the loaded ones. */
function ExportButton({ filters }: { filters: ActivityFilters }) {
  const { act, isPending, failure } = useAction(exportMutation, t`Failed to export the activity`);
  return (
    <>
      {failure !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {failure}
        </p>
      )}
      <Button
        size="sm"
        icon={<Icon name="download" />}
        isBusy={isPending}
        busyLabel={t`Exporting...`}
        onClick={() => act(filters, { onSuccess: save })}
      >
        {t`Export CSV`}
      </Button>
    </>
  );
}

function save(file: Blob) {
  saveFile(file, `muster-activity-${new Date().toISOString().slice(0, 10)}.csv`);
}
