import { ph, plural, t } from "#web/language/macros.ts";
import { SelectField } from "#web/ui/form/form.tsx";

const USUAL_DAYS = [1, 7, 14, 30, 60, 90, 180, 365];
const DEFAULT = "default";
const NEVER = "never";

/** How long a membership lasts: days, null for no end, or undefined for the group's own duration. */
type Days = number | null | undefined;

type DaysFieldProps = {
  label: string;
  value: Days;
  onChange: (days: Days) => void;
  /** The duration that the group gives; without one, the field must be set. */
  ofGroup?: number | null;
  hint?: string;
  className?: string;
};

export function DaysField({ label, value, onChange, ofGroup, hint, className }: DaysFieldProps) {
  const days = [...new Set([...USUAL_DAYS, ...(value == null ? [] : [value])])];
  return (
    <SelectField
      label={label}
      hint={hint}
      value={value === undefined ? DEFAULT : value === null ? NEVER : String(value)}
      options={[
        ...(ofGroup === undefined
          ? []
          : [
              {
                value: DEFAULT,
                label: t`As set for the group: ${ph({ length: lengthText(ofGroup) })}`,
              },
            ]),
        { value: NEVER, label: t`No end` },
        ...days
          .toSorted((a, b) => a - b)
          .map((count) => ({ value: String(count), label: lengthText(count) })),
      ]}
      {...(className !== undefined && { className })}
      onChange={({ target }) =>
        onChange(
          target.value === DEFAULT
            ? undefined
            : target.value === NEVER
              ? null
              : Number(target.value),
        )
      }
    />
  );
}

function lengthText(days: number | null): string {
  return days === null ? t`no end` : plural(days, { one: "# day", other: "# days" });
}
