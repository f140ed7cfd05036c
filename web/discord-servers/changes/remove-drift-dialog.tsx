import type { DriftItem } from "#shared/discord/servers.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";

type RemoveDriftDialogProps = {
  items: readonly DriftItem[];
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before roles are removed that somebody gave by hand. */
export default function RemoveDriftDialog({
  items,
  isBusy,
  onConfirm,
  onClose,
}: RemoveDriftDialogProps) {
  const [first] = items;
  const isOne = items.length === 1;
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={isOne ? "Remove the role" : `Remove ${items.length} roles`}
      description={
        <>
          {isOne
            ? `${first?.mainCharacterName ?? first?.name} loses the role on Discord.`
            : "Their holders lose these roles on Discord."}{" "}
          Memberships of groups stay. To bring a role back, give it again by hand in Discord.
        </>
      }
      confirmLabel={isOne ? "Remove" : `Remove all ${items.length}`}
      busyLabel="Removing..."
      isBusy={isBusy}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
