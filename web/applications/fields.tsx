import type { ComponentProps } from "react";
import { TextField } from "#web/ui/form/form.tsx";
import { Check } from "#web/ui/form/choices.tsx";

/** For an address of another program. Browsers must not correct it. */
export function AddressField(props: ComponentProps<typeof TextField>) {
  return (
    <TextField
      placeholder="https://"
      inputMode="url"
      spellCheck={false}
      autoComplete="off"
      autoCapitalize="off"
      {...props}
    />
  );
}

type SwitchRowProps = {
  label: string;
  hint?: string;
  isOn: boolean;
  isBusy: boolean;
  onChange: (isOn: boolean) => void;
};

/** A setting that is on or off, and saved at once. */
export function SwitchRow({ label, hint, isOn, isBusy, onChange }: SwitchRowProps) {
  return (
    <div>
      <label className="flex min-h-7.5 w-fit cursor-pointer items-center gap-2 max-md:min-h-11">
        <Check
          type="checkbox"
          className="shrink-0"
          checked={isOn}
          disabled={isBusy}
          onChange={({ target }) => onChange(target.checked)}
        />
        {label}
      </label>
      {hint !== undefined && <p className="text-sm text-text-2">{hint}</p>}
    </div>
  );
}
