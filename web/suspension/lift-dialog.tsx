import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog/use-confirmed-change.ts";
import { liftMutation } from "./queries.ts";

type LiftDialogProps = { userId: string; name: string; onClose: () => void };

export default function LiftDialog({ userId, name, onClose }: LiftDialogProps) {
  const dialog = useConfirmedChange(liftMutation, userId, {
    done: `The suspension of ${name} is lifted`,
    failed: "Failed to lift the suspension",
    onClose,
  });
  return (
    <ConfirmDialog
      {...dialog}
      title={`Lift the suspension of ${name}?`}
      description="The user can sign in again at once, and the memberships take effect again."
      confirmLabel="Lift suspension"
      busyLabel="Lifting..."
    />
  );
}
