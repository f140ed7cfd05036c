import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { cx } from "#web/lib/cx.ts";
import { formatCount } from "#web/lib/format.ts";
import { itemsOf, totalOf } from "#web/lib/pages.ts";
import { paths } from "#web/lib/paths.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { LoadFailed, LoadMore } from "#web/ui/list-states.tsx";
import { PageHeader } from "#web/ui/page-title.tsx";
import { GroupFilters } from "#web/group-parts/group-filters.tsx";
import { GroupTable, GroupTableSkeleton } from "#web/group-parts/group-table.tsx";
import { groupsQuery } from "#web/group-parts/queries.ts";
import { RedeemCard } from "./redeem-card.tsx";
import { useGroupFilters } from "#web/group-parts/use-group-filters.ts";
import { useJoin } from "#web/group-parts/use-join.ts";

export default function GroupsPage() {
  return (
    <>
      <PageHeader
        title="Discover Groups"
        subtitle="Find the people you fly with"
        actions={
          <ButtonLink variant="primary" to={paths.createGroup} icon={<Icon name="plus" />}>
            Create Group
          </ButtonLink>
        }
      />
      <div className="grid gap-4">
        <RedeemCard />
        <AvailableGroups />
      </div>
    </>
  );
}

function AvailableGroups() {
  const { filters, isFiltered, setFilters, clear } = useGroupFilters();
  const list = useInfiniteQuery({ ...groupsQuery(filters), placeholderData: keepPreviousData });
  const { join, failures } = useJoin();
  const groups = itemsOf(list.data);
  const total = totalOf(list.data);
  return (
    <>
      <GroupFilters
        filters={filters}
        isFiltered={isFiltered}
        onChange={setFilters}
        onClear={clear}
      />
      <Card
        isFlush
        title="Available Groups"
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
          ) : groups.length > 0 ? (
            <>
              <GroupTable groups={groups} onJoin={join} failures={failures} />
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
            <EmptyState
              variant="call-to-action"
              title="No Groups Found"
              action={
                <ButtonLink variant="primary" to={paths.createGroup}>
                  Create the first group
                </ButtonLink>
              }
            >
              Nobody has created a group that you can see.
            </EmptyState>
          )}
        </div>
      </Card>
    </>
  );
}
