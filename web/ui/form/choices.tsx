import type { ComponentProps, ReactNode } from "react";
import { useId } from "react";
import { say, worded } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import type { Text } from "#web/language/messages.ts";
import { cx } from "#web/lib/cx.ts";
import { VisuallyHidden } from "#web/ui/text.tsx";
import { FieldError } from "./form.tsx";
import "./choices.css";

/** A checkbox or a radio button, with its styles: pages without one do not load them. */
export function Check(props: ComponentProps<"input"> & { type: "checkbox" | "radio" }) {
  return <input {...props} />;
}

type SelectBoxProps = Omit<ComponentProps<"input">, "type" | "className"> & {
  /** For screen readers: "Select Mira Tal". */
  label: string;
  className?: string;
};

/** The box that selects a row of a list. */
export function SelectBox({ label, className, ...input }: SelectBoxProps) {
  return (
    <label className={cx("grid shrink-0 cursor-pointer place-items-center", className)}>
      <Check {...input} type="checkbox" className="size-4.5 max-md:size-6" />
      <VisuallyHidden>{label}</VisuallyHidden>
    </label>
  );
}

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
