import { ph, t } from "#web/language/macros.ts";
import type { CharacterSummary } from "#shared/session.ts";
import { useProvenAct } from "#web/proof/use-proof.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";

type Props = { character: CharacterSummary; onClose: () => void };

export default function UnlinkCharacterDialog({ character, onClose }: Props) {
  const dialog = useProvenAct("unlinkCharacter", character, {
    title: t`Unlink ${ph({ characterName: character.characterName })}?`,
    description: t`Muster revokes its permission to read this character. Your groups do not change. You can link it again at any time.`,
    confirmLabel: t`Unlink`,
    busyLabel: t`Unlinking...`,
    isDangerous: true,
    onClose,
  });
  return <ConfirmDialog {...dialog} />;
}
