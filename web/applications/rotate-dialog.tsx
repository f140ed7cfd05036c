import { t } from "#web/language/macros.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog/use-confirmed-change.ts";
import { rotateKeysMutation } from "./queries.ts";

export default function RotateDialog({ onClose }: { onClose: () => void }) {
  const dialog = useConfirmedChange(rotateKeysMutation, undefined, {
    done: t`New signing key made`,
    failed: t`Failed to rotate the keys`,
    onClose,
  });
  return (
    <ConfirmDialog
      {...dialog}
      title={t`Rotate the signing keys?`}
      description={t`New tokens are signed with the other key. The present one stays valid until the next rotation, so that applications notice nothing.`}
      confirmLabel={t`Rotate the keys`}
      busyLabel={t`Rotating...`}
    />
  );
}
