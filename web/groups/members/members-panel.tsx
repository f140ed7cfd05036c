import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import type { GroupMember } from "#shared/groups/groups.ts";
import { RoleChip } from "#web/groups/group/group-chips.tsx";
import { itemsOf, totalOf } from "#web/lib/api/pages.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Table } from "#web/ui/table.tsx";
import type { Column } from "#web/ui/table.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import { Joined, MemberName } from "./member-cells.tsx";
import { membersQuery } from "./queries.ts";
import { useSetAdmin } from "./use-set-admin.ts";

const RemoveDialog = lazy(() => import("./remove-member-dialog.tsx"));

type Props = { groupId: string; memberCount: number };

/** Members with the actions that `can` of each row allows. */
export function MembersPanel({ groupId, memberCount }: Props) {
  const list = useInfiniteQuery(membersQuery(groupId));
  const { setAdmin, failure } = useSetAdmin(groupId);
  const [removed, setRemoved] = useState<GroupMember>();
  const members = itemsOf(list.data);
  const hasActions = members.some(({ can }) => can.makeAdmin || can.removeAdmin || can.remove);
  const columns = useMemo(
    () => columnsOf(hasActions, setAdmin, setRemoved),
    [hasActions, setAdmin],
  );
  if (list.isPending) return <RowsSkeleton label="Loading members" rows={memberCount} />;
  if (!list.data)
    return <LoadFailed title="The members could not be loaded" onRetry={list.refetch} />;

  return (
    <>
      {failure !== undefined && (
        <div className="p-4 pb-2">
          <Alert tone="danger">{failure}</Alert>
        </div>
      )}
      <Table isCompact caption="Members" columns={columns} rows={members} rowKey={({ id }) => id} />
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
  hasActions: boolean,
  onSetAdmin: (member: GroupMember, isAdmin: boolean) => void,
  onRemove: (member: GroupMember) => void,
): Column<GroupMember>[] {
  const columns: Column<GroupMember>[] = [
    { header: "Member", isRowHeader: true, cell: (member) => <MemberName member={member} /> },
    { header: "Role", cell: ({ role }) => <RoleChip groupRole={role} /> },
    { header: "Joined", cell: ({ joinedAt }) => <Joined at={joinedAt} /> },
  ];
  if (!hasActions) return columns;
  return columns.concat({
    header: "Actions",
    align: "end",
    isHeaderHidden: true,
    cell: (member) => <Actions member={member} onSetAdmin={onSetAdmin} onRemove={onRemove} />,
  });
}

type ActionsProps = {
  member: GroupMember;
  onSetAdmin: (member: GroupMember, isAdmin: boolean) => void;
  onRemove: (member: GroupMember) => void;
};

function Actions({ member, onSetAdmin, onRemove }: ActionsProps) {
  const { can, mainCharacterName } = member;
  if (!can.makeAdmin && !can.removeAdmin && !can.remove) return null;
  const target = <VisuallyHidden> {mainCharacterName ?? UNKNOWN_USER}</VisuallyHidden>;
  return (
    <div className="flex gap-2 max-sm:pt-1.5 md:justify-end">
      {can.makeAdmin && (
        <Button size="sm" onClick={() => onSetAdmin(member, true)}>
          Make Admin{target}
        </Button>
      )}
      {can.removeAdmin && (
        <Button size="sm" onClick={() => onSetAdmin(member, false)}>
          Remove Admin{target}
        </Button>
      )}
      {can.remove && (
        <Button size="sm" variant="danger" onClick={() => onRemove(member)}>
          Remove{target}
        </Button>
      )}
    </div>
  );
}
