import type { Group, GroupMember } from "#shared/groups.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { useAction } from "#web/lib/use-action.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { toast } from "#web/ui/toast.tsx";
import { transferOwnershipMutation } from "./queries.ts";

type TransferDialogProps = { group: Group; newOwner: GroupMember; onClose: () => void };

export default function TransferDialog({ group, newOwner, onClose }: TransferDialogProps) {
  const transfer = useAction(transferOwnershipMutation, "Failed to transfer ownership");
  const name = newOwner.mainCharacterName ?? UNKNOWN_USER;
  const formerOwner = group.isOwner ? "You become an admin" : "The current owner becomes an admin";
  const confirm = () =>
    transfer.act(
      { groupId: group.id, newOwnerId: newOwner.userId },
      {
        onSuccess: () => {
          toast.success("Ownership transferred successfully!");
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      isOpen
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
      isBusy={transfer.isPending}
      error={transfer.failure}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
