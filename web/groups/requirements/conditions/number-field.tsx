import { useState } from "react";
import { TextField } from "#web/ui/form/field.tsx";

type NumberFieldProps = {
  label: string;
  hint?: string;
  value: number;
  /** Zero is a value, not an empty field. */
  isZeroShown?: boolean;
  error: string | undefined;
  onChange: (value: number) => void;
};

const SIZES: Record<string, number> = { "": 1, k: 1e3, m: 1e6, b: 1e9 };

/** A number as it is typed: "5,000,000", "5m", "-2.5". NaN while it is none. */
function readNumber(text: string): number {
  const { digits, size = "" } =
    /^(?<digits>[-+−]?\d+(?:\.\d+)?)(?<size>[kmb]?)$/.exec(
      text.toLowerCase().replaceAll(/[\s,_]/g, ""),
    )?.groups ?? {};
  if (digits === undefined) return Number.NaN;
  return Number(digits.replace("−", "-")) * (SIZES[size] ?? 1);
}

export function NumberField({
  value,
  isZeroShown = false,
  onChange,
  error,
  label,
  hint,
}: NumberFieldProps) {
  const [text, setText] = useState(() =>
    Number.isNaN(value) || (value === 0 && !isZeroShown) ? "" : String(value),
  );
  return (
    <TextField
      label={label}
      {...(hint !== undefined && { hint })}
      error={error}
      inputMode="text"
      autoComplete="off"
      value={text}
      className="max-w-48"
      onChange={(event) => {
        setText(event.target.value);
        onChange(readNumber(event.target.value));
      }}
    />
  );
}
