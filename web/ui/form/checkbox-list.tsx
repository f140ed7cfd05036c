import { useId } from "react";
import type { ReactNode } from "react";
import { Check } from "./check.tsx";
import { FieldError } from "./field.tsx";

type CheckboxListProps<Value extends string> = {
  legend: string;
  options: readonly { value: Value; label: ReactNode; hint?: string }[];
  value: readonly Value[];
  error?: string | undefined;
  onChange: (value: Value[]) => void;
};

/** Any number of options, each with a line that explains it. */
export function CheckboxList<Value extends string>(props: CheckboxListProps<Value>) {
  const { legend, options, value, error, onChange } = props;
  const id = useId();
  const errorId = `${id}error`;
  return (
    <fieldset aria-describedby={error === undefined ? undefined : errorId}>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      {options.map((option) => (
        <div key={option.value} className="py-1">
          <label className="flex min-h-7.5 w-fit cursor-pointer items-center gap-2 max-md:min-h-11">
            <Check
              type="checkbox"
              className="shrink-0"
              aria-invalid={error === undefined ? undefined : true}
              aria-describedby={option.hint === undefined ? undefined : id + option.value}
              checked={value.includes(option.value)}
              onChange={({ target }) =>
                onChange(
                  target.checked
                    ? [...value, option.value]
                    : value.filter((other) => other !== option.value),
                )
              }
            />
            {option.label}
          </label>
          {option.hint !== undefined && (
            <p id={id + option.value} className="pl-6 text-sm text-text-2">
              {option.hint}
            </p>
          )}
        </div>
      ))}
      {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  );
}
