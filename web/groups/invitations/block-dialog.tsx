import type { MyInvitation } from "#shared/invitations.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { blockMutation } from "./queries.ts";

type BlockDialogProps = { invitation: MyInvitation; onClose: () => void };

export default function BlockDialog({ invitation, onClose }: BlockDialogProps) {
  const block = useAction(blockMutation, "Failed to block the group");
  const { id, group } = invitation;
  return (
    <ConfirmDialog
      isOpen
      title="Block Invitations"
      description={
        <>
          The invitation of{" "}
          <bdi className="font-medium wrap-anywhere text-text-1">{group.name}</bdi> is declined, and
          the group cannot invite you again until you allow it on this page. Its managers learn that
          you take no invitations from it when they try.
        </>
      }
      confirmLabel="Decline and Block"
      busyLabel="Blocking..."
      isBusy={block.isPending}
      error={block.failure}
      onConfirm={() =>
        block.act(id, {
          onSuccess: () => {
            toast.success("The group cannot invite you again");
            onClose();
          },
        })
      }
      onClose={onClose}
    />
  );
}
