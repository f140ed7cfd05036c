import { t } from "#web/language/macros.ts";
import type { Corporation } from "#shared/corporations/corporations.ts";
import { removeCorporationMutation } from "./queries.ts";
import { ConsequencesOf } from "#web/consequences/consequences-of.tsx";
import { DeleteDialog } from "#web/ui/delete-dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog.tsx";

type RemoveCorporationDialogProps = { corporation: Corporation; onClose: () => void };

export default function RemoveCorporationDialog(props: RemoveCorporationDialogProps) {
  const { corporation, onClose } = props;
  const { corporationId, name, ticker } = corporation;
  const dialog = useConfirmedChange(removeCorporationMutation, corporationId, {
    done: t`Corporation removed successfully!`,
    failed: t`Failed to remove corporation`,
    onClose,
  });
  return (
    <DeleteDialog
      {...dialog}
      title={t`Remove Corporation`}
      description={`${name} [${ticker}]`}
      what="corporation"
      name={ticker}
      busyLabel={t`Removing...`}
    >
      <ConsequencesOf act="corporation" id={String(corporationId)} onLeave={onClose} />
    </DeleteDialog>
  );
}
