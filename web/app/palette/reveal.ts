/** For this long, a page may load what the address names. */
const WAIT_MS = 30_000;
const MARK_MS = 1600;
const CONTROLS = ":is(input, select, textarea, button, a[href]):not(:disabled)";

/**
 * Shows the setting that the hash of an address names, once its page has loaded it: scrolls there, focuses its first control and marks
 * it for a moment. `isPressed`: the control is a button, and is pressed. It stops when `left` is aborted: a later page may have the
 * same setting.
 */
export function reveal(hash: string, isPressed: boolean, left: AbortSignal): void {
  const anchor = hash.slice(1);
  if (anchor === "" || left.aborted || show(anchor, isPressed)) return;
  const observer = new MutationObserver(() => show(anchor, isPressed) && observer.disconnect());
  observer.observe(document.body, { childList: true, subtree: true, attributes: true });
  left.addEventListener("abort", () => observer.disconnect());
  setTimeout(() => observer.disconnect(), WAIT_MS);
}

function show(anchor: string, isPressed: boolean): boolean {
  const element = document.querySelector<HTMLElement>(`main #${CSS.escape(anchor)}`);
  if (!element) return false;
  // A user who is already in it keeps the focus where it is.
  if (!isPressed && element.contains(document.activeElement)) return true;
  if (element instanceof HTMLDetailsElement) element.open = true;
  const control = element.matches(CONTROLS)
    ? element
    : element.querySelector<HTMLElement>(CONTROLS);
  const target = control ?? element;
  if (isPressed && (target.ariaDisabled === "true" || target.matches(":disabled"))) return false;
  element.scrollIntoView({ block: "center" });
  if (!control) target.tabIndex = -1;
  target.focus({ preventScroll: true });
  element.animate(
    [{ outline: "2px solid var(--color-signal)" }, { outline: "2px solid transparent" }],
    { duration: MARK_MS, easing: "ease-in" },
  );
  if (isPressed) target.click();
  return true;
}
