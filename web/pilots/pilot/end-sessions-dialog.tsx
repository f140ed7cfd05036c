import { endSessionsMutation } from "#web/pilots/queries.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog/use-confirmed-change.ts";

type EndSessionsDialogProps = { userId: string; name: string; onClose: () => void };

export default function EndSessionsDialog({ userId, name, onClose }: EndSessionsDialogProps) {
  const dialog = useConfirmedChange(endSessionsMutation, userId, {
    done: `All sessions of ${name} ended`,
    failed: "Failed to end the sessions",
    onClose,
  });
  return (
    <ConfirmDialog
      {...dialog}
      isDangerous
      title={`End all sessions of ${name}?`}
      description="Every browser is signed out now. The pilot can sign in again at EVE."
      confirmLabel="End sessions"
      busyLabel="Ending..."
    />
  );
}
