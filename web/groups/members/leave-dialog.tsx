import type { Group } from "#shared/groups/groups.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";

type LeaveDialogProps = { group: Group; onClose: () => void; onConfirm: () => void };

export default function LeaveDialog({ group, onClose, onConfirm }: LeaveDialogProps) {
  const wayBack =
    group.joinMode === "approval"
      ? "To come back, you have to request to join again."
      : "To come back, you need an invitation or an invite code.";
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title="Leave group"
      description={
        <>
          You will no longer be a member of <bdi className="wrap-anywhere">{group.name}</bdi>.{" "}
          {wayBack}
        </>
      }
      confirmLabel="Leave group"
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
