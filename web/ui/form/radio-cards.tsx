import { say, worded } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import type { Text } from "#web/language/messages.ts";
import { useId } from "react";
import type { ReactNode } from "react";
import { Check } from "./check.tsx";
import { FieldError } from "./field.tsx";

export type RadioCard<Value extends string> = {
  value: Value;
  label: Text;
  hint?: ReactNode | Message;
  isDisabled?: boolean;
};

type RadioCardsProps<Value extends string> = {
  legend: string;
  options: readonly RadioCard<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  error?: string | undefined;
};

/** A radio group whose options have explanations. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { legend, options, value, onChange, error } = props;
  const name = useId();
  return (
    <fieldset aria-describedby={error === undefined ? undefined : `${name}error`}>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className="grid gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex cursor-pointer gap-3 rounded-control border border-line-control px-3 py-2.5 has-checked:border-signal has-checked:bg-surface-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-disabled:cursor-not-allowed has-disabled:text-text-2"
          >
            <Check
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.isDisabled}
              onChange={() => onChange(option.value)}
              className="mt-1 size-3.5 shrink-0 outline-none"
            />
            <span>
              <span className="block font-medium">{worded(option.label)}</span>
              {option.hint && (
                <span className="block text-sm text-text-2">
                  {isMessage(option.hint) ? say(option.hint) : option.hint}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      {error !== undefined && (
        <div className="mt-1.5">
          <FieldError id={`${name}error`}>{error}</FieldError>
        </div>
      )}
    </fieldset>
  );
}

const isMessage = (hint: ReactNode | Message): hint is Message =>
  typeof hint === "object" && hint !== null && "message" in hint;
