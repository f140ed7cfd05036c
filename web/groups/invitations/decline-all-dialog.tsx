import { plural, t } from "#web/language/macros.ts";
import { useNavigate } from "react-router";
import type { MyInvitation } from "#shared/groups/invitations.ts";
import { useAction } from "#web/lib/form/use-action.ts";
import { paths } from "#web/lib/paths.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { declineAllMutation } from "./queries.ts";

type DeclineAllDialogProps = { invitations: readonly MyInvitation[]; onClose: () => void };

export default function DeclineAllDialog({ invitations, onClose }: DeclineAllDialogProps) {
  const navigate = useNavigate();
  const decline = useAction(declineAllMutation, t`Failed to decline the invitations`);
  const ids = invitations.map(({ id }) => id);
  return (
    <ConfirmDialog
      isOpen
      title={plural(
        { count: ids.length },
        { one: "Decline # invitation?", other: "Decline # invitations?" },
      )}
      description={t`The groups can invite you again.`}
      confirmLabel={t`Decline all`}
      busyLabel={t`Declining...`}
      isBusy={decline.isPending}
      error={decline.failure}
      onConfirm={() =>
        decline.act(ids, {
          onSuccess: ({ declined }) => {
            toast.success(
              plural(declined, {
                one: "# invitation declined",
                other: "# invitations declined",
              }),
            );
            onClose();
            void navigate(paths.myGroups);
          },
        })
      }
      onClose={onClose}
    />
  );
}
