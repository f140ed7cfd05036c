import type { Group, GroupMember } from "#shared/groups.ts";
import { setAdminMutation } from "#web/groups/members/queries.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { useAction } from "#web/lib/use-action.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { toast } from "#web/ui/toast.tsx";

type SetAdminDialogProps = {
  group: Group;
  member: GroupMember;
  /** The new state. */
  isAdmin: boolean;
  onClose: () => void;
};

export default function SetAdminDialog({ group, member, isAdmin, onClose }: SetAdminDialogProps) {
  const setAdmin = useAction(setAdminMutation, "Failed to update admin status");
  const name = member.mainCharacterName ?? UNKNOWN_USER;
  const confirm = () =>
    setAdmin.act(
      { groupId: group.id, userId: member.userId, isAdmin },
      {
        onSuccess: () => {
          toast.success(
            isAdmin ? "User promoted to admin successfully!" : "Admin role removed successfully!",
          );
          onClose();
        },
      },
    );
  const groupName = <bdi className="wrap-anywhere">{group.name}</bdi>;
  return (
    <ConfirmDialog
      isOpen
      title={isAdmin ? "Make Admin" : "Remove Admin"}
      description={
        isAdmin ? (
          <>
            {name} will be able to approve join requests, invite pilots and remove members of{" "}
            {groupName}.
          </>
        ) : (
          <>
            {name} will stay a member of {groupName}, but no longer approve join requests, invite
            pilots or remove members.
          </>
        )
      }
      confirmLabel={isAdmin ? "Make Admin" : "Remove Admin"}
      busyLabel="Saving..."
      isBusy={setAdmin.isPending}
      error={setAdmin.failure}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
