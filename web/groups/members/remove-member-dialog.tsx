import type { Group, GroupMember } from "#shared/groups/groups.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog/use-confirmed-change.ts";
import { removeMemberMutation } from "./queries.ts";

type RemoveMemberDialogProps = { group: Group; member: GroupMember; onClose: () => void };

export default function RemoveMemberDialog(props: RemoveMemberDialogProps) {
  const { group, member, onClose } = props;
  const dialog = useConfirmedChange(
    removeMemberMutation,
    { groupId: group.id, userId: member.userId },
    { done: "Member removed successfully!", failed: "Failed to remove member", onClose },
  );
  return (
    <ConfirmDialog
      {...dialog}
      isDangerous
      title="Remove member"
      description={
        <>
          <bdi>{member.mainCharacterName ?? UNKNOWN_USER}</bdi> will no longer be a member of{" "}
          <bdi className="wrap-anywhere">{group.name}</bdi>, and can come back only by joining
          again.
        </>
      }
      confirmLabel="Remove"
      busyLabel="Removing..."
    />
  );
}
