import { useSyncExternalStore } from "react";

const PRODUCT = "Muster";

let siteName = PRODUCT;
const listeners = new Set<() => void>();

/** The community's name, or the product's without one. Not React state: error pages show it too. */
export function setSiteName(name: string | null | undefined): void {
  siteName = name ?? PRODUCT;
  for (const listener of listeners) listener();
}

export function useSiteName(): string {
  return useSyncExternalStore(subscribe, () => siteName);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
