import { useState } from "react";
import { ApiError } from "#web/lib/api/api-error.ts";

/**
 * Remembers a name that the server refused because another group has it. While it stays in the form, the user may send it
 * again with `allowDuplicateName`.
 */
export function useDuplicateName(name: string) {
  const [refused, setRefused] = useState<string>();
  return {
    isDuplicate: refused === name,
    notice: (error: unknown) => {
      if (error instanceof ApiError && error.code === "duplicate_name") setRefused(name);
    },
  };
}
