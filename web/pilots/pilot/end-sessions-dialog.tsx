import { t } from "#web/language/macros.ts";
import { endSessionsMutation } from "#web/pilots/queries.ts";
import { ConfirmDialog, useConfirmedChange } from "#web/ui/dialog.tsx";

type EndSessionsDialogProps = { userId: string; name: string; onClose: () => void };

export default function EndSessionsDialog({ userId, name, onClose }: EndSessionsDialogProps) {
  const dialog = useConfirmedChange(endSessionsMutation, userId, {
    done: t`All sessions of ${name} ended`,
    failed: t`Failed to end the sessions`,
    onClose,
  });
  return (
    <ConfirmDialog
      {...dialog}
      isDangerous
      title={t`End all sessions of ${name}?`}
      description={t`Every browser is signed out now. The pilot can sign in again at EVE.`}
      confirmLabel={t`End sessions`}
      busyLabel={t`Ending...`}
    />
  );
}
