import { useSyncExternalStore } from "react";
import { DAY_MS } from "#shared/time.ts";
import { createListeners } from "#web/lib/listeners.ts";

const STORAGE_KEY = "muster.dismissed";
const DISMISSED_MS = 30 * DAY_MS;

const { tell, listen } = createListeners();
let dismissed = read();

/** Hints that this browser does not show for 30 days. The page, the dashboard and the menu count the same. */
export function useDismissed() {
  const hints = useSyncExternalStore(listen, () => dismissed);
  return {
    isDismissed: (key: string) => (hints.get(key) ?? 0) > Date.now() - DISMISSED_MS,
    dismiss: (key: string) => change(new Map(hints).set(key, Date.now())),
    restore: () => change(new Map()),
  };
}

function change(next: Map<string, number>) {
  dismissed = next;
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([...next]));
  } catch {
    // Storage is blocked: the choice lasts until the page is left.
  }
  tell();
}

/** Each hint, and when it was dismissed. */
function read(): Map<string, number> {
  try {
    return new Map<string, number>(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]"));
  } catch {
    return new Map();
  }
}
