import { useNavigate } from "react-router";
import type { MyInvitation } from "#shared/groups/invitations.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { formatCount } from "#web/lib/format.ts";
import { paths } from "#web/lib/paths.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { declineAllMutation } from "./queries.ts";

type DeclineAllDialogProps = { invitations: readonly MyInvitation[]; onClose: () => void };

export default function DeclineAllDialog({ invitations, onClose }: DeclineAllDialogProps) {
  const navigate = useNavigate();
  const decline = useAction(declineAllMutation, "Failed to decline the invitations");
  const ids = invitations.map(({ id }) => id);
  return (
    <ConfirmDialog
      isOpen
      title={`Decline ${formatCount(ids.length, "invitation")}?`}
      description="The groups can invite you again."
      confirmLabel="Decline all"
      busyLabel="Declining..."
      isBusy={decline.isPending}
      error={decline.failure}
      onConfirm={() =>
        decline.act(ids, {
          onSuccess: ({ declined }) => {
            toast.success(`${formatCount(declined, "invitation")} declined`);
            onClose();
            void navigate(paths.myGroups);
          },
        })
      }
      onClose={onClose}
    />
  );
}
