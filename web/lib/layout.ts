import { useSyncExternalStore } from "react";

/** The same width as `max-md:` in the styles. */
const QUERY = "(max-width: 768px)";

/** The sidebar is behind the menu. */
export function isSmallScreen(): boolean {
  return matchMedia(QUERY).matches;
}

export function useIsSmallScreen(): boolean {
  return useScreen(QUERY);
}

/** Whether the window fits a media query, also after its size has changed. */
export function useScreen(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const screen = matchMedia(query);
      screen.addEventListener("change", listener);
      return () => screen.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}

/**
 * Acts once, after the browser has laid out the element and before it paints. Measuring earlier forces a layout of the whole page in the
 * middle of React's commit. Returns a function that cancels it.
 */
export function afterLayout(element: Element, act: () => void): () => void {
  const observer = new ResizeObserver(() => {
    observer.disconnect();
    act();
  });
  observer.observe(element);
  return () => observer.disconnect();
}
