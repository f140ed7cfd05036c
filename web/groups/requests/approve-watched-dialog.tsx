import { ph, t } from "#web/language/macros.ts";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { WatchedLine } from "#web/watched/watched-card.tsx";
import type { useWatchedUsers } from "#web/watched/use-watched-users.ts";

type ApproveWatchedDialogProps = {
  pilotName: string;
  /** Undefined: not known. */
  hits: ReturnType<ReturnType<typeof useWatchedUsers>["hitsOf"]>;
  onClose: () => void;
  onApprove: () => void;
};

/** Asks a keeper before a pilot whom the watchlist has, or may have, is approved. */
export default function ApproveWatchedDialog({
  pilotName,
  hits,
  onClose,
  onApprove,
}: ApproveWatchedDialogProps) {
  return (
    <ConfirmDialog
      title={t`Approve ${ph({ pilotName })}?`}
      description={
        hits === undefined
          ? t`Whether the watchlist has this pilot is not known.`
          : t`The watchlist has this pilot.`
      }
      confirmLabel={t`Approve`}
      onClose={onClose}
      onConfirm={onApprove}
    >
      <WatchedLine hits={hits ?? []} />
    </ConfirmDialog>
  );
}
