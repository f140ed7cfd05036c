import { useMutation } from "@tanstack/react-query";
import type { InviteCode } from "#shared/invitations.ts";
import { messageOf } from "#web/lib/api-error.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { toast } from "#web/ui/toast.tsx";
import { revokeCodeMutation } from "./queries.ts";

type RevokeCodeDialogProps = { groupId: string; code: InviteCode; onClose: () => void };

export default function RevokeCodeDialog({ groupId, code, onClose }: RevokeCodeDialogProps) {
  const revoke = useMutation(revokeCodeMutation);
  const confirm = () =>
    revoke.mutate(
      { groupId, id: code.id },
      {
        onSuccess: () => {
          toast.success("Invite code revoked");
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title="Revoke Invite Code"
      description={`The code ${code.code} can no longer be used to join. Pilots who have joined with it stay members.`}
      confirmLabel="Revoke"
      busyLabel="Revoking..."
      isBusy={revoke.isPending}
      error={
        revoke.isError ? messageOf(revoke.error, "Failed to revoke the invite code") : undefined
      }
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
