import { t } from "#web/language/macros.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog/use-confirmed-change.ts";
import { liftMutation } from "./queries.ts";

type LiftDialogProps = { userId: string; name: string; onClose: () => void };

export default function LiftDialog({ userId, name, onClose }: LiftDialogProps) {
  const dialog = useConfirmedChange(liftMutation, userId, {
    done: t`The suspension of ${name} is lifted`,
    failed: t`Failed to lift the suspension`,
    onClose,
  });
  return (
    <ConfirmDialog
      {...dialog}
      title={t`Lift the suspension of ${name}?`}
      description={t`The user can sign in again at once, and the memberships take effect again.`}
      confirmLabel={t`Lift suspension`}
      busyLabel={t`Lifting...`}
    />
  );
}
