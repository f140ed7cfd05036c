import { Trans, msg } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { useId } from "react";
import { quantifiers } from "#web/groups/requirements/rule/kinds.ts";
import type { Quantifier } from "#shared/requirements/tree.ts";
import { Check } from "#web/ui/form/check.tsx";

type WhoseFieldProps = {
  value: Quantifier;
  canUseAll: boolean;
  onChange: (value: Quantifier) => void;
};

const HINTS: Record<Quantifier, Message> = {
  main: msg`Alts may be without one.`,
  every: msg`One alt that loses it fails the condition.`,
  any: msg`One of the player's characters is enough.`,
};

/** Asks whose fact a condition is about, where the answers differ much. */
export function WhoseField({ value, canUseAll, onChange }: WhoseFieldProps) {
  const name = useId();
  return (
    <fieldset className="mb-3 grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">
        <Trans>Whose authorization</Trans>
      </legend>
      {quantifiers(canUseAll).map(({ value: which, label, isDisabled }) => (
        <label
          key={which}
          className="flex min-h-8 cursor-pointer items-center gap-2 max-md:min-h-11"
        >
          <Check
            type="radio"
            name={name}
            checked={which === value}
            disabled={isDisabled}
            onChange={() => onChange(which)}
          />
          <span>
            {label} <span className="text-sm text-text-2">{say(HINTS[which])}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
