import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Activity } from "#shared/activity.ts";
import { EventText, Sentence } from "#web/group-parts/event-text.tsx";
import { RowsSkeleton } from "#web/group-parts/rows-skeleton.tsx";
import { cx } from "#web/lib/cx.ts";
import { itemsOf } from "#web/lib/pages.ts";
import { paths } from "#web/lib/paths.ts";
import { eveTime } from "#web/lib/time.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadFailed, LoadMore } from "#web/ui/list-states.tsx";
import { PageHeader } from "#web/ui/page-title.tsx";
import { Table } from "#web/ui/table.tsx";
import type { Column } from "#web/ui/table.tsx";
import { RelativeTime } from "#web/ui/time.tsx";
import { accountSentence } from "./account-sentence.ts";
import { ActivityFilters } from "./activity-filters.tsx";
import { allActivityQuery } from "./activity-queries.ts";
import { ExportButton } from "./export-button.tsx";
import { GroupField } from "./group-field.tsx";
import { useActivityFilters, writeActivityFilters } from "./use-activity-filters.ts";

/** Everything that happened, the newest first. */
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
        title="Activity"
        subtitle="What happened to categories, groups and accounts, and who did it"
      />
      <div className="grid gap-4">
        <ActivityFilters
          // Starts again from the address when a name in it changes: by the back button, by Clear Filters.
          key={`${filters.actor}/${filters.subject}`}
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
        <Card isFlush title="All Activity" actions={<ExportButton filters={filters} />}>
          <div
            aria-busy={list.isPlaceholderData}
            className={cx("transition-opacity", list.isPlaceholderData && "opacity-60")}
          >
            {list.isPending ? (
              <RowsSkeleton label="Loading the activity" />
            ) : !list.data ? (
              <LoadFailed title="The activity could not be loaded" onRetry={list.refetch} />
            ) : events.length > 0 ? (
              <>
                <Table
                  caption="Activity"
                  columns={COLUMNS}
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

/** With several filters the server looks through so many entries at a time; there may be older ones that match. */
function NothingFound({ list, isFiltered, onClear }: NothingFoundProps) {
  if (list.hasNextPage) {
    return (
      <EmptyState
        variant="not-found"
        title="Nothing found so far"
        action={
          <Button
            isBusy={list.isFetchingNextPage}
            busyLabel="Searching..."
            onClick={() => list.fetchNextPage()}
          >
            Search older entries
          </Button>
        }
      >
        Among the latest entries nothing matches all of these filters.
      </EmptyState>
    );
  }
  return isFiltered ? (
    <EmptyState
      variant="not-found"
      title="Nothing found"
      action={<Button onClick={onClear}>Show all activity</Button>}
    >
      Nothing that happened matches these filters.
    </EmptyState>
  ) : (
    <EmptyState variant="completed" title="Nothing has happened yet" />
  );
}

const COLUMNS: Column<Activity>[] = [
  { header: "What happened", isRowHeader: true, cell: (entry) => <What entry={entry} /> },
  { header: "Where", cell: (entry) => <Where entry={entry} /> },
  {
    header: "When",
    align: "end",
    cell: ({ createdAt }) => (
      <span className="whitespace-nowrap max-md:flex max-md:flex-wrap max-md:gap-x-2">
        <span className="md:block">
          <RelativeTime at={createdAt} />
        </span>
        <span className="text-sm text-text-3 md:block">{eveTime(createdAt)}</span>
      </span>
    ),
  },
];

function What({ entry }: { entry: Activity }) {
  return (
    <div className="min-w-0 py-1">
      {entry.log === "groups" ? (
        <EventText event={entry} />
      ) : (
        <p className="wrap-anywhere">
          <Sentence pieces={accountSentence(entry)} />
        </p>
      )}
    </div>
  );
}

/** A group leads to its own log: the group itself may be gone. */
function Where({ entry }: { entry: Activity }) {
  if (entry.log === "accounts") return <span className="text-text-3">Account</span>;
  const { groupId, groupName, categoryName } = entry;
  if (groupId === null) return <bdi className="wrap-anywhere text-text-2">{categoryName}</bdi>;
  return (
    <Link
      to={`${paths.adminActivity}?${writeActivityFilters({ group: groupId })}`}
      className="inline-block py-1 wrap-anywhere hover:underline"
    >
      <bdi className="line-clamp-2">{groupName}</bdi>
    </Link>
  );
}

function groupNameIn(events: readonly Activity[], groupId: string): string | undefined {
  for (const event of events) {
    if (event.log === "groups" && event.groupId === groupId) return event.groupName ?? undefined;
  }
  return undefined;
}
