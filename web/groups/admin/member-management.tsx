import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import type { Group, GroupMember } from "#shared/groups/groups.ts";
import { RoleChip } from "#web/groups/group/group-chips.tsx";
import { Joined, MemberName } from "#web/groups/members/member-cells.tsx";
import { membersQuery } from "#web/groups/members/queries.ts";
import { itemsOf, totalOf } from "#web/lib/api/pages.ts";
import { useSession } from "#web/lib/api/session.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { LoadFailed, LoadMore } from "#web/ui/feedback/list-states.tsx";
import { RowsSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Table } from "#web/ui/table.tsx";
import type { Column } from "#web/ui/table.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";

const RemoveDialog = lazy(() => import("#web/groups/members/remove-member-dialog.tsx"));
const TransferDialog = lazy(() => import("#web/groups/members/transfer-dialog.tsx"));
const SuspendDialog = lazy(() => import("#web/eve/suspension/suspend-dialog.tsx"));
const LiftDialog = lazy(() => import("#web/eve/suspension/lift-dialog.tsx"));
const SetAdminDialog = lazy(() => import("./set-admin-dialog.tsx"));

type Action = "makeOwner" | "makeAdmin" | "removeAdmin" | "remove" | "suspend" | "lift";
type Confirmation = { action: Action; member: GroupMember };

/** Members with the actions that `can` of each row allows. */
export function MemberManagement({ group }: { group: Group }) {
  const list = useInfiniteQuery(membersQuery(group.id));
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const members = itemsOf(list.data);
  const columns = useMemo(() => columnsOf(setConfirmation), []);
  return (
    <Card isFlush title="Member Management" className="min-w-0">
      {list.isPending ? (
        <RowsSkeleton label="Loading members" />
      ) : !list.data ? (
        <LoadFailed title="The members could not be loaded" onRetry={list.refetch} />
      ) : (
        <Table
          isCompact
          caption="Members"
          columns={columns}
          rows={members}
          rowKey={({ id }) => id}
        />
      )}
      <LoadMore list={list} shown={members.length} total={totalOf(list.data)} />
      <Suspense>
        {confirmation && (
          <ActionDialog
            {...confirmation}
            group={group}
            onClose={() => setConfirmation(undefined)}
          />
        )}
      </Suspense>
    </Card>
  );
}

function ActionDialog({
  action,
  member,
  ...props
}: Confirmation & { group: Group; onClose: () => void }) {
  const { onClose } = props;
  const user = { userId: member.userId, name: member.mainCharacterName ?? UNKNOWN_USER };
  switch (action) {
    case "makeOwner":
      return <TransferDialog {...props} newOwner={member} />;
    case "makeAdmin":
    case "removeAdmin":
      return <SetAdminDialog {...props} member={member} isAdmin={action === "makeAdmin"} />;
    case "remove":
      return <RemoveDialog groupId={props.group.id} member={member} onClose={onClose} />;
    case "suspend":
      return <SuspendDialog {...user} onClose={onClose} />;
    case "lift":
      return <LiftDialog {...user} onClose={onClose} />;
  }
}

function columnsOf(onConfirm: (confirmation: Confirmation) => void): Column<GroupMember>[] {
  return [
    { header: "Member", isRowHeader: true, cell: (member) => <MemberName member={member} /> },
    { header: "Role", cell: ({ role }) => <RoleChip groupRole={role} /> },
    { header: "Joined", cell: ({ joinedAt }) => <Joined at={joinedAt} /> },
    {
      header: "Actions",
      align: "end",
      isHeaderHidden: true,
      cell: (member) => (
        <Actions member={member} onAction={(action) => onConfirm({ action, member })} />
      ),
    },
  ];
}

function Actions({
  member,
  onAction,
}: {
  member: GroupMember;
  onAction: (action: Action) => void;
}) {
  const { can, role, suspension } = member;
  const isSelf = useSession().user?.id === member.userId;
  const target = <VisuallyHidden> {member.mainCharacterName ?? UNKNOWN_USER}</VisuallyHidden>;
  return (
    <div className="flex flex-wrap gap-2 max-md:pt-1.5 md:justify-end">
      {can.makeOwner && (
        <Button size="sm" onClick={() => onAction("makeOwner")}>
          Make Owner{target}
        </Button>
      )}
      {can.makeAdmin && (
        <Button size="sm" onClick={() => onAction("makeAdmin")}>
          Make Admin{target}
        </Button>
      )}
      {can.removeAdmin && (
        <Button size="sm" onClick={() => onAction("removeAdmin")}>
          Remove Admin{target}
        </Button>
      )}
      <Button
        size="sm"
        variant="danger"
        isDisabled={!can.remove}
        {...(role === "owner" && { title: "Make another member the owner first" })}
        onClick={() => onAction("remove")}
      >
        Remove{target}
      </Button>
      {!isSelf && (
        <Button
          size="sm"
          variant="ghost"
          icon={<Icon name="lock" />}
          onClick={() => onAction(suspension ? "lift" : "suspend")}
        >
          {suspension ? "Lift suspension" : "Suspend"}
          {suspension && <VisuallyHidden> of</VisuallyHidden>}
          {target}
        </Button>
      )}
    </div>
  );
}
