import { t } from "#web/language/macros.ts";
import type { OperationScope } from "#shared/operations/operations.ts";
import { RadioCards } from "#web/ui/form/choices.tsx";

type ScopeChoiceProps = { value: OperationScope; onChange: (scope: OperationScope) => void };

/** Which operations of a series are meant. */
export function ScopeChoice({ value, onChange }: ScopeChoiceProps) {
  return (
    <RadioCards
      legend={t`Of this series`}
      options={[
        { value: "one", label: t`Only this one` },
        {
          value: "following",
          label: t`This one and all later ones`,
          hint: t`Later ones that were changed alone are changed too.`,
        },
      ]}
      value={value}
      onChange={onChange}
    />
  );
}
