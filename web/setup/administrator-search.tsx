import { Trans, ph, t } from "#web/language/macros.ts";
import { useState } from "react";
import { useCharacterSuggestions } from "#web/eve/character-search.tsx";
import { CopyButton } from "#web/ui/feedback/copy-button.tsx";
import { SuggestField } from "#web/ui/form/suggest-field.tsx";

/** Administrators are named in the configuration, so that a session that is taken over cannot. This finds the id to write there. */
export default function AdministratorSearch() {
  const [name, setName] = useState("");
  const [characterId, setCharacterId] = useState<number>();
  const { suggestions, note } = useCharacterSuggestions(name.trim());
  return (
    <div className="grid max-w-160 gap-3">
      <p className="text-text-2">
        <Trans>
          Administrators are named where Muster is deployed, so that an account that is taken over
          cannot name one. Pick a pilot, add the ID to <code>ADMIN_CHARACTER_IDS</code> in{" "}
          <code>wrangler.jsonc</code>, after a comma, and deploy.
        </Trans>
      </p>
      <SuggestField
        label={t`Main Character`}
        placeholder={t`Search by name`}
        value={name}
        suggestions={characterId === undefined ? suggestions : []}
        note={characterId === undefined ? note : undefined}
        onChange={(typed) => {
          setName(typed);
          setCharacterId(undefined);
        }}
        onPick={({ key, text }) => {
          setName(text);
          setCharacterId(Number(key));
        }}
      />
      {characterId !== undefined && (
        <div className="flex flex-wrap items-center gap-3">
          <code className="select-all">{characterId}</code>
          <CopyButton
            text={String(characterId)}
            what={t`the ID of ${ph({ characterName: name })}`}
          />
        </div>
      )}
    </div>
  );
}
