const FOCUSABLE =
  "a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), summary";

/** What had the focus: the element, its ancestors, and its place among the children of each. */
type Focused = { element: Element; path: { parent: Element; index: number }[] };

/** Of these, the elements that had the focus before a dialog and the dialog's button itself. */
const KEPT = 4;

/**
 * When the focused control leaves the page (a button that joins, a row that is removed), the browser gives the focus to
 * the body, and the keyboard starts at the top again. This moves it to what replaces the control: the next control at
 * its place, in the smallest surviving part of the page. Returns the cleanup.
 */
export function keepFocus(): () => void {
  let latest: Focused[] = [];

  const onFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    latest = [focusedAt(target), ...latest.filter(({ element }) => element !== target)].slice(
      0,
      KEPT,
    );
  };
  const onFocusOut = ({ target }: FocusEvent) => {
    // Chromium also fires this for an element that is about to be removed: a moment later it is gone.
    setTimeout(() => {
      if (document.activeElement !== document.body) return;
      if (target instanceof Element && target.isConnected) latest = [];
    });
  };
  const observer = new MutationObserver(() => {
    if (latest[0] === undefined || latest[0].element.isConnected) return;
    // Effects of the page, and a dialog that closes, come first.
    setTimeout(() => {
      if (document.activeElement === document.body)
        replacementOf(latest)?.focus({ preventScroll: true });
    });
  });
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener("focusin", onFocusIn);
  document.addEventListener("focusout", onFocusOut);
  return () => {
    observer.disconnect();
    document.removeEventListener("focusin", onFocusIn);
    document.removeEventListener("focusout", onFocusOut);
  };
}

function focusedAt(element: Element): Focused {
  const path: Focused["path"] = [];
  for (let child = element; child.parentElement; child = child.parentElement) {
    const parent = child.parentElement;
    path.push({ parent, index: [...parent.children].indexOf(child) });
  }
  return { element, path };
}

function replacementOf(latest: readonly Focused[]): HTMLElement | undefined {
  const main = document.querySelector<HTMLElement>("main");
  for (const { element, path } of latest) {
    if (element instanceof HTMLElement && element.isConnected) return element;
    for (const { parent, index } of path) {
      if (!parent.isConnected) continue;
      // Outside of the content there are only the navigation and what a dialog covered.
      if (!main?.contains(parent) || parent === main) break;
      const control = controlAt(parent, index);
      if (control) return control;
    }
  }
  return main ?? undefined;
}

/** The first control at or after this place among the children, else the last one before it. */
function controlAt(parent: Element, index: number): HTMLElement | undefined {
  const children = [...parent.children];
  const after = children.slice(index).flatMap(controlsOf);
  return after[0] ?? children.slice(0, index).flatMap(controlsOf).at(-1);
}

function controlsOf(child: Element): HTMLElement[] {
  const inside = [...child.querySelectorAll<HTMLElement>(FOCUSABLE)];
  return child instanceof HTMLElement && child.matches(FOCUSABLE) ? [child, ...inside] : inside;
}
