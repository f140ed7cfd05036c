import { useMutation } from "@tanstack/react-query";
import type { GroupMember } from "#shared/groups.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { toast } from "#web/ui/toast.tsx";
import { UNKNOWN_USER } from "./labels.ts";
import { removeMemberMutation } from "./queries.ts";

type RemoveDialogProps = { groupId: string; member: GroupMember; onClose: () => void };

export default function RemoveDialog({ groupId, member, onClose }: RemoveDialogProps) {
  const remove = useMutation(removeMemberMutation);
  const confirm = () =>
    remove.mutate(
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
      description={`${member.mainCharacterName ?? UNKNOWN_USER} will no longer be a member of this group, and can come back only as anybody else joins it.`}
      confirmLabel="Remove"
      busyLabel="Removing..."
      isBusy={remove.isPending}
      error={remove.isError ? messageOf(remove.error, "Failed to remove member") : undefined}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
