import { fold } from "#shared/fold.ts";
import { DAY_MS } from "#shared/time.ts";
import { currentLanguage, perLanguage } from "#web/language/messages.ts";
import { isoDay, readPastDay } from "#web/lib/time.ts";
import { trimStopWords } from "./match.ts";

/** The words before a day, by language. A language that has none is not listed. */
const ON: Record<string, string> = { en: "on", de: "am", fr: "le", es: "el" };
/** Languages in which 11/1 may be January 11. */
const MONTH_FIRST = new Set(["en"]);

type DayWords = {
  /** A day, with the groups day, month and year. */
  patterns: RegExp[];
  /** How many days ago "yesterday", "last week" and "3 days ago" are; folded, without spaces. */
  ago: ReadonlyMap<string, number>;
  /** The names of the months and their beginnings, folded, from January on. */
  months: string[][];
};

const YEAR = String.raw`(?:,?\s+(?:de\s+)?(?<year>\d{4}))?`;

const wordsIn = (tag: string): DayWords => {
  const on = ON[tag];
  const before = on === undefined ? "" : String.raw`(?:${on}\s+)?`;
  const month = String.raw`(?<month>\p{L}{3,10})\.?`;
  const slash = MONTH_FIRST.has(tag)
    ? []
    : [String.raw`(?<day>\d{1,2})/(?<month>\d{1,2})/(?<year>\d{4})`];
  return {
    ago: wordsForAgo(tag),
    months: Array.from({ length: 12 }, (_, index) => monthNames(tag, index)),
    patterns: [
      String.raw`(?<year>\d{4})(?<mark>[-./])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})`,
      String.raw`(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})?`,
      ...slash,
      String.raw`(?<day>\d{1,2})(?:\.|er|st|nd|rd|th)?\s+(?:de\s+|of\s+)?${month}${YEAR}`,
      String.raw`${month}\s+(?<day>\d{1,2})(?:st|nd|rd|th)?${YEAR}`,
      // Chinese, Japanese and Korean: 2026年11月1日, 11월 1일.
      String.raw`(?:(?<year>\d{4})[年년]\s*)?(?<month>\d{1,2})[月월]\s*(?<day>\d{1,2})[日일号]`,
    ].map((pattern) => new RegExp(`^${before}${pattern}$`, "iu")),
  };
};

/** As the language writes a month alone and in a date: "ноябрь" and "ноября". */
function monthNames(tag: string, index: number): string[] {
  const date = new Date(Date.UTC(2026, index, 1));
  const written = (["long", "short"] as const).flatMap((month) => [
    new Intl.DateTimeFormat(tag, { month, timeZone: "UTC" }).formatToParts(date),
    new Intl.DateTimeFormat(tag, { month, day: "numeric", timeZone: "UTC" }).formatToParts(date),
  ]);
  return written.flatMap((parts) =>
    parts.filter(({ type }) => type === "month").map(({ value }) => fold(value.replace(".", ""))),
  );
}

const UNITS = [
  { unit: "day", days: 1, most: 31 },
  { unit: "week", days: 7, most: 8 },
  { unit: "month", days: 30, most: 12 },
] as const;

function wordsForAgo(tag: string): Map<string, number> {
  const ago = new Map<string, number>();
  for (const numeric of ["always", "auto"] as const) {
    const formatter = new Intl.RelativeTimeFormat(tag, { numeric });
    for (const { unit, days, most } of UNITS) {
      for (let count = 1; count <= most; count++) {
        const written = formatter.format(-count, unit);
        ago.set(joined(written), count * days);
        // "на прошлой неделе", "la semana pasada": also without the little word.
        const [first = "", ...others] = written.split(" ");
        if (first.length < 3 && others.length === 2)
          ago.set(joined(others.join(" ")), count * days);
      }
    }
  }
  return ago;
}

const joined = (text: string) => fold(text).replaceAll(/\s/g, "");

const ownWords = perLanguage(wordsIn);
let english: DayWords | undefined;

/** Where a day may begin or end: at a space, between a letter and a number, and beside letters that are written without spaces. */
const EDGE =
  /\s+|(?<=\p{L})(?=\d)|(?<=\d)(?=\p{L})|(?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])|(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}])/gu;

/**
 * "bram on 1 nov", "bram nov 1", "last week bram", "1.11.2026": a name, if there is one, and a day before today in EVE's time, in the
 * reader's language or in English. Without a year, the last such day.
 */
export function readPastSearch(typed: string, now: number) {
  const text = typed.trim();
  english ??= wordsIn("en");
  const spoken = currentLanguage() === "en" ? [english] : [ownWords(), english];
  const edges = [...text.matchAll(EDGE)];
  // The longest day first: "1 nov 2024" ends with a day too.
  const splits = [
    { name: "", day: text },
    ...edges.map(({ index, 0: { length } }) => ({
      name: text.slice(0, index),
      day: text.slice(index + length),
    })),
    ...edges.toReversed().map(({ index, 0: { length } }) => ({
      name: text.slice(index + length),
      day: text.slice(0, index),
    })),
  ];
  for (const { name, day } of splits) {
    for (const words of spoken) {
      const on = readDay(day, words, now);
      if (on !== undefined) return { name: trimStopWords(name), on };
    }
  }
  return undefined;
}

function readDay(text: string, { patterns, ago, months }: DayWords, now: number) {
  const days = ago.get(joined(text));
  if (days !== undefined) return isoDay(now - days * DAY_MS);
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.groups;
    const on = (found ? daysOf(found, months, now) : [])
      .map((day) => readPastDay(day, now))
      .find((day) => day !== undefined);
    if (on !== undefined) return on;
  }
  return undefined;
}

/** The days that may be meant, the likeliest first. */
function daysOf(
  { day = "", month = "", year }: Record<string, string | undefined>,
  months: readonly string[][],
  now: number,
) {
  const index = /^\d/.test(month)
    ? Number(month) - 1
    : months.findIndex((names) => names.some((name) => name.startsWith(fold(month))));
  const thisYear = new Date(now).getUTCFullYear();
  const years = year === undefined ? [thisYear, thisYear - 1] : [year];
  return years.map((of) => `${of}-${String(index + 1).padStart(2, "0")}-${day.padStart(2, "0")}`);
}
