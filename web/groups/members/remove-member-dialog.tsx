import type { GroupMember } from "#shared/groups/groups.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog/use-confirmed-change.ts";
import { removeMemberMutation } from "./queries.ts";

type RemoveMemberDialogProps = { groupId: string; member: GroupMember; onClose: () => void };

export default function RemoveMemberDialog(props: RemoveMemberDialogProps) {
  const { groupId, member, onClose } = props;
  const dialog = useConfirmedChange(
    removeMemberMutation,
    { groupId, userId: member.userId },
    { done: "Member removed successfully!", failed: "Failed to remove member", onClose },
  );
  return (
    <ConfirmDialog
      {...dialog}
      isDangerous
      title="Remove Member"
      description={`${member.mainCharacterName ?? UNKNOWN_USER} will no longer be a member of this group. To come back, they have to join it again.`}
      confirmLabel="Remove"
      busyLabel="Removing..."
    />
  );
}
