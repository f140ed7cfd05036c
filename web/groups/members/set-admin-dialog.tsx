import type { Group, GroupMember } from "#shared/groups/groups.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog/use-confirmed-change.ts";
import { setAdminMutation } from "./queries.ts";

type SetAdminDialogProps = {
  group: Group;
  member: GroupMember;
  /** The new state. */
  isAdmin: boolean;
  onClose: () => void;
};

export function SetAdminDialog({ group, member, isAdmin, onClose }: SetAdminDialogProps) {
  const dialog = useConfirmedChange(
    setAdminMutation,
    { groupId: group.id, userId: member.userId, isAdmin },
    {
      done: isAdmin ? "User promoted to admin successfully!" : "Admin role removed successfully!",
      failed: "Failed to update admin status",
      onClose,
    },
  );
  const name = <bdi>{member.mainCharacterName ?? UNKNOWN_USER}</bdi>;
  const groupName = <bdi className="wrap-anywhere">{group.name}</bdi>;
  return (
    <ConfirmDialog
      {...dialog}
      title={isAdmin ? "Make Admin" : "Remove Admin"}
      description={
        isAdmin ? (
          <>
            {name} will be able to approve join requests, invite pilots and remove members of{" "}
            {groupName}. You can undo this at any time.
          </>
        ) : (
          <>
            {name} stays a member of {groupName}, but can no longer approve join requests, invite
            pilots or remove members. You can undo this at any time.
          </>
        )
      }
      confirmLabel={isAdmin ? "Make Admin" : "Remove Admin"}
      busyLabel="Saving..."
    />
  );
}
