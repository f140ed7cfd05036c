import { useSyncExternalStore } from "react";
import { createListeners } from "#web/lib/listeners.ts";

/**
 * How this browser likes its screens. A choice is a data attribute of <html>, where the styles find it, and is kept under
 * `muster.screen.<name>`: the script in `index.html` sets it before the first paint. Without one: what the system asks for, and
 * rows of the usual height.
 */
type Choices = { theme: "light" | "dark"; rows: "compact" };
type Name = keyof Choices;

const { tell, listen } = createListeners();
const { dataset } = document.documentElement;

export function chooseScreen<N extends Name>(name: N, value: Choices[N] | undefined): void {
  if (value === undefined) delete dataset[name];
  else dataset[name] = value;
  try {
    const key = `muster.screen.${name}`;
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is blocked: the choice lasts until the page is left.
  }
  tell();
}

export function useScreenChoice(name: Name): string | undefined {
  return useSyncExternalStore(listen, () => dataset[name]);
}
