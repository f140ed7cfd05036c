import { Trans, t } from "#web/language/macros.ts";
import type { ApplyUndo } from "#shared/pilots/undo.ts";
import { useProvenAct } from "#web/proof/use-proof.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";

type UndoDialogProps = {
  /** "Undo 9 changes and hold 40 removals" */
  label: string;
  name: string;
  input: ApplyUndo & { undone: number; held: number };
  onClose: () => void;
};

export default function UndoDialog({ label, name, input, onClose }: UndoDialogProps) {
  const dialog = useProvenAct("undoActions", input, {
    title: t`${label}?`,
    description: (
      <Trans>
        Memberships, roles and settings become what they were before{" "}
        <bdi className="wrap-anywhere">{name}</bdi> changed them. The log keeps both, and each
        player is told. This can be undone in the same way.
      </Trans>
    ),
    confirmLabel: label,
    busyLabel: t`Undoing...`,
    isDangerous: true,
    onClose,
  });
  return <ConfirmDialog {...dialog} />;
}
