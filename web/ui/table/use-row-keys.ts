import { useEffect, useEffectEvent, useRef } from "react";
import type { RefObject } from "react";
import { areSingleKeysOn } from "#web/lib/single-keys.ts";

/** `g` begins a shortcut of two keys for the whole product. */
const PREFIX = "g";
const PREFIX_MS = 1000;
const ROW = "[data-row]";

/**
 * The keys of a list, which work while the focus is in it (WCAG 2.1.4): J and K move between the rows, which have their id in
 * `data-row`; the keys of `keys` are passed on with the id of the focused row.
 */
export function useRowKeys<Act extends string>(
  root: RefObject<HTMLElement | null>,
  keys: Readonly<Record<string, Act>>,
  onKey: (act: Act, rowId: string | undefined) => boolean,
) {
  const prefixedAt = useRef(Number.NEGATIVE_INFINITY);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, timeStamp } = event;
    const isPrefixed = timeStamp - prefixedAt.current < PREFIX_MS;
    prefixedAt.current = key === PREFIX ? timeStamp : Number.NEGATIVE_INFINITY;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isPrefixed) return;
    if (
      !(target instanceof HTMLElement) ||
      target.matches("textarea, input:not([type=checkbox])")
    ) {
      return;
    }
    if (key !== "Escape" && !areSingleKeysOn()) return;
    const row = rowOf(target);
    if (key === "j" || key === "k") {
      move(root.current, row, key === "j" ? 1 : -1);
      event.preventDefault();
      return;
    }
    const act = keys[key];
    if (act && onKey(act, row?.dataset["row"])) event.preventDefault();
  });
  useEffect(() => {
    const element = root.current;
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    element?.addEventListener("keydown", listen);
    return () => element?.removeEventListener("keydown", listen);
  }, [root]);
}

/** In a table, the mark is in a cell. */
function rowOf(target: HTMLElement): HTMLElement | null {
  const marked = target.closest<HTMLElement>(ROW);
  return marked ?? target.closest("tr")?.querySelector<HTMLElement>(ROW) ?? null;
}

function move(root: HTMLElement | null, from: HTMLElement | null, step: 1 | -1) {
  const rows = [...(root?.querySelectorAll<HTMLElement>(ROW) ?? [])];
  const next = from === null ? rows[0] : rows[rows.indexOf(from) + step];
  const isFocusable = next?.hasAttribute("tabindex");
  (isFocusable ? next : next?.querySelector("a"))?.focus();
  next?.scrollIntoView({ block: "nearest" });
}
