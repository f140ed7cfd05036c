import { ph, t } from "#web/language/macros.ts";
import type { CharacterSummary } from "#shared/session.ts";
import { useProvenAct } from "#web/proof/use-proof.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";

/** What the user can do with a linked character. */
export type CharacterAct = "changeMain" | "confirmCharacter" | "unlinkCharacter";

type CharacterDialogProps = {
  act: CharacterAct;
  character: CharacterSummary;
  onClose: () => void;
};

export default function CharacterDialog({ act, character, onClose }: CharacterDialogProps) {
  const question = questionOf(act, character);
  return <ConfirmDialog {...useProvenAct(act, character, { ...question, onClose })} />;
}

function questionOf(act: CharacterAct, { characterName }: CharacterSummary) {
  switch (act) {
    case "changeMain":
      return {
        title: t`Make ${ph({ characterName })} your main?`,
        description: t`Groups will show this name. You can change your main again at any time.`,
        confirmLabel: t`Make main`,
        busyLabel: t`Changing...`,
      };
    case "confirmCharacter":
      return {
        title: t`Is ${ph({ characterName })} yours?`,
        description: t`Then it can log in to your account, and groups count it. If you did not link it, unlink it and end all other sessions.`,
        confirmLabel: t`It is mine`,
        busyLabel: t`Confirming...`,
      };
    case "unlinkCharacter":
      return {
        title: t`Unlink ${ph({ characterName })}?`,
        description: t`Muster revokes its permission to read this character. Your groups do not change. You can link it again at any time.`,
        confirmLabel: t`Unlink`,
        busyLabel: t`Unlinking...`,
        isDangerous: true,
      };
  }
}
