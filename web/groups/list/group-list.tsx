import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Group } from "#shared/groups/groups.ts";
import { groupsQuery } from "#web/groups/group/queries.ts";
import type { Failures } from "#web/lib/form/use-failures.ts";
import { itemsOf, totalOf } from "#web/lib/api/pages.ts";
import { cx } from "#web/lib/cx.ts";
import { formatCount } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { GroupFilters } from "./group-filters.tsx";
import { GroupTable, GroupTableSkeleton } from "./group-table.tsx";
import { useGroupFilters } from "./use-group-filters.ts";

type GroupListProps = {
  title: string;
  pathOf: (groupId: string) => string;
  joining?: { join: (group: Group) => void; failures: Failures };
  hasVisibility?: boolean;
  /** Offered when there are no groups at all. */
  createAction: ReactNode;
};

/** The groups visible to the user, filtered by the URL. */
export function GroupList(props: GroupListProps) {
  const { title, pathOf, joining, hasVisibility = false, createAction } = props;
  const { filters, isFiltered, setFilters, clear } = useGroupFilters();
  const list = useInfiniteQuery({ ...groupsQuery(filters), placeholderData: keepPreviousData });
  const groups = itemsOf(list.data);
  const total = totalOf(list.data);
  return (
    <>
      <GroupFilters
        filters={filters}
        isFiltered={isFiltered}
        hasVisibility={hasVisibility}
        onChange={setFilters}
        onClear={clear}
      />
      <Card
        isFlush
        title={title}
        actions={
          <output className="text-sm text-text-3">
            {total !== undefined && formatCount(total, "group")}
          </output>
        }
      >
        <div
          aria-busy={list.isPlaceholderData}
          className={cx("transition-opacity", list.isPlaceholderData && "opacity-60")}
        >
          {list.isPending ? (
            <GroupTableSkeleton />
          ) : list.isError && !list.data ? (
            <LoadFailed title="The groups could not be loaded" onRetry={list.refetch} />
          ) : groups.length > 0 || list.hasNextPage ? (
            <>
              <GroupTable groups={groups} pathOf={pathOf} joining={joining} />
              <LoadMore list={list} shown={groups.length} total={total} />
            </>
          ) : isFiltered ? (
            <EmptyState
              variant="not-found"
              title="No Groups Found"
              action={<Button onClick={clear}>Show all groups</Button>}
            >
              No group that you can see matches these filters.
            </EmptyState>
          ) : (
            <EmptyState variant="call-to-action" title="No Groups Found" action={createAction}>
              There is no group yet that you can see.
            </EmptyState>
          )}
        </div>
      </Card>
    </>
  );
}
