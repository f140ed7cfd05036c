import { useEffect } from "react";
import type { Draft } from "#web/groups/requirements/rule/draft.ts";

const FOCUSABLE = "input, select, textarea, button";

/** Focuses the part of a row that a change asks for: a row that is moved is another element afterwards. */
export function useRowFocus({ focus }: Draft) {
  useEffect(() => {
    if (!focus) return undefined;
    const key = `[data-focus="${focus.part}-${focus.id}"]`;
    if (focusIn(key)) return undefined;
    // The code of its form is still loading.
    const observer = new MutationObserver(() => focusIn(key) && observer.disconnect());
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [focus]);
}

function focusIn(key: string): boolean {
  const places = [...document.querySelectorAll<HTMLElement>(key)];
  // The grip of a row is hidden on a phone; its menu is not.
  const place = places.find((one) => one.checkVisibility());
  const target = place?.matches(FOCUSABLE) ? place : place?.querySelector<HTMLElement>(FOCUSABLE);
  target?.focus();
  return target !== undefined && target !== null;
}
