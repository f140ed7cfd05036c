import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import type { ReactNode } from "react";
import type { Group, GroupMember } from "#shared/groups/groups.ts";
import { msg, ph, plural, t, Trans } from "#web/language/macros.ts";
import { RoleChip } from "#web/groups/group/group-chips.tsx";
import { itemsOf, totalOf } from "#web/lib/api/pages.ts";
import { useSession } from "#web/lib/api/session.ts";
import { useFilters } from "#web/lib/filters.ts";
import { cx } from "#web/lib/cx.ts";
import { userName } from "#web/lib/labels.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState, LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { SelectBox } from "#web/ui/form/choices.tsx";
import { MenuButton } from "#web/ui/menu.tsx";
import { sortingOf, Table } from "#web/ui/table.tsx";
import type { Column } from "#web/ui/table.tsx";
import { formatInteger } from "#web/lib/format.ts";
import { useBarRoom } from "#web/lib/use-bar-room.ts";
import { Icon } from "#web/ui/icon.tsx";
import { actionsOn, JoinedAt, MemberName, OwnerNote, ProblemCell } from "./member-cells.tsx";
import type { MemberAction } from "./member-cells.tsx";
import { FilterFields, ProblemFilter } from "./member-filters.tsx";
import { memberFilters, membersQuery } from "./queries.ts";
import type { MemberFilters } from "./queries.ts";

const ActionDialog = lazy(() => import("./member-dialogs.tsx"));
const SetEndDialog = lazy(() => import("./set-end-dialog.tsx"));

type Props = {
  group: Group;
  /** On the administrators' page of the group. */
  isAdministration: boolean;
};

export function MembersPanel({ group, isAdministration }: Props) {
  const { filters, setFilters } = useFilters(memberFilters, { isReplacing: true });
  const list = useInfiniteQuery({
    ...membersQuery(group.id, filters),
    placeholderData: keepPreviousData,
  });
  const { search, role, problem } = filters;
  const isFiltered = [search, role, problem].some((filter) => filter !== undefined);
  const { isPartial = false, problemCounts = null } = list.data?.pages.at(-1) ?? {};
  const hasFilter =
    problemCounts !== null &&
    (problem !== undefined ||
      problemCounts.grace + problemCounts.unknown + problemCounts.ending > 0);
  const { chosen, choose, shown } = useChosen(group, itemsOf(list.data));
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line-faint px-4 py-3 md:px-3">
        <h2 className={isAdministration ? "text-lg" : "sr-only"}>
          {isAdministration ? t`Member Management` : t`Members`}
        </h2>
        <FilterFields filters={filters} onChange={setFilters} />
        {hasFilter && (
          <ProblemFilter
            counts={problemCounts}
            total={group.memberCount}
            chosen={problem}
            onChoose={(kind) => setFilters(memberFilters.change(filters, "problem", kind ?? ""))}
          />
        )}
        <output className="text-sm text-text-2 empty:absolute md:ml-auto">
          {isFiltered &&
            list.data &&
            plural(
              { count: totalOf(list.data) ?? 0 },
              { one: "# member found", other: "# members found" },
            )}
        </output>
      </div>
      {list.isPending ? (
        <RowsSkeleton label={t`Loading members`} rows={group.memberCount} />
      ) : !list.data ? (
        <LoadFailed title={t`The members could not be loaded`} onRetry={list.refetch} />
      ) : (
        <div
          aria-busy={list.isPlaceholderData}
          className={cx("transition-opacity", list.isPlaceholderData && "opacity-60")}
        >
          {problemCounts !== null && <OwnerNote members={itemsOf(list.data)} />}
          <MemberTable
            group={group}
            hasProblems={problemCounts !== null && problemCounts.grace + problemCounts.unknown > 0}
            isAdministration={isAdministration}
            members={itemsOf(list.data)}
            filters={filters}
            onFilter={setFilters}
            chosen={chosen}
            onChoose={choose}
          />
          <LoadMore list={list} shown={itemsOf(list.data).length} total={totalOf(list.data)} />
          {chosen.length > 0 && (
            <EndsBar group={group} chosen={chosen} shown={shown} onChoose={choose} />
          )}
        </div>
      )}
      {isPartial && (
        <p className="border-t border-line-faint px-4 py-3 text-sm text-text-2 md:px-3">
          <Trans>More members may match. Type more of the name.</Trans>
        </p>
      )}
    </>
  );
}

/** The members whose ends are to be changed together, of those that are shown. */
function useChosen({ can }: Group, members: readonly GroupMember[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const shown = can.manageMembers ? members.filter((member) => member.can.setEnd) : [];
  const choose = useCallback(
    (some: readonly GroupMember[]) => setIds(new Set(some.map(({ id }) => id))),
    [],
  );
  return { shown, choose, chosen: shown.filter(({ id }) => ids.has(id)) };
}

type MemberTableProps = Props & {
  chosen: readonly GroupMember[];
  onChoose: (members: readonly GroupMember[]) => void;
  hasProblems: boolean;
  members: GroupMember[];
  filters: MemberFilters;
  onFilter: (filters: MemberFilters) => void;
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
        title={t`No members found`}
        action={
          <Button onClick={() => onFilter({})}>
            <Trans>Show all members</Trans>
          </Button>
        }
      >
        {emptyText(filters)}
      </EmptyState>
    );
  }
  return (
    <>
      <Table
        isCompact
        caption={t`Members`}
        columns={columns}
        rows={members}
        rowKey={({ id }) => id}
        sorting={sortingOf(sort, (next) => onFilter(memberFilters.change(filters, "sort", next)))}
      />
      {dialog}
    </>
  );
}

function emptyText({ search, role, problem }: MemberFilters): string {
  if (problem === "grace") return t`No member is in a grace period.`;
  if (problem === "unknown") return t`Every member has been checked recently.`;
  if (problem === "ending") return t`No membership has an end.`;
  if (search === undefined) return t`No member has this role.`;
  return role === undefined
    ? t`No member has a main character named “${search}”.`
    : t`No member with this role has a main character named “${search}”.`;
}

/** The columns of the table, and the dialog of the action that was chosen in a row. */
function useColumns(props: MemberTableProps) {
  const { group, isAdministration, hasProblems, members, chosen: some, onChoose } = props;
  const userId = useSession().user?.id;
  const [chosen, setChosen] = useState<{ action: MemberAction; member: GroupMember }>();
  const { manageMembers } = group.can;
  const columns = useMemo(() => {
    const actions = (member: GroupMember) => {
      const items = actionsOn(member, { isAdministration, isSelf: member.userId === userId });
      const name = userName(member.mainCharacterName);
      const choices = items.map(({ action, ...item }) => ({
        ...item,
        onSelect: () => setChosen({ action, member }),
      }));
      return choices.length > 0 && <MenuButton label={t`Actions for ${name}`} items={choices} />;
    };
    const hasEnds = members.some(({ endsAt }) => endsAt !== null);
    const isChosen = (member: GroupMember) => some.some(({ id }) => id === member.id);
    const select = (member: GroupMember) =>
      member.can.setEnd && (
        <SelectBox
          label={t`Select ${ph({ name: userName(member.mainCharacterName) })}`}
          className="size-8 max-md:size-11"
          checked={isChosen(member)}
          onChange={() =>
            onChoose(
              isChosen(member) ? some.filter(({ id }) => id !== member.id) : [...some, member],
            )
          }
        />
      );
    return columnsOf(hasProblems, {
      select: hasEnds && manageMembers ? select : undefined,
      actions: manageMembers ? actions : undefined,
    });
  }, [manageMembers, isAdministration, hasProblems, userId, members, some, onChoose]);
  const dialog = (
    <Suspense>
      {chosen && <ActionDialog {...chosen} group={group} onClose={() => setChosen(undefined)} />}
    </Suspense>
  );
  return { columns, dialog };
}

type Draw = (member: GroupMember) => ReactNode;

function columnsOf(
  hasProblems: boolean,
  { select, actions }: Record<"select" | "actions", Draw | undefined>,
): Column<GroupMember>[] {
  const columns: Column<GroupMember>[] = [
    {
      header: msg`Member`,
      sortKey: "name",
      isRowHeader: true,
      cell: (member) =>
        select ? (
          <span className="flex items-center gap-2">
            {select(member)}
            <MemberName member={member} />
          </span>
        ) : (
          <MemberName member={member} />
        ),
    },
    {
      header: msg`Role`,
      sortKey: "role",
      isSortedOneWay: true,
      cell: ({ role }) => <RoleChip groupRole={role} />,
    },
    ...(hasProblems
      ? [
          {
            header: msg`Requirements`,
            cell: (member: GroupMember) => <ProblemCell member={member} />,
          },
        ]
      : []),
    { header: msg`Joined`, sortKey: "joined", cell: ({ joinedAt }) => <JoinedAt at={joinedAt} /> },
  ];
  if (!actions) return columns;
  return columns.concat({
    header: msg`Actions`,
    align: "end",
    isHeaderHidden: true,
    cell: actions,
  });
}

type EndsBarProps = {
  group: Group;
  chosen: readonly GroupMember[];
  /** All members that are shown and may be chosen. */
  shown: readonly GroupMember[];
  onChoose: (members: readonly GroupMember[]) => void;
};

/** What to do with the chosen members. */
function EndsBar({ group, chosen, shown, onChoose }: EndsBarProps) {
  const keepRoom = useBarRoom();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section
      ref={keepRoom}
      aria-label={t`Selection`}
      className="sticky bottom-3 z-4 mx-auto my-3 flex w-[calc(100%-1.5rem)] max-w-160 flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line-control bg-overlay px-3 py-2 shadow-overlay"
    >
      <output className="font-medium tabular-nums">
        <Trans>{ph({ count: formatInteger(chosen.length) })} selected</Trans>
      </output>
      {chosen.length < shown.length && (
        <Button size="sm" variant="ghost" onClick={() => onChoose(shown)}>
          <Trans>Select all {ph({ count: formatInteger(shown.length) })} shown</Trans>
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={() => onChoose([])}>
        <Trans>Clear</Trans>
      </Button>
      <Button
        variant="primary"
        icon={<Icon name="clock" />}
        className="max-sm:w-full sm:ml-auto"
        onClick={() => setIsOpen(true)}
      >
        <Trans>Change ends...</Trans>
      </Button>
      <Suspense>
        {isOpen && (
          <SetEndDialog
            group={group}
            members={chosen}
            onClose={() => {
              setIsOpen(false);
              onChoose([]);
            }}
          />
        )}
      </Suspense>
    </section>
  );
}
