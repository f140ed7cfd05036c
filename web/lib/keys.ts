import { useEffectEvent, useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";
import { readStored, writeStored } from "./storage.ts";
import { createStore } from "./store.ts";

/** Every key that does something, by what it does. On one page a key means one thing: operations have other keys than requests. */
export const KEYS = {
  next: "j",
  previous: "k",
  select: "x",
  clear: "Escape",
  approve: "a",
  reject: "r",
  talk: "t",
  note: "n",
  undo: "z",
  plan: "n",
  list: "l",
  week: "w",
  coming: "c",
  maybe: "m",
  not: "x",
  edit: "e",
  search: "/",
  help: "?",
  /** Begins a shortcut of two keys for the whole product: the letter after it is not for the page. */
  go: "g",
} as const;

/** How long the first of two keys waits for the second. */
export const PREFIX_MS = 1500;
const FIELDS = "input, textarea, select, [contenteditable]";
const DIALOGS = "[role=dialog], [role=alertdialog]";
const ROW = "[data-row]";

const CHOICE = "muster.screen.singleKeys";
/** Since the page was loaded; undefined until then. */
const chosen = createStore<boolean | undefined>(undefined);

/** Whether shortcuts of one key are on in this browser: speech input types them by accident (WCAG 2.1.4). */
export function areSingleKeysOn(): boolean {
  return chosen.get() ?? readStored("local", CHOICE) !== "off";
}

export function switchSingleKeys(isOn: boolean): void {
  writeStored("local", CHOICE, isOn ? null : "off");
  chosen.set(isOn);
}

export function useSingleKeys(): boolean {
  chosen.useValue();
  return areSingleKeysOn();
}

/** Where a letter is a letter: in fields, and in lists that jump to what begins with it. */
export function isInField({ target }: Event): boolean {
  return target instanceof Element && target.closest(FIELDS) !== null;
}

/** A dialog is open: the page behind it must not move. */
export function isInDialog(): boolean {
  return document.querySelector(DIALOGS) !== null;
}

/** Tells for each press whether it is the letter of a shortcut that `g` has begun. */
function usePrefix() {
  const at = useRef(Number.NEGATIVE_INFINITY);
  return ({ key, timeStamp }: KeyboardEvent): boolean => {
    const isPrefixed = timeStamp - at.current < PREFIX_MS;
    at.current =
      key.toLowerCase() === KEYS.go && !isPrefixed ? timeStamp : Number.NEGATIVE_INFINITY;
    return isPrefixed;
  };
}

/** Listens to the keyboard from the commit on: an effect after the paint would miss a press that follows at once. */
export function useKeyDown(onKeyDown: (event: KeyboardEvent) => void) {
  const onPress = useEffectEvent(onKeyDown);
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onPress(event);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}

/** What single letters do on a page, from the moment when it is drawn. None acts in a field, behind a dialog, held down, or switched off. */
export function useLetters(acts: Readonly<Record<string, () => void>>) {
  const isPrefixed = usePrefix();
  useKeyDown((event) => {
    const key = event.key.toLowerCase();
    if (isPrefixed(event) || event.defaultPrevented || event.isComposing || event.repeat) return;
    if (event.ctrlKey || event.metaKey || event.altKey || !areSingleKeysOn()) return;
    if (isInField(event) || isInDialog()) return;
    const act = Object.hasOwn(acts, key) ? acts[key] : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  });
}

/**
 * The keys of a list, which work while the focus is in it: the next and the previous row, which have their id in `data-row`; the keys
 * of `keys` are passed on with the id of the focused row.
 */
export function useRowKeys<Act extends string>(
  root: RefObject<HTMLElement | null>,
  keys: Readonly<Record<string, Act>>,
  onKey: (act: Act, rowId: string | undefined) => boolean,
) {
  const isPrefixed = usePrefix();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event;
    if (isPrefixed(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.isComposing || !(target instanceof HTMLElement)) return;
    if (target.matches("textarea, input:not([type=checkbox])")) return;
    if (key !== KEYS.clear && !areSingleKeysOn()) return;
    const row = rowOf(target);
    if (key === KEYS.next || key === KEYS.previous) {
      move(root.current, row, key === KEYS.next ? 1 : -1);
      event.preventDefault();
      return;
    }
    const act = keys[key];
    if (act && onKey(act, row?.dataset["row"])) event.preventDefault();
  });
  useLayoutEffect(() => {
    const element = root.current;
    const onPress = (event: KeyboardEvent) => onKeyDown(event);
    element?.addEventListener("keydown", onPress);
    return () => element?.removeEventListener("keydown", onPress);
  }, [root]);
}

/** The element with the row's id: in a table it is in a cell of the row. */
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
