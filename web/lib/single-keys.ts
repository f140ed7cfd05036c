import { useSyncExternalStore } from "react";
import { createListeners } from "#web/lib/listeners.ts";

const KEY = "muster.screen.singleKeys";
const { tell, listen } = createListeners();
/** Storage may be forbidden: then the choice lasts until reload. */
let chosen: boolean | undefined;

/** Whether shortcuts of one key are on in this browser. */
export function areSingleKeysOn(): boolean {
  if (chosen !== undefined) return chosen;
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

export function switchSingleKeys(isOn: boolean): void {
  chosen = isOn;
  try {
    if (isOn) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, "off");
  } catch {
    // `chosen` has it.
  }
  tell();
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(listen, areSingleKeysOn);
}
