import { t } from "#web/language/macros.ts";
import { DESCRIPTION_MAX_LENGTH, NAME_MAX_LENGTH } from "#shared/text.ts";
import { CharacterCounter } from "#web/ui/form/character-counter.tsx";
import { TextareaField, TextField } from "#web/ui/form/field.tsx";
import { submitOnControlEnter } from "#web/ui/form/form.tsx";

type Named = { name: string; description: string };

type Props = {
  input: Named;
  problems: { [Field in keyof Named]?: string | undefined };
  rows: number;
  onChange: (changed: Partial<Named>) => void;
};

/** Used by the forms of groups and of categories. */
export function NameAndDescription({ input, problems, rows, onChange }: Props) {
  return (
    <>
      <TextField
        label={t`Name`}
        required
        dir="auto"
        autoComplete="off"
        value={input.name}
        error={problems.name}
        aside={<CharacterCounter text={input.name} limit={NAME_MAX_LENGTH} />}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextareaField
        label={t`Description`}
        dir="auto"
        rows={rows}
        value={input.description}
        error={problems.description}
        aside={<CharacterCounter text={input.description} limit={DESCRIPTION_MAX_LENGTH} />}
        onKeyDown={submitOnControlEnter}
        onChange={(event) => onChange({ description: event.target.value })}
      />
    </>
  );
}
