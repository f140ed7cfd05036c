import type { InviteCode } from "#shared/groups/invitations.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog/use-confirmed-change.ts";
import { labelOf } from "./code-label.ts";
import { revokeCodeMutation } from "./queries.ts";

type RevokeCodeDialogProps = { groupId: string; code: InviteCode; onClose: () => void };

export default function RevokeCodeDialog({ groupId, code, onClose }: RevokeCodeDialogProps) {
  const dialog = useConfirmedChange(
    revokeCodeMutation,
    { groupId, id: code.id },
    { done: "Invite code revoked", failed: "Failed to revoke the invite code", onClose },
  );
  return (
    <ConfirmDialog
      {...dialog}
      isDangerous
      title="Revoke invite code"
      description={`Pilots can no longer join with ${labelOf(code)}. Pilots who joined with it stay members. This cannot be undone.`}
      confirmLabel="Revoke"
      busyLabel="Revoking..."
    />
  );
}
