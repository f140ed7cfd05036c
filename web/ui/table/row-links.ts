import type { MouseEvent } from "react";

const INTERACTIVE = "a, button, input, select, textarea, label, summary";

/**
 * For the body of a table: a click beside the controls of a row follows the first link of its header cell. Not a link
 * stretched over the row, which needs `position: relative` on a `tr`: CSS 2 leaves it undefined, and older WebKit ignores it.
 */
export function followRowLink(event: MouseEvent<HTMLElement>) {
  const { target } = event;
  if (event.defaultPrevented || !(target instanceof Element)) return;
  // Text was selected, or the click was meant for a control.
  if (target.closest(INTERACTIVE) || getSelection()?.isCollapsed === false) return;
  const link = target.closest("tr")?.querySelector<HTMLAnchorElement>("th a");
  const { ctrlKey, metaKey, shiftKey } = event;
  link?.dispatchEvent(
    new globalThis.MouseEvent("click", {
      bubbles: true,
      cancelable: true,
      ctrlKey,
      metaKey,
      shiftKey,
      view: globalThis.window,
    }),
  );
}
