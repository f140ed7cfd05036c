import { Trans, ph, t } from "#web/language/macros.ts";
import type { MyInvitation } from "#shared/groups/invitations.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog/use-confirmed-change.ts";
import { blockMutation } from "./queries.ts";

type BlockDialogProps = { invitation: MyInvitation; onClose: () => void };

export default function BlockDialog({ invitation, onClose }: BlockDialogProps) {
  const { id, group } = invitation;
  const dialog = useConfirmedChange(blockMutation, id, {
    done: t`The group cannot invite you again`,
    failed: t`Failed to block the group`,
    onClose,
  });
  return (
    <ConfirmDialog
      {...dialog}
      title={t`Block invitations`}
      description={
        <>
          <Trans>
            The invitation to{" "}
            <bdi className="font-medium wrap-anywhere text-text-1">
              {ph({ groupName: group.name })}
            </bdi>{" "}
            is declined, and the group cannot invite you again until you allow it on this page. Its
            owner and admins see this when they try.
          </Trans>
        </>
      }
      confirmLabel={t`Decline and block`}
      busyLabel={t`Blocking...`}
    />
  );
}
