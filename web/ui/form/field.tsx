import { worded } from "#web/language/messages.ts";
import type { Text } from "#web/language/messages.ts";
import { useId } from "react";
import type { ComponentProps, ReactNode } from "react";
import type { Anchor } from "#web/lib/anchors.ts";
import { cx } from "#web/lib/cx.ts";
import { Icon } from "#web/ui/icon.tsx";

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

export type Option<Value extends string = string> = { value: Value; label: Text };

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
