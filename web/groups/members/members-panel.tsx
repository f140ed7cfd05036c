import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import type { ReactNode } from "react";
import type { Group, GroupMember } from "#shared/groups/groups.ts";
import { RoleChip } from "#web/groups/group/group-chips.tsx";
import { itemsOf, totalOf } from "#web/lib/api/pages.ts";
import { useSession } from "#web/lib/api/session.ts";
import { cx } from "#web/lib/cx.ts";
import { formatCount } from "#web/lib/format.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { MenuButton } from "#web/ui/menu/menu.tsx";
import { Table } from "#web/ui/table/table.tsx";
import type { Column } from "#web/ui/table/table.tsx";
import { actionsOn } from "./member-actions.tsx";
import type { MemberAction } from "./member-actions.tsx";
import { Joined, MemberName } from "./member-cells.tsx";
import { MemberFilters } from "./member-filters.tsx";
import { OwnerNote } from "#web/groups/members/problems/owner-note.tsx";
import { ProblemCell } from "#web/groups/members/problems/problem-cell.tsx";
import { ProblemFilter } from "#web/groups/members/problems/problem-filter.tsx";
import { membersQuery } from "./queries.ts";
import { isSort, useMemberFilters } from "./use-member-filters.ts";
import type { MemberFilters as Filters } from "./use-member-filters.ts";

const ActionDialog = lazy(() => import("./action-dialog.tsx"));

type Props = {
  group: Group;
  /** On the administrators' page of the group. */
  isAdministration: boolean;
};

export function MembersPanel({ group, isAdministration }: Props) {
  const { filters, setFilters } = useMemberFilters();
  const list = useInfiniteQuery({
    ...membersQuery(group.id, filters),
    placeholderData: keepPreviousData,
  });
  const { search, role, problem } = filters;
  const isFiltered = [search, role, problem].some((one) => one !== undefined);
  const { isPartial = false, problemCounts = null } = list.data?.pages.at(-1) ?? {};
  const hasProblems =
    problemCounts !== null &&
    (problem !== undefined || problemCounts.grace + problemCounts.unknown > 0);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line-faint px-4 py-3 md:px-3">
        <h2 className={isAdministration ? "text-lg" : "sr-only"}>
          {isAdministration ? "Member Management" : "Members"}
        </h2>
        <MemberFilters filters={filters} onChange={setFilters} />
        {hasProblems && (
          <ProblemFilter
            counts={problemCounts}
            total={group.memberCount}
            chosen={problem}
            onChoose={(kind) => {
              const { problem: _, ...others } = filters;
              setFilters(kind === undefined ? others : { ...others, problem: kind });
            }}
          />
        )}
        <output className="text-sm text-text-3 empty:absolute md:ml-auto">
          {isFiltered && list.data && `${formatCount(totalOf(list.data) ?? 0, "member")} found`}
        </output>
      </div>
      {list.isPending ? (
        <RowsSkeleton label="Loading members" rows={group.memberCount} />
      ) : !list.data ? (
        <LoadFailed title="The members could not be loaded" onRetry={list.refetch} />
      ) : (
        <div
          aria-busy={list.isPlaceholderData}
          className={cx("transition-opacity", list.isPlaceholderData && "opacity-60")}
        >
          {problemCounts !== null && <OwnerNote members={itemsOf(list.data)} />}
          <MemberTable
            group={group}
            hasProblems={hasProblems}
            isAdministration={isAdministration}
            members={itemsOf(list.data)}
            filters={filters}
            onFilter={setFilters}
          />
          <LoadMore list={list} shown={itemsOf(list.data).length} total={totalOf(list.data)} />
        </div>
      )}
      {isPartial && (
        <p className="border-t border-line-faint px-4 py-3 text-sm text-text-3 md:px-3">
          More members may match. Type more of the name.
        </p>
      )}
    </>
  );
}

type MemberTableProps = Props & {
  hasProblems: boolean;
  members: GroupMember[];
  filters: Filters;
  onFilter: (filters: Filters) => void;
};

/** Members with the actions that `can` of each row allows. */
function MemberTable(props: MemberTableProps) {
  const { members, filters, onFilter } = props;
  const { sort = "role" } = filters;
  const { columns, dialog } = useColumns(props);
  if (members.length === 0) {
    return (
      <EmptyState
        variant="not-found"
        title="No members found"
        action={<Button onClick={() => onFilter({})}>Show all members</Button>}
      >
        {emptyText(filters)}
      </EmptyState>
    );
  }
  return (
    <>
      <Table
        isCompact
        caption="Members"
        columns={columns}
        rows={members}
        rowKey={({ id }) => id}
        sorting={{
          key: sort.replace("-", ""),
          isDescending: sort.startsWith("-"),
          onSort: (key, isDescending) => {
            const next = `${isDescending ? "-" : ""}${key}`;
            onFilter({ ...filters, sort: isSort(next) ? next : "role" });
          },
        }}
      />
      {dialog}
    </>
  );
}

function emptyText({ search, role, problem }: Filters): string {
  if (problem === "grace") return "No member is in a grace period.";
  if (problem === "unknown") return "Every member has been checked recently.";
  if (search === undefined) return "No member has this role.";
  return role === undefined
    ? `No member has a main character named “${search}”.`
    : `No member with this role has a main character named “${search}”.`;
}

/** The columns of the table, and the dialog of the action that was chosen in a row. */
function useColumns({ group, isAdministration, hasProblems }: MemberTableProps) {
  const userId = useSession().user?.id;
  const [chosen, setChosen] = useState<{ action: MemberAction; member: GroupMember }>();
  const { manageMembers } = group.can;
  const columns = useMemo(() => {
    const actions = (member: GroupMember) => {
      const items = actionsOn(member, { isAdministration, isSelf: member.userId === userId });
      const name = member.mainCharacterName ?? UNKNOWN_USER;
      const choices = items.map(({ action, ...item }) => ({
        ...item,
        onSelect: () => setChosen({ action, member }),
      }));
      return choices.length > 0 && <MenuButton label={`Actions for ${name}`} items={choices} />;
    };
    return columnsOf(hasProblems, manageMembers ? actions : undefined);
  }, [manageMembers, isAdministration, hasProblems, userId]);
  const dialog = (
    <Suspense>
      {chosen && <ActionDialog {...chosen} group={group} onClose={() => setChosen(undefined)} />}
    </Suspense>
  );
  return { columns, dialog };
}

function columnsOf(
  hasProblems: boolean,
  actions: ((member: GroupMember) => ReactNode) | undefined,
): Column<GroupMember>[] {
  const columns: Column<GroupMember>[] = [
    {
      header: "Member",
      sortKey: "name",
      isRowHeader: true,
      cell: (member) => <MemberName member={member} />,
    },
    {
      header: "Role",
      sortKey: "role",
      isSortedOneWay: true,
      cell: ({ role }) => <RoleChip groupRole={role} />,
    },
    ...(hasProblems
      ? [
          {
            header: "Requirements",
            cell: (member: GroupMember) => <ProblemCell member={member} />,
          },
        ]
      : []),
    { header: "Joined", sortKey: "joined", cell: ({ joinedAt }) => <Joined at={joinedAt} /> },
  ];
  if (!actions) return columns;
  return columns.concat({ header: "Actions", align: "end", isHeaderHidden: true, cell: actions });
}
