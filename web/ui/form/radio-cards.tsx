import { useId } from "react";
import type { ReactNode } from "react";
import { FieldError } from "./field.tsx";

export type RadioCard<Value extends string> = {
  value: Value;
  label: string;
  hint?: ReactNode;
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
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.isDisabled}
              onChange={() => onChange(option.value)}
              className="mt-1 size-3.5 shrink-0 accent-signal outline-none"
            />
            <span>
              <span className="block font-medium">{option.label}</span>
              {option.hint && <span className="block text-sm text-text-2">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      {error !== undefined && <FieldError id={`${name}error`}>{error}</FieldError>}
    </fieldset>
  );
}
