import type { UndoPreview, UndoQuery } from "#shared/pilots/undo.ts";
import { UNKNOWN_USER } from "#web/lib/labels.ts";
import { useProvenAct } from "#web/proof/use-proven-act.tsx";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { undoLabel } from "./undo-label.ts";

type UndoDialogProps = { asked: UndoQuery; preview: UndoPreview; onClose: () => void };

export default function UndoDialog({ asked, preview, onClose }: UndoDialogProps) {
  const held = preview.holds.reduce((sum, { count }) => sum + count, 0);
  const undone = preview.steps.length - held;
  const label = undoLabel(preview);
  const dialog = useProvenAct(
    "undoActions",
    { ...asked, digest: preview.digest, undone, held },
    {
      title: `${label}?`,
      description: (
        <>
          Memberships, roles and settings are as they were before{" "}
          <bdi className="wrap-anywhere">{preview.person.name ?? UNKNOWN_USER}</bdi> changed them.
          What cannot be undone stays. The log keeps both, each player is told, and undoing can be
          undone.
        </>
      ),
      confirmLabel: label,
      busyLabel: "Undoing...",
      isDangerous: true,
      onClose,
    },
  );
  return <ConfirmDialog {...dialog} />;
}
