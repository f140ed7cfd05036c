import { useState } from "react";
import { DAY_MS } from "#shared/time.ts";

const STORAGE_KEY = "muster.dismissed";
const DISMISSED_MS = 30 * DAY_MS;

/** Hints that this browser does not show for 30 days. */
export function useDismissed() {
  const [dismissed, setDismissed] = useState(read);
  const change = (next: Map<string, number>) => {
    setDismissed(next);
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify([...next]));
    } catch {
      // Storage is blocked: the choice lasts until the page is left.
    }
  };
  return {
    isDismissed: (key: string) => (dismissed.get(key) ?? 0) > Date.now() - DISMISSED_MS,
    dismiss: (key: string) => change(new Map(dismissed).set(key, Date.now())),
    restore: () => change(new Map()),
  };
}

/** Each hint, and when it was dismissed. */
function read(): Map<string, number> {
  try {
    return new Map<string, number>(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]"));
  } catch {
    return new Map();
  }
}
