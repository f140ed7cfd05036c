import { ph, t } from "#web/language/macros.ts";
import type { CharacterSummary } from "#shared/session.ts";
import { useProvenAct } from "#web/proof/use-proof.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";

type Props = { character: CharacterSummary; onClose: () => void };

export default function MakeMainDialog({ character, onClose }: Props) {
  const dialog = useProvenAct("changeMain", character, {
    title: t`Make ${ph({ characterName: character.characterName })} your main?`,
    description: t`Groups will show this name. You can change your main again at any time.`,
    confirmLabel: t`Make main`,
    busyLabel: t`Changing...`,
    onClose,
  });
  return <ConfirmDialog {...dialog} />;
}
