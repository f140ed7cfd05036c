import type { GroupMember } from "#shared/groups.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { useAction } from "#web/lib/use-action.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { toast } from "#web/ui/toast.tsx";
import { removeMemberMutation } from "./queries.ts";

type RemoveDialogProps = { groupId: string; member: GroupMember; onClose: () => void };

export default function RemoveDialog({ groupId, member, onClose }: RemoveDialogProps) {
  const remove = useAction(removeMemberMutation, "Failed to remove member");
  const confirm = () =>
    remove.act(
      { groupId, userId: member.userId },
      {
        onSuccess: () => {
          toast.success("Member removed successfully!");
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title="Remove Member"
      description={`${member.mainCharacterName ?? UNKNOWN_USER} will no longer be a member of this group. To come back, they have to join it again.`}
      confirmLabel="Remove"
      busyLabel="Removing..."
      isBusy={remove.isPending}
      error={remove.failure}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
