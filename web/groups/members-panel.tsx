import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import type { GroupMember } from "#shared/groups.ts";
import { Portrait } from "#web/eve/portrait.tsx";
import { itemsOf, totalOf } from "#web/lib/pages.ts";
import { paths } from "#web/lib/paths.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { LoadFailed, LoadMore } from "#web/ui/list-states.tsx";
import { Table } from "#web/ui/table.tsx";
import type { Column } from "#web/ui/table.tsx";
import { DateOnly } from "#web/ui/time.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { RoleChip } from "#web/group-parts/group-chips.tsx";
import { UNKNOWN_USER } from "#web/group-parts/labels.ts";
import { RowsSkeleton } from "#web/group-parts/rows-skeleton.tsx";
import { membersQuery } from "#web/group-parts/queries.ts";
import { useSetAdmin } from "./use-set-admin.ts";

const RemoveDialog = lazy(() => import("#web/group-parts/remove-dialog.tsx"));

/** Who is in the group. What may be done with each, the server says row by row. */
export function MembersPanel({ groupId }: { groupId: string }) {
  const list = useInfiniteQuery(membersQuery(groupId));
  const { setAdmin, failure } = useSetAdmin(groupId);
  const [removed, setRemoved] = useState<GroupMember>();
  const members = itemsOf(list.data);
  if (list.isPending) return <RowsSkeleton label="Loading members" />;
  if (!list.data)
    return <LoadFailed title="The members could not be loaded" onRetry={list.refetch} />;

  return (
    <>
      {failure !== undefined && (
        <div className="p-4 pb-2">
          <Alert tone="danger">{failure}</Alert>
        </div>
      )}
      <Table
        isCompact
        caption="Members"
        columns={columnsOf(members, setAdmin, setRemoved)}
        rows={members}
        rowKey={({ id }) => id}
      />
      <LoadMore list={list} shown={members.length} total={totalOf(list.data)} />
      <Suspense>
        {removed && (
          <RemoveDialog groupId={groupId} member={removed} onClose={() => setRemoved(undefined)} />
        )}
      </Suspense>
    </>
  );
}

function columnsOf(
  members: readonly GroupMember[],
  onSetAdmin: (member: GroupMember, isAdmin: boolean) => void,
  onRemove: (member: GroupMember) => void,
): Column<GroupMember>[] {
  const columns: Column<GroupMember>[] = [
    { header: "Member", isRowHeader: true, cell: (member) => <Name member={member} /> },
    { header: "Role", cell: ({ role }) => <RoleChip groupRole={role} /> },
    { header: "Joined", cell: ({ joinedAt }) => <Joined at={joinedAt} /> },
  ];
  if (!members.some(({ can }) => can.makeAdmin || can.removeAdmin || can.remove)) return columns;
  return columns.concat({
    header: "Actions",
    align: "end",
    isHeaderHidden: true,
    cell: (member) => <Actions member={member} onSetAdmin={onSetAdmin} onRemove={onRemove} />,
  });
}

function Name({ member: { mainCharacterId, mainCharacterName } }: { member: GroupMember }) {
  if (mainCharacterId === null) return <span className="py-1 text-text-2">{UNKNOWN_USER}</span>;
  return (
    <span className="flex min-w-0 items-center gap-2.5 py-1 font-medium">
      <Portrait characterId={mainCharacterId} size={32} />
      <Link to={paths.character(mainCharacterId)} className="min-w-0 wrap-anywhere hover:underline">
        {mainCharacterName ?? UNKNOWN_USER}
      </Link>
    </span>
  );
}

function Joined({ at }: { at: string }) {
  return (
    <span className="whitespace-nowrap text-text-2">
      <span className="md:hidden">Joined </span>
      <DateOnly at={at} />
    </span>
  );
}

type ActionsProps = {
  member: GroupMember;
  onSetAdmin: (member: GroupMember, isAdmin: boolean) => void;
  onRemove: (member: GroupMember) => void;
};

function Actions({ member, onSetAdmin, onRemove }: ActionsProps) {
  const { can, mainCharacterName } = member;
  if (!can.makeAdmin && !can.removeAdmin && !can.remove) return null;
  const whom = <VisuallyHidden> {mainCharacterName ?? UNKNOWN_USER}</VisuallyHidden>;
  return (
    <div className="flex gap-2 max-md:pt-1.5 md:justify-end">
      {can.makeAdmin && (
        <Button size="sm" onClick={() => onSetAdmin(member, true)}>
          Make Admin{whom}
        </Button>
      )}
      {can.removeAdmin && (
        <Button size="sm" onClick={() => onSetAdmin(member, false)}>
          Remove Admin{whom}
        </Button>
      )}
      {can.remove && (
        <Button size="sm" variant="danger" onClick={() => onRemove(member)}>
          Remove{whom}
        </Button>
      )}
    </div>
  );
}
