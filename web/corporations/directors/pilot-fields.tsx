import { t } from "#web/language/macros.ts";
import { TextField } from "#web/ui/form/field.tsx";
import { SuggestField } from "#web/ui/form/suggest-field.tsx";
import { useCandidates } from "./use-candidates.tsx";

/** For the schemas of both dialogs. */
export const INVALID_CHARACTER_ID = {
  error: () => t`Pick a pilot, or enter a valid character ID`,
};

export type PilotInput = { characterId: string; characterName: string };

type PilotFieldsProps = {
  input: PilotInput;
  isRequired: boolean;
  problems: { id: string | undefined; name: string | undefined };
  onChange: (input: PilotInput) => void;
};

/** Picking a suggestion fills in the id. */
export function PilotFields({ input, isRequired, problems, onChange }: PilotFieldsProps) {
  const { suggestions, note } = useCandidates(input.characterName.trim());
  return (
    <div className="grid items-start gap-x-3 gap-y-5 sm:grid-cols-[minmax(0,1fr)_11rem]">
      <SuggestField
        label={isRequired ? t`Director character name` : t`Director character name (optional)`}
        placeholder={t`Search by name`}
        value={input.characterName}
        error={problems.name}
        suggestions={suggestions}
        note={problems.name === undefined ? note : undefined}
        onChange={(characterName) => onChange({ ...input, characterName })}
        onPick={({ key, text }) => onChange({ characterId: String(key), characterName: text })}
      />
      <TextField
        label={isRequired ? t`Character ID` : t`Character ID (optional)`}
        inputMode="numeric"
        autoComplete="off"
        value={input.characterId}
        error={problems.id}
        onChange={(event) => onChange({ ...input, characterId: event.target.value })}
      />
    </div>
  );
}

/** NaN for anything that is not an id; every id schema rejects NaN. */
export function toId(typed: string): number {
  return /^\d{1,15}$/.test(typed.trim()) ? Number(typed) : Number.NaN;
}
