import { fold } from "#shared/fold.ts";
import { ph, t } from "#web/language/macros.ts";
import { hasWords } from "#web/lib/found-words.ts";
import { paths } from "#web/lib/paths.ts";
import { formatDate } from "#web/lib/time.ts";
import { entriesAbout } from "./entries.ts";
import type { Entry, PaletteSection, Step } from "./entries.ts";

/** How many entries a section shows. */
const SHOWN = 6;
/** How many actions stand below the pilot on top; Tab shows the rest. */
const SHOWN_VERBS = 3;

/** The address that a step leads to with what was found, under a text that says both. */
export function reached(entry: Entry, step: Step): Entry[] {
  const { subject } = entry;
  if (subject === undefined) return [];
  const to = step.to(subject.id);
  const about = entriesAbout(subject).find(
    (entry) => "to" in entry && entry.to === to && entry.isPressed,
  );
  const common = { ...lookOf(entry), to, isPressed: step.isPressed, key: `${to} ${step.label}` };
  return [about ? { ...common, text: about.text } : { ...common, detail: step.label }];
}

export function verbsOf({ subject, sheet }: Entry): Entry[] {
  if (subject === undefined) return [];
  const verbs = entriesAbout(subject).filter((entry) => "to" in entry && entry.isPressed);
  const open: Entry[] =
    sheet === undefined
      ? []
      : [
          {
            key: `sheet ${sheet}`,
            to: sheet,
            text: t`Open the sheet of ${ph({ pilotName: subject.name })}`,
            icon: "person",
          },
        ];
  return [...open, ...verbs.slice(0, SHOWN_VERBS)];
}

/** A pilot whose name is what was typed, or begins with it as a word. */
export function isAnswer({ text }: Entry, typed: string): boolean {
  const [name, asked] = [fold(text), fold(typed)];
  return name === asked || name.startsWith(`${asked} `);
}

export function pastSections(pilots: readonly Entry[], on: string): PaletteSection[] {
  const [first] = pilots;
  const day = formatDate(on);
  const shown = pilots.flatMap((pilot, index): Entry[] => {
    const { subject, sheet, detail } = pilot;
    if (subject === undefined) return [];
    return [
      {
        ...lookOf(pilot),
        key: `${subject.id} on ${on}`,
        to: `${paths.adminPilot(subject.id)}?on=${on}`,
        on,
        isAnswer: index === 0,
        ...(detail !== undefined && { detail }),
        ...(sheet !== undefined && { sheet }),
      },
    ];
  });
  const name = first?.subject?.name ?? "";
  const since: Entry = {
    key: `since ${on}`,
    to: `${paths.adminActivity}?${new URLSearchParams({ subject: name, from: on })}`,
    text: t`What happened to ${name} since`,
    icon: "activity",
    hint: t`Activity`,
  };
  return [
    { title: t`On ${day}`, entries: shown },
    { title: t`Since ${day}`, entries: shown.length > 0 ? [since] : [] },
  ];
}

/** A day without a name. */
export function daySections(on: string): PaletteSection[] {
  const day = formatDate(on);
  return [
    {
      title: t`On ${day}`,
      entries: [
        {
          key: `day ${on}`,
          to: `${paths.adminActivity}?${new URLSearchParams({ from: on, to: on })}`,
          text: t`What happened on that day`,
          icon: "activity",
          hint: t`Activity`,
          on,
        },
      ],
    },
  ];
}

export function contains({ text, alias = "" }: Entry, typed: string): boolean {
  return hasWords(`${text} ${alias}`, typed);
}

export function filled(sections: readonly PaletteSection[]): PaletteSection[] {
  return sections
    .map(({ title, entries }) => ({ title, entries: entries.slice(0, SHOWN) }))
    .filter(({ entries }) => entries.length > 0);
}

/** What a line looks like, without what it does. */
function lookOf({ text, icon, characterId, corporationId }: Entry) {
  return {
    text,
    icon,
    ...(characterId !== undefined && { characterId }),
    ...(corporationId !== undefined && { corporationId }),
  };
}
