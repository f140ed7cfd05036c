import { Trans, plural, t } from "#web/language/macros.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { groupsQuery } from "#web/groups/group/queries.ts";
import { itemsOf, totalOf } from "#web/lib/api/pages.ts";
import { cx } from "#web/lib/cx.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { GroupFilters } from "./group-filters.tsx";
import { GroupSegments } from "./group-segments.tsx";
import { GroupTable } from "./group-table.tsx";
import type { Joining } from "./group-table.tsx";
import { isOrder } from "./filters-in-url.ts";
import { useGroupFilters } from "./use-group-filters.ts";

type GroupListProps = {
  title: string;
  pathOf: (groupId: string) => string;
  /** Adds All, Mine and Joinable, and what rows offer to users who are not members. */
  joining?: Joining;
  hasVisibility?: boolean;
  /** Offered when there are no groups at all. */
  createAction: ReactNode;
};

/** The groups visible to the user, filtered by the URL. */
export function GroupList(props: GroupListProps) {
  const { title, pathOf, joining, hasVisibility = false, createAction } = props;
  const { filters, isFiltered, setFilters, clear } = useGroupFilters();
  const list = useInfiniteQuery({ ...groupsQuery(filters), placeholderData: keepPreviousData });
  const { sort = "name" } = filters;
  const groups = itemsOf(list.data);
  const total = totalOf(list.data);
  return (
    <>
      {joining && <GroupSegments filters={filters} />}
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
          <output className="text-sm text-text-2">
            {total !== undefined && plural(total, { one: "# group", other: "# groups" })}
          </output>
        }
      >
        <div
          aria-busy={list.isPlaceholderData}
          className={cx("transition-opacity", list.isPlaceholderData && "opacity-60")}
        >
          {list.isPending ? (
            <RowsSkeleton label={t`Loading groups`} shape="two-lines" rows={6} />
          ) : list.isError && !list.data ? (
            <LoadFailed title={t`The groups could not be loaded`} onRetry={list.refetch} />
          ) : groups.length > 0 || list.hasNextPage ? (
            <>
              <GroupTable
                groups={groups}
                pathOf={pathOf}
                joining={joining}
                sorting={{
                  key: sort.replace("-", ""),
                  isDescending: sort.startsWith("-"),
                  onSort: (key, isDescending) => {
                    const { sort: _, ...others } = filters;
                    const next = `${isDescending ? "-" : ""}${key}`;
                    setFilters(isOrder(next) ? { ...others, sort: next } : others);
                  },
                }}
              />
              <LoadMore list={list} shown={groups.length} total={total} />
            </>
          ) : isFiltered ? (
            <EmptyState
              variant="not-found"
              title={t`No Groups Found`}
              action={
                <Button onClick={clear}>
                  <Trans>Clear Filters</Trans>
                </Button>
              }
            >
              <Trans>No group that you can see matches these filters.</Trans>
            </EmptyState>
          ) : filters.myGroups || filters.joinable ? (
            <EmptyState variant="completed" title={t`No Groups Found`}>
              {filters.myGroups
                ? t`You are not a member of a group yet.`
                : t`There is no group that you can join right now.`}
            </EmptyState>
          ) : (
            <EmptyState variant="call-to-action" title={t`No Groups Found`} action={createAction}>
              <Trans>Groups that you can see appear here.</Trans>
            </EmptyState>
          )}
        </div>
      </Card>
    </>
  );
}
