import { useSyncExternalStore } from "react";

/** The same width as `max-md:` in the styles. */
const QUERY = "(max-width: 768px)";

/** The sidebar is behind the menu. */
export function isSmallScreen(): boolean {
  return matchMedia(QUERY).matches;
}

export function useIsSmallScreen(): boolean {
  return useSyncExternalStore(onScreenChange, isSmallScreen, () => false);
}

function onScreenChange(listener: () => void): () => void {
  const small = matchMedia(QUERY);
  small.addEventListener("change", listener);
  return () => small.removeEventListener("change", listener);
}
