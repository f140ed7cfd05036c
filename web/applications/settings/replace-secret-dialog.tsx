import { t } from "#web/language/macros.ts";
import { replaceSecretMutation } from "#web/applications/queries.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog/use-confirmed-change.ts";

type ReplaceSecretDialogProps = { applicationId: string; onClose: () => void };

export default function ReplaceSecretDialog(props: ReplaceSecretDialogProps) {
  const { applicationId, onClose } = props;
  const dialog = useConfirmedChange(replaceSecretMutation, applicationId, {
    // The page shows the secret at its top.
    onDone: () => scrollTo({ top: 0 }),
    failed: t`Failed to replace the secret`,
    onClose,
  });
  return (
    <ConfirmDialog
      {...dialog}
      title={t`Make a new secret?`}
      description={t`The old one works for another day, so that you can enter the new one without an interruption.`}
      confirmLabel={t`Make a new secret`}
      busyLabel={t`Making...`}
    />
  );
}
