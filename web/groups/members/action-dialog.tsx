import { say } from "#web/language/messages.ts";
import { lazy } from "react";
import type { Group, GroupMember } from "#shared/groups/groups.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import type { MemberAction } from "./member-actions.tsx";
import RemoveDialog from "./remove-member-dialog.tsx";
import { SetAdminDialog } from "./set-admin-dialog.tsx";
import TransferDialog from "./transfer-dialog.tsx";

const SetEndDialog = lazy(() => import("#web/groups/members/ends/set-end-dialog.tsx"));
const SuspendDialog = lazy(() => import("#web/suspension/suspend-dialog.tsx"));
const LiftDialog = lazy(() => import("#web/suspension/lift-dialog.tsx"));

type ActionDialogProps = {
  action: MemberAction;
  member: GroupMember;
  group: Group;
  onClose: () => void;
};

/** Every action on a member is confirmed. */
export default function ActionDialog({ action, member, group, onClose }: ActionDialogProps) {
  const user = { userId: member.userId, name: member.mainCharacterName ?? say(UNKNOWN_USER) };
  switch (action) {
    case "makeOwner":
      return <TransferDialog group={group} newOwner={member} onClose={onClose} />;
    case "makeAdmin":
    case "removeAdmin":
      return (
        <SetAdminDialog
          group={group}
          member={member}
          isAdmin={action === "makeAdmin"}
          onClose={onClose}
        />
      );
    case "setEnd":
      return <SetEndDialog group={group} members={[member]} onClose={onClose} />;
    case "remove":
      return <RemoveDialog group={group} member={member} onClose={onClose} />;
    case "suspend":
      return <SuspendDialog {...user} onClose={onClose} />;
    case "lift":
      return <LiftDialog {...user} onClose={onClose} />;
  }
}
