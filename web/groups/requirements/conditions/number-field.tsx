import { useState } from "react";
import { TextField } from "#web/ui/form/field.tsx";
import { readNumber, typedNumber } from "#web/lib/form/typed-number.ts";

type NumberFieldProps = {
  label: string;
  hint?: string;
  value: number;
  /** Zero is a value, not an empty field. */
  isZeroShown?: boolean;
  error: string | undefined;
  onChange: (value: number) => void;
};

export function NumberField({
  value,
  isZeroShown = false,
  onChange,
  error,
  label,
  hint,
}: NumberFieldProps) {
  const [text, setText] = useState(() =>
    Number.isNaN(value) || (value === 0 && !isZeroShown) ? "" : typedNumber(value),
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
