import { Trans, ph, t } from "#web/language/macros.ts";
import { useState } from "react";
import type { CharacterSummary } from "#shared/session.ts";
import { useProvenAct } from "#web/proof/use-proof.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import UnlinkCharacterDialog from "./unlink-dialog.tsx";

type Props = { character: CharacterSummary; nameId: string };

/** What the user can do about a character that was linked without a fresh proof of the main. */
export default function Unconfirmed({ character, nameId }: Props) {
  const [open, setOpen] = useState<"confirm" | "unlink">();
  const onClose = () => setOpen(undefined);
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" aria-describedby={nameId} onClick={() => setOpen("confirm")}>
        <Trans>It is mine</Trans>
      </Button>
      <Button size="sm" variant="ghost" aria-describedby={nameId} onClick={() => setOpen("unlink")}>
        <Trans>Unlink</Trans>
      </Button>
      {open === "confirm" && <ConfirmCharacter character={character} onClose={onClose} />}
      {open === "unlink" && <UnlinkCharacterDialog character={character} onClose={onClose} />}
    </div>
  );
}

function ConfirmCharacter({
  character,
  onClose,
}: {
  character: CharacterSummary;
  onClose: () => void;
}) {
  const dialog = useProvenAct("confirmCharacter", character, {
    title: t`Is ${ph({ characterName: character.characterName })} yours?`,
    description: t`Then it can log in to your account, and groups count it. If you did not link it, unlink it and end all other sessions.`,
    confirmLabel: t`It is mine`,
    busyLabel: t`Confirming...`,
    onClose,
  });
  return <ConfirmDialog {...dialog} />;
}
