import type { MyInvitation } from "#shared/groups/invitations.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog/use-confirmed-change.ts";
import { blockMutation } from "./queries.ts";

type BlockDialogProps = { invitation: MyInvitation; onClose: () => void };

export default function BlockDialog({ invitation, onClose }: BlockDialogProps) {
  const { id, group } = invitation;
  const dialog = useConfirmedChange(blockMutation, id, {
    done: "The group cannot invite you again",
    failed: "Failed to block the group",
    onClose,
  });
  return (
    <ConfirmDialog
      {...dialog}
      title="Block invitations"
      description={
        <>
          The invitation to{" "}
          <bdi className="font-medium wrap-anywhere text-text-1">{group.name}</bdi> is declined, and
          the group cannot invite you again until you allow it on this page. Its owner and admins
          see this when they try.
        </>
      }
      confirmLabel="Decline and block"
      busyLabel="Blocking..."
    />
  );
}
