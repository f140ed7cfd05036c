import type { User } from "#shared/session.ts";
import { ADMIN_PLACES, PLAYER_PLACES } from "#web/app/navigation/places.ts";
import { paths } from "#web/lib/paths.ts";
import type { IconName } from "#web/ui/icon.tsx";

/** In one section. */
const MOST = 16;

/** One line of the palette. */
export type Entry = {
  key: string;
  text: string;
  icon: IconName;
  /** In place of the icon: a pilot's face. */
  characterId?: number;
  hint?: string;
  /** Other words by which it is found. */
  alias?: string;
} & ({ to: string } | { action: Action } | { press: HTMLElement });

export type Action =
  | "link-character"
  | "log-out"
  | "shortcuts"
  | "system-theme"
  | "dark-theme"
  | "light-theme";

export type Section = { title: string; entries: Entry[] };

const page = (to: string, text: string, icon: IconName, alias?: string): Entry => ({
  key: to,
  to,
  text,
  icon,
  ...(alias !== undefined && { alias }),
});

const theme = (action: Action, text: string): Entry => ({
  key: action,
  action,
  text,
  icon: "sliders",
  alias: "appearance colours colors mode night day",
});

const PAGES = Object.values(PLAYER_PLACES).map(({ to, label, icon, alias }) =>
  page(to, label, icon, alias),
);

const ADMIN_PAGES = ADMIN_PLACES.flatMap(({ title, places }) =>
  places.map(({ to, label, icon, alias }) =>
    page(to, `Admin: ${label}`, icon, `${title} ${alias}`),
  ),
);

const ACTIONS: Entry[] = [
  page(paths.createGroup, "Create Group", "plus", "new"),
  page(paths.groups + paths.redeemHash, "Redeem Invite Code", "check", "join"),
  {
    key: "link",
    action: "link-character",
    text: "Link New Character",
    icon: "link",
    alias: "add alt pilot",
  },
  {
    key: "shortcuts",
    action: "shortcuts",
    text: "Keyboard shortcuts",
    icon: "info",
    alias: "keys help",
  },
  theme("system-theme", "System theme"),
  theme("dark-theme", "Dark theme"),
  theme("light-theme", "Light theme"),
  { key: "logout", action: "log-out", text: "Log out", icon: "logout", alias: "logout sign out" },
];

/** What is known without a request: pages, actions, and the actions of the page behind the palette. */
export function knownSections(
  user: User | null,
  typed: string,
  pageActions: readonly Entry[],
): Section[] {
  const sections = [
    { title: "On this page", entries: typed.trim() === "" ? [] : pageActions },
    { title: "Go to", entries: user?.is_admin ? [...PAGES, ...ADMIN_PAGES] : PAGES },
    {
      title: "Actions",
      entries: user?.guest ? ACTIONS.filter(({ key }) => key !== paths.createGroup) : ACTIONS,
    },
  ];
  return sections
    .map(({ title, entries }) => ({ title, entries: matching(entries, typed).slice(0, MOST) }))
    .filter(({ entries }) => entries.length > 0);
}

export function pilotEntry(characterId: number, text: string, hint?: string): Entry {
  const to = paths.character(characterId);
  return { key: to, to, text, icon: "person", characterId, ...(hint && { hint }) };
}

/** Those in which every word that was typed begins a word; by the name first, then by other words for it. */
export function matching(entries: readonly Entry[], typed: string): Entry[] {
  const words = wordsOf(typed);
  const byName = entries.filter(({ text }) => isMatch(text, words));
  const byAlias = entries.filter(
    (entry) => !byName.includes(entry) && isMatch(`${entry.text} ${entry.alias ?? ""}`, words),
  );
  return [...byName, ...byAlias];
}

function isMatch(text: string, words: readonly string[]): boolean {
  const own = wordsOf(text);
  return words.every((word) => own.some((one) => one.startsWith(word)));
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
