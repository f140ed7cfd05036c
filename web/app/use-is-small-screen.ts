import { useSyncExternalStore } from "react";

/** The same border as `max-md:` in the styles. */
const query = matchMedia("(max-width: 768px)");

export function useIsSmallScreen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    () => query.matches,
  );
}
