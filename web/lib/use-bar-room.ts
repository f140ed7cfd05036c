import { useCallback } from "react";

const GAP_PX = 12;

/**
 * For a bar at the lower edge of the window: the page scrolls what has the focus, and what an address names, to above the bar, however
 * high it is (WCAG 2.4.11). Returns the bar's ref.
 */
export function useBarRoom() {
  return useCallback((bar: HTMLElement | null) => {
    if (bar === null) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      style.scrollPaddingBottom = `${bar.offsetHeight + GAP_PX}px`;
      uncoverFocus(bar);
    });
    observer.observe(bar);
    // What arrives above the focus pushes it down.
    observer.observe(document.body);
    return () => {
      observer.disconnect();
      style.scrollPaddingBottom = "";
    };
  }, []);
}

function uncoverFocus(bar: HTMLElement) {
  const focused = document.activeElement;
  if (focused === null || focused === document.body || bar.contains(focused)) return;
  const { top, bottom } = focused.getBoundingClientRect();
  const edge = bar.getBoundingClientRect().top;
  if (top < innerHeight && bottom > edge) focused.scrollIntoView({ block: "nearest" });
}
