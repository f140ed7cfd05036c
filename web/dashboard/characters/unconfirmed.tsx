import { t } from "#web/language/macros.ts";
import { useState } from "react";
import type { CharacterSummary } from "#shared/session.ts";
import { Button } from "#web/ui/button.tsx";
import CharacterDialog from "./character-dialog.tsx";
import type { CharacterAct } from "./character-dialog.tsx";

type Props = { character: CharacterSummary; nameId: string };

/** What the user can do about a character that was linked without a fresh proof of the main. */
export default function Unconfirmed({ character, nameId }: Props) {
  const [act, setAct] = useState<CharacterAct>();
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" aria-describedby={nameId} onClick={() => setAct("confirmCharacter")}>
        {t`It is mine`}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        aria-describedby={nameId}
        onClick={() => setAct("unlinkCharacter")}
      >
        {t`Unlink`}
      </Button>
      {act && <CharacterDialog act={act} character={character} onClose={() => setAct(undefined)} />}
    </div>
  );
}
