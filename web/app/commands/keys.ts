import { msg } from "#web/language/macros.ts";
import type { Message } from "#shared/language/messages.ts";
import { paths } from "#web/lib/paths.ts";
import { isPaletteKey } from "./palette-key.ts";

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
export const PLACES: Record<string, { to: string; name: Message; isForAdmins?: boolean }> = {
  d: { to: paths.dashboard, name: msg`Go to the dashboard` },
  g: { to: paths.groups, name: msg`Go to the groups` },
  m: { to: paths.myGroups, name: msg`Go to my groups` },
  i: { to: paths.invitations, name: msg`Go to the invitations` },
  a: { to: paths.adminOverview, name: msg`Go to the admin panel`, isForAdmins: true },
};

/** How long `g` waits for the letter that says where. */
const PREFIX_MS = 1500;

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
    if (key === "g") prefixedAt = now;
    if (key === "?") return { do: "shortcuts" };
    if (key === "/") return { do: "search" };
    return undefined;
  };
}

function goTo(key: string, { isAdmin }: Keyboard): KeyCommand | undefined {
  const place = Object.hasOwn(PLACES, key) ? PLACES[key] : undefined;
  if (!place || (place.isForAdmins && !isAdmin)) return undefined;
  return { do: "go", to: place.to };
}
