import { useSyncExternalStore } from "react";
import { createListeners } from "#web/lib/listeners.ts";

const PRODUCT = "Muster";

let siteName = PRODUCT;
const { tell, listen } = createListeners();

/** The community's name, or the product's without one. Not React state: error pages show it too. */
export function setSiteName(name: string | null | undefined): void {
  siteName = name ?? PRODUCT;
  tell();
}

export function useSiteName(): string {
  return useSyncExternalStore(
    listen,
    () => siteName,
    () => PRODUCT,
  );
}
