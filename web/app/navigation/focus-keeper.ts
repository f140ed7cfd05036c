const FOCUSABLE =
  "a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), summary";

/** In lists and tables, the next row replaces one that is gone. */
const ROW = "tr, li";

/**
 * A place among the children of an element. In a row, `fromEnd` is how many of its controls followed the one that had the
 * focus: actions stand at the end.
 */
type Place = { parent: Element; index: number; fromEnd?: number };

/** What had the focus, and its place in each of its ancestors. */
type Focused = { element: Element; path: Place[] };

/** Enough to remember what had the focus before a dialog, besides the dialog's own button. */
const KEPT = 4;

/**
 * When the focused control leaves the page (a button that joins, a row that is removed), the browser gives the focus to
 * the body, and the keyboard starts at the top again. This moves it to what replaces the control: the next control at
 * its place, in the smallest surviving part of the page. Returns the cleanup.
 */
export function keepFocus(): () => void {
  const { activeElement, body } = document;
  // This code arrives after the page: the control may have the focus already.
  let latest = activeElement && activeElement !== body ? [focusedAt(activeElement)] : [];

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
  const observer = new MutationObserver((records) => {
    const [focused] = latest;
    if (focused === undefined || focused.element.isConnected) return;
    for (const record of records) correctPlace(focused, record);
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
    const place: Place = { parent, index: [...parent.children].indexOf(child) };
    if (child.matches(ROW)) {
      const controls: Element[] = controlsOf(child);
      place.fromEnd = controls.length - 1 - controls.indexOf(element);
    }
    path.push(place);
  }
  return { element, path };
}

/** Since the focus came, what stands before may have come or gone: what followed on the removed part tells its place now. */
function correctPlace(
  { element, path }: Focused,
  { target, removedNodes, nextSibling }: MutationRecord,
) {
  const place = path.find(({ parent }) => parent === target);
  if (!place || ![...removedNodes].some((node) => node.contains(element))) return;
  const { children } = place.parent;
  let next = nextSibling;
  while (next && !(next instanceof Element)) next = next.nextSibling;
  if (next === null) place.index = children.length;
  else if (next.parentElement === target) place.index = [...children].indexOf(next);
}

function replacementOf(latest: readonly Focused[]): HTMLElement | undefined {
  const main = document.querySelector<HTMLElement>("main");
  for (const { element, path } of latest) {
    if (element instanceof HTMLElement && element.isConnected) return element;
    for (const place of path) {
      const { parent } = place;
      if (!parent.isConnected) continue;
      // Outside of the content there are only the navigation and what a dialog covered.
      if (!main?.contains(parent) || parent === main) break;
      const control = controlAt(place);
      if (control) return control;
    }
  }
  return main ?? undefined;
}

/** The control at this place, or the nearest one after it, else before it. */
function controlAt({ parent, index, fromEnd }: Place): HTMLElement | undefined {
  const children = [...parent.children];
  const after = firstWithControls(children.slice(index));
  if (after) return (fromEnd !== undefined && after.at(-1 - fromEnd)) || after[0];
  const before = firstWithControls(children.slice(0, index).toReversed());
  return before?.at(-1 - (fromEnd ?? 0)) ?? before?.at(-1);
}

function firstWithControls(elements: Element[]): HTMLElement[] | undefined {
  for (const element of elements) {
    const controls = controlsOf(element);
    if (controls.length > 0) return controls;
  }
  return undefined;
}

function controlsOf(child: Element): HTMLElement[] {
  const inside = [...child.querySelectorAll<HTMLElement>(FOCUSABLE)];
  return child instanceof HTMLElement && child.matches(FOCUSABLE) ? [child, ...inside] : inside;
}
