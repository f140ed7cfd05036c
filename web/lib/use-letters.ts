import { useEffect, useEffectEvent, useRef } from "react";
import { areSingleKeysOn } from "./single-keys.ts";

/** `g` begins a shortcut of two keys for the whole product: the letter after it is not for the page. */
const PREFIX = "g";
const PREFIX_MS = 1500;
const FIELDS = "input, textarea, select, [contenteditable]";
const DIALOGS = "[role=dialog], [role=alertdialog]";

/** What single letters do on a page. None acts in a field, behind a dialog, held down, or switched off (WCAG 2.1.4). */
export function useLetters(acts: Readonly<Record<string, () => void>>) {
  const prefixedAt = useRef(Number.NEGATIVE_INFINITY);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target, timeStamp } = event;
    const key = event.key.toLowerCase();
    const isPrefixed = timeStamp - prefixedAt.current < PREFIX_MS;
    prefixedAt.current = key === PREFIX && !isPrefixed ? timeStamp : Number.NEGATIVE_INFINITY;
    if (isPrefixed || event.defaultPrevented || event.isComposing || event.repeat) return;
    if (event.ctrlKey || event.metaKey || event.altKey || !areSingleKeysOn()) return;
    if (target instanceof Element && target.closest(FIELDS) !== null) return;
    if (document.querySelector(DIALOGS) !== null) return;
    const act = Object.hasOwn(acts, key) ? acts[key] : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}
