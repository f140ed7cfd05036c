import { ph, t } from "#web/language/macros.ts";
import type { InviteCode } from "#shared/groups/invitations.ts";
import { ConfirmDialog, useConfirmedChange } from "#web/ui/dialog.tsx";
import { revokeCodeMutation } from "./queries.ts";

type RevokeCodeDialogProps = { groupId: string; code: InviteCode; onClose: () => void };

export default function RevokeCodeDialog({ groupId, code, onClose }: RevokeCodeDialogProps) {
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
