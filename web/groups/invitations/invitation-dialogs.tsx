import { Trans, ph, t, plural } from "#web/language/macros.ts";
import type { InviteCode, MyInvitation } from "#shared/groups/invitations.ts";
import { ConfirmDialog, useConfirmedChange } from "#web/ui/dialog.tsx";
import { blockMutation, declineAllMutation, revokeCodeMutation } from "./queries.ts";
import { useNavigate } from "react-router";
import { useAction } from "#web/lib/form/use-action.ts";
import { paths } from "#web/lib/paths.ts";
import { toast } from "#web/ui/feedback/toast.tsx";

type BlockDialogProps = { invitation: MyInvitation; onClose: () => void };

export function BlockDialog({ invitation, onClose }: BlockDialogProps) {
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
        <Trans>
          The invitation to{" "}
          <bdi className="font-medium wrap-anywhere text-text-1">
            {ph({ groupName: group.name })}
          </bdi>{" "}
          is declined, and the group cannot invite you again until you allow it on this page. Its
          owner and admins see this when they try.
        </Trans>
      }
      confirmLabel={t`Decline and block`}
      busyLabel={t`Blocking...`}
    />
  );
}

type DeclineAllDialogProps = { invitations: readonly MyInvitation[]; onClose: () => void };

export function DeclineAllDialog({ invitations, onClose }: DeclineAllDialogProps) {
  const navigate = useNavigate();
  const decline = useAction(declineAllMutation, t`Failed to decline the invitations`);
  const ids = invitations.map(({ id }) => id);
  return (
    <ConfirmDialog
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

type RevokeCodeDialogProps = { groupId: string; code: InviteCode; onClose: () => void };

export function RevokeCodeDialog({ groupId, code, onClose }: RevokeCodeDialogProps) {
  const dialog = useConfirmedChange(
    revokeCodeMutation,
    { groupId, id: code.id },
    { done: t`Invite code revoked`, failed: t`Failed to revoke the invite code`, onClose },
  );
  return (
    <ConfirmDialog
      {...dialog}
      isDangerous
      title={t`Revoke invite code`}
      description={
        code.code === null
          ? t`Pilots can no longer join with the code that cannot be decrypted. Pilots who joined with it stay members. This cannot be undone.`
          : t`Pilots can no longer join with the code ${ph({ code: code.code })}. Pilots who joined with it stay members. This cannot be undone.`
      }
      confirmLabel={t`Revoke`}
      busyLabel={t`Revoking...`}
    />
  );
}
