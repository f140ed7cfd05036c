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
      uncoverFocus(bar, { isNew: false });
    });
    observer.observe(bar);
    // Content that arrives above the focused element pushes the element down.
    observer.observe(document.body);
    // A button that moves away under a pressed mouse is not clicked: only for keys, and for fields.
    const follow = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.matches(":focus-visible")) {
        uncoverFocus(bar, { isNew: true });
      }
    };
    document.addEventListener("focusin", follow);
    return () => {
      observer.disconnect();
      document.removeEventListener("focusin", follow);
      style.scrollPaddingBottom = "";
    };
  }, []);
}

/** An element that has just got the focus may be out of sight. The browser scrolls only the line with the cursor of a text field into view. */
function uncoverFocus(bar: HTMLElement, { isNew }: { isNew: boolean }) {
  const focused = document.activeElement;
  if (focused === null || focused === document.body || bar.contains(focused)) return;
  const { top, bottom } = focused.getBoundingClientRect();
  const edge = bar.getBoundingClientRect().top;
  const isInSight = top < innerHeight;
  if ((isNew || isInSight) && bottom > edge) focused.scrollIntoView({ block: "nearest" });
}
