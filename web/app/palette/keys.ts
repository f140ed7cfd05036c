import { useState } from "react";
import { msg } from "#web/language/macros.ts";
import type { Message } from "#shared/language/messages.ts";
import { paths } from "#web/lib/paths.ts";
import {
  areSingleKeysOn,
  isInDialog,
  isInField,
  KEYS,
  PREFIX_MS,
  useKeyDown,
} from "#web/lib/keys.ts";
import { isPaletteKey } from "./early-palette.tsx";

/** What a key press asks for. */
export type KeyCommand =
  /** In a dialog, the palette opens no second one; the same keys close it. */
  | { do: "palette"; isInDialog: boolean }
  | { do: "shortcuts" }
  | { do: "search" }
  | { do: "go"; to: string };

/** A key press, and where it happened. */
export type Press = {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  /** The key is being held. */
  repeat: boolean;
  /** In a field, where letters are letters. */
  isTyping: boolean;
  /** A dialog is open: the page behind it must not move. */
  isInDialog: boolean;
};

/** After `g`, within a moment. */
export const PLACE_KEYS: Record<string, { to: string; name: Message; isForAdmins?: boolean }> = {
  d: { to: paths.dashboard, name: msg`Go to the dashboard` },
  g: { to: paths.groups, name: msg`Go to the groups` },
  m: { to: paths.myGroups, name: msg`Go to my groups` },
  o: { to: paths.operations, name: msg`Go to the operations` },
  i: { to: paths.invitations, name: msg`Go to the invitations` },
  a: { to: paths.adminOverview, name: msg`Go to the admin panel`, isForAdmins: true },
};

type Keyboard = {
  /** Single keys can be switched off: speech input types them by accident (WCAG 2.1.4). */
  areSingleKeysOn: boolean;
  isAdmin: boolean;
};

/** Reads one press after the other: `g` means nothing until the next one. */
export function createKeyReader() {
  let prefixedAt = -Infinity;
  return (press: Press, keyboard: Keyboard, now: number): KeyCommand | undefined => {
    const isPrefixed = now - prefixedAt < PREFIX_MS;
    prefixedAt = -Infinity;
    if (isPaletteKey(press)) return { do: "palette", isInDialog: press.isInDialog };
    if (press.repeat || press.altKey || press.ctrlKey || press.metaKey) return undefined;
    const key = press.key.toLowerCase();
    if (!keyboard.areSingleKeysOn || press.isTyping || press.isInDialog) return undefined;
    if (isPrefixed) return goTo(key, keyboard);
    if (key === KEYS.go) prefixedAt = now;
    if (key === KEYS.help) return { do: "shortcuts" };
    if (key === KEYS.search) return { do: "search" };
    return undefined;
  };
}

function goTo(key: string, { isAdmin }: Keyboard): KeyCommand | undefined {
  const place = Object.hasOwn(PLACE_KEYS, key) ? PLACE_KEYS[key] : undefined;
  if (!place || (place.isForAdmins && !isAdmin)) return undefined;
  return { do: "go", to: place.to };
}

/** Listens to the keyboard as long as the shell is there. */
export function useShortcuts(isAdmin: boolean, onCommand: (command: KeyCommand) => void) {
  const [read] = useState(createKeyReader);
  // From the commit that takes `EarlyPalette` away: no press falls between them.
  useKeyDown((event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const { key, ctrlKey, metaKey, altKey, repeat } = event;
    const where = { isTyping: isInField(event), isInDialog: isInDialog() };
    const command = read(
      { key, ctrlKey, metaKey, altKey, repeat, ...where },
      { areSingleKeysOn: areSingleKeysOn(), isAdmin },
      event.timeStamp,
    );
    if (!command) return;
    event.preventDefault();
    onCommand(command);
  });
}
