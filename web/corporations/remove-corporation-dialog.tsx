import type { Corporation } from "#shared/corporations.ts";
import { removeCorporationMutation } from "#web/corporations/corporation/queries.ts";
import { useAction } from "#web/lib/use-action.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { toast } from "#web/ui/toast.tsx";

type RemoveCorporationDialogProps = { corporation: Corporation; onClose: () => void };

export default function RemoveCorporationDialog(props: RemoveCorporationDialogProps) {
  const { corporation, onClose } = props;
  const { corporationId, name, ticker } = corporation;
  const remove = useAction(removeCorporationMutation, "Failed to remove corporation");
  const confirm = () =>
    remove.act(corporationId, {
      onSuccess: () => {
        toast.success("Corporation removed successfully!");
        onClose();
      },
    });
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title="Remove Corporation"
      description={
        <>
          {name} [{ticker}], its directors and all data fetched for it will be deleted from Muster.
          Its players keep their accounts and groups. This cannot be undone.
        </>
      }
      confirmLabel="Remove Corporation"
      busyLabel="Removing..."
      isBusy={remove.isPending}
      error={remove.failure}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
