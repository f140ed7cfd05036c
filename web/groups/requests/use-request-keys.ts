import { useEffect, useEffectEvent, useRef } from "react";
import type { RefObject } from "react";
import { areSingleKeysOn } from "#web/lib/single-keys.ts";

export type RequestKey = "approve" | "reject" | "select" | "clear" | "undo";

const KEYS: Record<string, RequestKey> = {
  a: "approve",
  r: "reject",
  x: "select",
  z: "undo",
  Escape: "clear",
};
/** `g` begins a shortcut of two keys for the whole product. */
const PREFIX = "g";
const PREFIX_MS = 1000;

/**
 * The keys of the list, which work while the focus is in it (WCAG 2.1.4): J and K move between the rows; the other keys
 * are passed on with the id of the focused row.
 */
export function useRequestKeys(
  root: RefObject<HTMLElement | null>,
  onKey: (key: RequestKey, requestId: string | undefined) => boolean,
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
    const row = target.closest<HTMLElement>("[data-request]");
    if (key === "j" || key === "k") {
      move(root.current, row, key === "j" ? 1 : -1);
      event.preventDefault();
      return;
    }
    const known = KEYS[key];
    if (known && onKey(known, row?.dataset["request"])) event.preventDefault();
  });
  useEffect(() => {
    const element = root.current;
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    element?.addEventListener("keydown", listen);
    return () => element?.removeEventListener("keydown", listen);
  }, [root]);
}

function move(root: HTMLElement | null, from: HTMLElement | null, step: 1 | -1) {
  const rows = [...(root?.querySelectorAll<HTMLElement>("[data-request]") ?? [])];
  const next = from === null ? rows[0] : rows[rows.indexOf(from) + step];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}
