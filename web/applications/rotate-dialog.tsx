import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog/use-confirmed-change.ts";
import { rotateKeysMutation } from "./queries.ts";

export default function RotateDialog({ onClose }: { onClose: () => void }) {
  const dialog = useConfirmedChange(rotateKeysMutation, undefined, {
    done: "New signing key made",
    failed: "Failed to rotate the keys",
    onClose,
  });
  return (
    <ConfirmDialog
      {...dialog}
      title="Rotate the signing keys?"
      description="New tokens are signed with the other key. The present one stays valid until the next rotation, so that applications notice nothing."
      confirmLabel="Rotate the keys"
      busyLabel="Rotating..."
    />
  );
}
