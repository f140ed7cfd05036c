import type { CharacterSummary } from "#shared/session.ts";
import { useProvenAct } from "#web/proof/use-proven-act.tsx";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";

type Props = { character: CharacterSummary; onClose: () => void };

export default function MakeMainDialog({ character, onClose }: Props) {
  const dialog = useProvenAct("changeMain", character, {
    title: `Make ${character.characterName} your main?`,
    description:
      "Groups and Discord will know you by this name. You can change it back at any time.",
    confirmLabel: "Make main",
    busyLabel: "Changing...",
    onClose,
  });
  return <ConfirmDialog {...dialog} />;
}
