import type { User } from "#shared/session.ts";
import { ADMIN_PLACES, PLAYER_PLACES } from "#web/app/navigation/places.ts";
import { paths } from "#web/lib/paths.ts";
import type { IconName } from "#web/ui/icon.tsx";
import { SETTINGS } from "./settings.ts";
import type { SubjectKind } from "./settings.ts";

/** How many entries a section shows. */
const MOST = 16;

/** A thing that has actions and settings of its own. */
export type Subject = { kind: SubjectKind; id: string; name: string };

/** A second step: asks which group, server or pilot is meant, and leads to its setting. */
export type Step = {
  kind: SubjectKind;
  label: string;
  to: (id: string) => string;
  isPressed: boolean;
};

/** One line of the palette. */
export type Entry = {
  key: string;
  text: string;
  icon: IconName;
  /** In place of the icon: a pilot's face, or the logo of a corporation. */
  characterId?: number;
  corporationId?: number;
  /** Behind the text, quieter. */
  detail?: string;
  /** What is wrong. */
  warning?: string;
  /** At the end of the line. */
  hint?: string;
  /** Other words by which it is found. */
  alias?: string;
  /** Where Ctrl and Enter lead: the sheet of a pilot. */
  sheet?: string;
  /** What Tab offers to do with it. */
  subject?: Subject;
  /** The day of the past that it shows. */
  on?: string;
  /** Shown large, on top. */
  isAnswer?: boolean;
} & (
  | { to: string; isPressed?: boolean }
  | { action: Action }
  | { press: HTMLElement }
  | { step: Step }
  | { type: string }
);

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

type Listed = { entry: Entry; isForPlayers: boolean; isVerb: boolean };

/** Every name of every setting. If there are many of its kind, choosing the entry asks which one. */
const SETTING_ENTRIES: Listed[] = Object.entries(SETTINGS).flatMap(([anchor, place]) =>
  Object.entries(place.names).map(([text, alias]): Listed => {
    const { page: at, kind, isForPlayers = false, verb } = place;
    const common = { key: `setting ${text}`, text, alias, icon: verb?.icon ?? "sliders" } as const;
    const hash = `#${anchor}`;
    const entry: Entry =
      typeof at === "string" || kind === undefined
        ? { ...common, to: `${String(at)}${hash}` }
        : {
            ...common,
            hint: `Choose the ${kind}`,
            step: { kind, label: text, to: (id) => at(id) + hash, isPressed: verb !== undefined },
          };
    return { entry, isForPlayers, isVerb: verb !== undefined };
  }),
);

/** What can be done with a subject, and what can be set there. */
export function entriesAbout({ kind, id, name }: Subject): Entry[] {
  return Object.entries(SETTINGS).flatMap(([anchor, { page: at, kind: own, names, verb }]) => {
    if (own !== kind || typeof at === "string") return [];
    const to = `${at(id)}#${anchor}`;
    const common = { to, isPressed: verb !== undefined };
    const alias = `${Object.keys(names).join(" ")} ${Object.values(names).join(" ")}`;
    return verb === undefined
      ? Object.entries(names).map(([text, words]): Entry => {
          return {
            ...common,
            key: `${to} ${text}`,
            text,
            detail: name,
            icon: "sliders",
            alias: words,
          };
        })
      : [
          {
            ...common,
            key: to,
            text: verb.of(name),
            icon: verb.icon,
            alias,
            ...(verb.note !== undefined && { hint: verb.note }),
          },
        ];
  });
}

/**
 * A search that begins with something to do or to set and goes on with a name: "suspend bram", "nicknames null". `rest` is the name,
 * and `steps` what was meant.
 */
export function readCommand(typed: string): { steps: Step[]; rest: string } | undefined {
  const words = typed.trim().split(/\s+/);
  for (let count = words.length - 1; count > 0; count--) {
    const head = words.slice(0, count).join(" ");
    const meant = matching(
      SETTING_ENTRIES.map(({ entry }) => entry),
      head,
    );
    const steps = meant.flatMap((entry) => ("step" in entry ? [entry.step] : []));
    if (steps.length > 0) return { steps, rest: words.slice(count).join(" ") };
  }
  return undefined;
}

/** What is known without a request: pages, settings, actions, and the actions of the page behind the palette. */
export function knownSections(
  user: User | null,
  typed: string,
  pageActions: readonly Entry[],
): Section[] {
  const isAdmin = user?.is_admin ?? false;
  const listed = typed.trim() === "" ? [] : SETTING_ENTRIES;
  const settings = listed.filter(({ isForPlayers }) => isAdmin || isForPlayers);
  const of = (isVerb: boolean) =>
    settings.filter((one) => one.isVerb === isVerb).map(({ entry }) => entry);
  const sections = [
    { title: "On this page", entries: typed.trim() === "" ? [] : pageActions },
    { title: "Go to", entries: isAdmin ? [...PAGES, ...ADMIN_PAGES] : PAGES },
    { title: "Settings", entries: of(false) },
    {
      title: "Actions",
      entries: [
        ...(user?.guest ? ACTIONS.filter(({ key }) => key !== paths.createGroup) : ACTIONS),
        ...of(true),
      ],
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

/** The entries in which every typed word begins a word: matches of the name first, then matches of other words for it. */
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

export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
