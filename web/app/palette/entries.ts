import { msg, ph, t } from "#web/language/macros.ts";
import { sayInEnglish, say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import type { User } from "#shared/session.ts";
import { ADMIN_PLACES, placesOf, PLAYER_PLACES, WATCHLIST } from "#web/app/navigation/places.ts";
import { paths } from "#web/lib/paths.ts";
import type { IconName } from "#web/ui/icon.tsx";
import {
  hasName,
  hasWord,
  isStopWords,
  matching,
  mostNear,
  near,
  tellingWords,
  trimStopWords,
} from "./match.ts";
import { PLACES } from "./settings.ts";
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

export type PaletteSection = { title: string; entries: Entry[] };

/** What an entry is found by besides its text: other words for it, and everything in English. */
const wordsFor = (...texts: (Message | undefined)[]): string =>
  texts.flatMap((text) => (text === undefined ? [] : [say(text), sayInEnglish(text)])).join(" ");

const page = (to: string, label: Message, icon: IconName, alias?: Message): Entry => ({
  key: to,
  to,
  text: say(label),
  icon,
  alias: wordsFor(label, alias),
});

const action = (key: Action, label: Message, icon: IconName, alias: Message): Entry => ({
  key,
  action: key,
  text: say(label),
  icon,
  alias: wordsFor(label, alias),
});

const pages = () =>
  Object.values(PLAYER_PLACES).map(({ to, label, icon, alias }) => page(to, label, icon, alias));

const adminPages = () =>
  ADMIN_PLACES.flatMap((item) =>
    placesOf(item).map(({ to, label, icon, alias }) => ({
      ...page(to, label, icon),
      text: t`Admin: ${ph({ page: say(label) })}`,
      alias: `admin ${wordsFor(label, item.title, alias)}`,
    })),
  );

const keeperPages = (user: User | null) => {
  const { to, label, icon, alias } = WATCHLIST;
  return user?.unseenHits === undefined ? [] : [page(to, label, icon, alias)];
};

const THEME_WORDS = msg`appearance colours colors mode night day`;

const actions = (): Entry[] => [
  page(paths.createGroup, msg`Create Group`, "plus", msg`new`),
  page(paths.groups + paths.redeemHash, msg`Redeem Invite Code`, "check", msg`join`),
  action("link-character", msg`Link New Character`, "link", msg`add alt pilot`),
  action("shortcuts", msg`Keyboard shortcuts`, "info", msg`keys help`),
  action("system-theme", msg`System theme`, "sliders", THEME_WORDS),
  action("dark-theme", msg`Dark theme`, "sliders", THEME_WORDS),
  action("light-theme", msg`Light theme`, "sliders", THEME_WORDS),
  action("log-out", msg`Log out`, "logout", msg`logout sign out`),
];

const CHOOSE: Record<SubjectKind, Message> = {
  pilot: msg`Choose the pilot`,
  group: msg`Choose the group`,
  server: msg`Choose the server`,
  corporation: msg`Choose the corporation`,
  application: msg`Choose the application`,
};

type Listed = { entry: Entry; isForPlayers: boolean; isVerb: boolean };

/** Every name of every setting. If there are many of its kind, choosing the entry asks which one. */
const settingEntries = (): Listed[] =>
  PLACES.flatMap(([anchor, place]) =>
    place.names.map(([name, words], index): Listed => {
      const { page: at, kind, isForPlayers = false, verb } = place;
      const text = say(name);
      const common = {
        key: `setting ${anchor} ${index}`,
        text,
        alias: wordsFor(name, words),
        icon: verb?.icon ?? "sliders",
      } as const;
      const hash = `#${anchor}`;
      const entry: Entry =
        typeof at === "string" || kind === undefined
          ? { ...common, to: `${String(at)}${hash}` }
          : {
              ...common,
              hint: say(CHOOSE[kind]),
              step: { kind, label: text, to: (id) => at(id) + hash, isPressed: verb !== undefined },
            };
      return { entry, isForPlayers, isVerb: verb !== undefined };
    }),
  );

/** An entry that was kept, in the language of the moment. */
export function reworded(kept: Entry): Entry {
  const known = [...pages(), ...adminPages(), ...settingEntries().map(({ entry }) => entry)];
  return known.find(({ key }) => key === kept.key) ?? kept;
}

/** What can be done with a subject, and what can be set there. */
export function entriesAbout({ kind, id, name }: Subject): Entry[] {
  return PLACES.flatMap(([anchor, { page: at, kind: own, names, verb }]) => {
    if (own !== kind || typeof at === "string") return [];
    const to = `${at(id)}#${anchor}`;
    const common = { to, isPressed: verb !== undefined };
    return verb === undefined
      ? names.map((words, index): Entry => {
          return {
            ...common,
            key: `${to} ${index}`,
            text: say(words[0]),
            detail: name,
            icon: "sliders",
            alias: wordsFor(...words),
          };
        })
      : [
          {
            ...common,
            key: to,
            text: verb.of(name),
            icon: verb.icon,
            alias: wordsFor(...names.flat()),
            ...(verb.note !== undefined && { hint: say(verb.note) }),
          },
        ];
  });
}

/**
 * A search that has something to do or to set, and a name: "suspend bram", "nicknames null", "kick bram from a group". `rest` is the
 * name, and `steps` what was meant. What names a setting as a whole has no name in it.
 */
export function readCommand(typed: string): { steps: Step[]; rest: string } | undefined {
  const words = typed.trim().split(/\s+/);
  const listed = settingEntries().map(({ entry }) => entry);
  const entries = listed.flatMap((entry) =>
    "step" in entry ? [{ ...entry, step: entry.step }] : [],
  );
  const others = listed.filter((entry) => !("step" in entry));
  if (words.length < 2 || matching(entries, typed).length > 0) return undefined;
  const most = mostNear([...pages(), ...actions(), ...listed], typed);
  // The shortest name leaves most words to the command, and a name stands at the end more often than not.
  for (let size = 1; size < words.length; size++) {
    for (let start = words.length - size; start >= 0; start--) {
      const rest = words.slice(start, start + size);
      const after = words.slice(start + size);
      const command = [...words.slice(0, start), ...after].join(" ");
      if (isStopWords(command) || isStopWords(rest.join(" "))) continue;
      const steps = matching(entries, command)
        .filter((entry) => after.every((word) => isStopWords(word) || hasWord(entry, word)))
        .map(({ step }) => step);
      if (steps.length === 0) continue;
      // A setting that has more of the words was meant, or one of that very name: "delete my account" is no group.
      const isOther = others.some((entry) => hasName(entry, command));
      if (isOther || tellingWords(command).length < most) return undefined;
      return { steps, rest: trimStopWords(rest.join(" ")) };
    }
  }
  return undefined;
}

/** What is known without a request: pages, settings, actions, and the actions of the page behind the palette. */
export function knownSections(
  user: User | null,
  typed: string,
  pageActions: readonly Entry[],
): PaletteSection[] {
  const all = allKnown(user, typed, pageActions);
  const matches = matching(
    all.flatMap(({ entries }) => entries),
    typed,
  );
  // The section with the best match comes first.
  const titles = matches.map((match) => all.find(({ entries }) => entries.includes(match)));
  return [...new Set(titles)].flatMap((section) =>
    section === undefined
      ? []
      : [
          {
            title: section.title,
            entries: matches.filter((match) => section.entries.includes(match)).slice(0, MOST),
          },
        ],
  );
}

/** Known entries that have some of the typed words, but not all. */
export function nearSections(
  user: User | null,
  typed: string,
  pageActions: readonly Entry[],
): PaletteSection[] {
  const all = allKnown(user, typed, pageActions).flatMap(({ entries }) => entries);
  const matches = matching(all, typed);
  const entries = near(all, typed).filter((entry) => !matches.includes(entry));
  return entries.length === 0 ? [] : [{ title: t`Similar`, entries }];
}

function allKnown(
  user: User | null,
  typed: string,
  pageActions: readonly Entry[],
): PaletteSection[] {
  const isAdmin = user?.is_admin ?? false;
  const listed = typed.trim() === "" ? [] : settingEntries();
  const settings = listed.filter(({ isForPlayers }) => isAdmin || isForPlayers);
  const of = (isVerb: boolean) =>
    settings.filter((setting) => setting.isVerb === isVerb).map(({ entry }) => entry);
  return [
    { title: t`On this page`, entries: typed.trim() === "" ? [] : [...pageActions] },
    { title: t`Go to`, entries: [...pages(), ...(isAdmin ? adminPages() : keeperPages(user))] },
    { title: t`Settings`, entries: of(false) },
    {
      title: t`Actions`,
      entries: [
        ...actions().filter(({ key }) => !user?.guest || key !== paths.createGroup),
        ...of(true),
      ],
    },
  ];
}

export function pilotEntry(characterId: number, text: string, hint?: string): Entry {
  const to = paths.character(characterId);
  return { key: to, to, text, icon: "person", characterId, ...(hint && { hint }) };
}
