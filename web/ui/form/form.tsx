import type { ComponentProps, FormEvent, KeyboardEvent, ReactNode } from "react";
import { flushSync } from "react-dom";
import { useId } from "react";
import { worded } from "#web/language/messages.ts";
import type { Text } from "#web/language/messages.ts";
import type { Anchor } from "#web/lib/anchors.ts";
import { cx } from "#web/lib/cx.ts";
import { Icon } from "#web/ui/icon.tsx";
import { t } from "#web/language/macros.ts";
import { formatInteger } from "#web/lib/format.ts";

type FormProps = Omit<ComponentProps<"form">, "onSubmit" | "noValidate"> & {
  onSubmit: () => void;
};

/** A form with our own validation messages; a submit focuses the first invalid field. */
export function Form({ onSubmit, children, ...rest }: FormProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    // Render synchronously, so that invalid fields are marked before the first one is focused.
    flushSync(onSubmit);
    form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }
  return (
    <form {...rest} noValidate onSubmit={submit}>
      {children}
    </form>
  );
}

/** Submits on Ctrl+Enter, in a textarea, where Enter makes a line break, or anywhere in a form. */
export function submitOnControlEnter(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.closest("form")?.requestSubmit();
}

type FieldProps = {
  label: string;
  /** By which the palette and addresses find it. */
  anchor?: Anchor | undefined;
  /** One line of help under the label. */
  hint?: ReactNode;
  /** Marks the control invalid. */
  error?: string | undefined;
  /** Shown at the end of the label's line, e.g. a counter. */
  aside?: ReactNode;
  isLabelHidden?: boolean | undefined;
  className?: string | undefined;
};

type ControlProps = {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
};

export const CONTROL_CLASSES =
  "w-full min-w-0 rounded-control border border-line-control bg-surface-1 px-3 text-text-1 aria-invalid:border-danger";

/** Label, hint and error around any control: `{(control) => <input {...control} />}`. */
export function Field(props: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const { label, anchor, hint, aside, error, isLabelHidden, className, children } = props;
  const id = useId();
  const hintId = `${id}hint`;
  const errorId = `${id}error`;
  const describedBy = cx(hint !== undefined && hintId, error !== undefined && errorId);
  return (
    <div id={anchor} className={cx("grid content-start gap-1.5", className)}>
      <div className={isLabelHidden ? "sr-only" : "flex flex-wrap justify-between gap-x-3 text-sm"}>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {aside !== undefined && <span className="text-text-2">{aside}</span>}
      </div>
      {hint !== undefined && (
        <div id={hintId} className="-mt-1 text-sm text-text-2">
          {hint}
        </div>
      )}
      {children({
        id,
        "aria-invalid": error === undefined ? undefined : true,
        "aria-describedby": describedBy || undefined,
      })}
      {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}

export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} role="alert" className="flex items-center gap-1.5 text-sm text-danger">
      <Icon name="alert" size={14} />
      {children}
    </p>
  );
}

type Own<Props> = FieldProps & Omit<Props, keyof FieldProps | keyof ControlProps>;

export function TextField(props: Own<ComponentProps<"input">>) {
  const { label, anchor, hint, aside, error, isLabelHidden, className, ...input } = props;
  const field = { label, anchor, hint, aside, error, isLabelHidden, className };
  return (
    <Field {...field}>
      {(control) => (
        <input {...input} {...control} className={cx(CONTROL_CLASSES, "h-9 max-md:h-11")} />
      )}
    </Field>
  );
}

export function TextareaField(props: Own<ComponentProps<"textarea">>) {
  const { label, anchor, hint, aside, error, isLabelHidden, className, ...textarea } = props;
  const field = { label, anchor, hint, aside, error, isLabelHidden, className };
  return (
    <Field {...field}>
      {(control) => (
        <textarea rows={4} {...textarea} {...control} className={cx(CONTROL_CLASSES, "py-2")} />
      )}
    </Field>
  );
}

type Option<Value extends string = string> = { value: Value; label: Text };

export function SelectField(
  props: Own<Omit<ComponentProps<"select">, "children">> & { options: Option[] },
) {
  const { label, anchor, hint, aside, error, isLabelHidden, className, options, ...select } = props;
  const field = { label, anchor, hint, aside, error, isLabelHidden, className };
  return (
    <Field {...field}>
      {(control) => (
        <select {...select} {...control} className={cx(CONTROL_CLASSES, "h-9 max-md:h-11")}>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {worded(label)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Screen readers hear the count from this share of the limit on. */
const ANNOUNCED_FROM = 0.9;

export function CharacterCounter({ text, limit }: { text: string; limit: number }) {
  const count = text.length;
  const isOver = count > limit;
  return (
    <span className={isOver ? "text-danger" : undefined}>
      <span aria-hidden="true" className="tabular-nums">
        {formatInteger(count)} / {formatInteger(limit)}
      </span>
      <output className="sr-only">
        {count >= limit * ANNOUNCED_FROM && t`${count} of ${limit} characters`}
      </output>
    </span>
  );
}
