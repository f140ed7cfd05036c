import type { Corporation } from "#shared/corporations/corporations.ts";
import { removeCorporationMutation } from "#web/corporations/corporation/queries.ts";
import { DeleteDialog } from "#web/ui/dialog/delete-dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog/use-confirmed-change.ts";

type RemoveCorporationDialogProps = { corporation: Corporation; onClose: () => void };

export default function RemoveCorporationDialog(props: RemoveCorporationDialogProps) {
  const { corporation, onClose } = props;
  const { corporationId, name, ticker } = corporation;
  const dialog = useConfirmedChange(removeCorporationMutation, corporationId, {
    done: "Corporation removed successfully!",
    failed: "Failed to remove corporation",
    onClose,
  });
  return (
    <DeleteDialog
      {...dialog}
      title="Remove Corporation"
      description={
        <>
          {name} [{ticker}], its directors and all data fetched for it will be deleted from Muster.
          Its players keep their accounts and groups. This cannot be undone.
        </>
      }
      what="corporation"
      part="ticker"
      name={ticker}
      busyLabel="Removing..."
    />
  );
}
