import type { ComponentProps } from "react";
import { TextField } from "#web/ui/form/field.tsx";

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
