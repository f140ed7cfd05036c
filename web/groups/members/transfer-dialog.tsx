import type { Group, GroupMember } from "#shared/groups/groups.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog/use-confirmed-change.ts";
import { transferOwnershipMutation } from "./queries.ts";

type TransferDialogProps = { group: Group; newOwner: GroupMember; onClose: () => void };

export default function TransferDialog({ group, newOwner, onClose }: TransferDialogProps) {
  const dialog = useConfirmedChange(
    transferOwnershipMutation,
    { groupId: group.id, newOwnerId: newOwner.userId },
    {
      done: "Ownership transferred successfully!",
      failed: "Failed to transfer ownership",
      onClose,
    },
  );
  const name = <bdi>{newOwner.mainCharacterName ?? UNKNOWN_USER}</bdi>;
  const formerOwner = group.isOwner ? "You become an admin" : "The current owner becomes an admin";
  return (
    <ConfirmDialog
      {...dialog}
      isDangerous
      title="Transfer Ownership"
      description={
        <>
          {name} becomes the owner of <bdi className="wrap-anywhere">{group.name}</bdi>.{" "}
          {formerOwner}. This cannot be undone unless the new owner transfers it back.
        </>
      }
      confirmLabel="Transfer Ownership"
      busyLabel="Transferring..."
    />
  );
}
