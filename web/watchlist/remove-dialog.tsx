import { t } from "#web/language/macros.ts";
import type { WatchEntry } from "#shared/watchlist.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { useConfirmedChange } from "#web/ui/dialog/use-confirmed-change.ts";
import { removeEntryMutation } from "./queries.ts";

type RemoveDialogProps = { entry: WatchEntry; onClose: () => void };

export default function RemoveDialog({ entry: { id, name }, onClose }: RemoveDialogProps) {
  const dialog = useConfirmedChange(removeEntryMutation, id, {
    done: t`${name} is no longer on the watchlist`,
    failed: t`Failed to remove the entry`,
    onClose,
  });
  return (
    <ConfirmDialog
      {...dialog}
      isDangerous
      title={t`Remove ${name} from the watchlist?`}
      description={t`The reason and the hits are deleted.`}
      confirmLabel={t`Remove`}
      busyLabel={t`Removing...`}
    />
  );
}
