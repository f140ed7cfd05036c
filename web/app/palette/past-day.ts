import { fold } from "#shared/fold.ts";
import { DAY_MS } from "#shared/time.ts";
import { currentLanguage, perLanguage } from "#web/language/messages.ts";
import { dayOf, readPastDay } from "#web/pilots/past/days.ts";

/** The words before a day, by language. A language that has none is not listed. */
const ON: Record<string, string> = { en: "on", de: "am", fr: "le", es: "el" };

type DayWords = {
  /** What ends a search, with the groups name, day, month and year. */
  patterns: RegExp[];
  yesterday: string;
  /** The names of the months and their beginnings, folded, from January on. */
  months: string[][];
};

const YEAR = String.raw`(?:,?\s+(?:de\s+)?(?<year>\d{4}))?`;

const wordsIn = (tag: string): DayWords => {
  const yesterday = fold(new Intl.RelativeTimeFormat(tag, { numeric: "auto" }).format(-1, "day"));
  const on = ON[tag];
  const before = on === undefined ? "" : String.raw`${on}\s+`;
  const maybe = before === "" ? "" : `(?:${before})?`;
  const month = String.raw`(?<month>\p{L}{3,10})\.?`;
  return {
    yesterday,
    months: Array.from({ length: 12 }, (_, index) => monthNames(tag, index)),
    patterns: [
      String.raw`^(?<name>.*?\S)\s+${maybe}(?<day>${yesterday}|\d{4}-\d{2}-\d{2})$`,
      String.raw`^(?<name>.*\S)\s+${before}(?<day>\d{1,2})(?:\.|er)?\s+(?:de\s+)?${month}${YEAR}$`,
      String.raw`^(?<name>.*\S)\s+${before}${month}\s+(?<day>\d{1,2})${YEAR}$`,
      // Chinese, Japanese and Korean: 2026年11月1日, 11월 1일.
      String.raw`^(?<name>.*?\S)\s*(?:(?<year>\d{4})[年년]\s*)?(?<month>(?<!\d)\d{1,2})[月월]\s*(?<day>\d{1,2})[日일]$`,
      ...(/\p{Script=Han}|\p{Script=Hangul}/u.test(yesterday)
        ? [String.raw`^(?<name>.*?\S)\s*(?<day>${yesterday})$`]
        : []),
    ].map((pattern) => new RegExp(pattern, "iu")),
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

const ownWords = perLanguage(wordsIn);
let english: DayWords | undefined;

/**
 * "bram on 1 nov", "bram yesterday", "bram on 2026-11-01": a name and a day before today in EVE's time, in the reader's language or in
 * English. Without a year, the last such day.
 */
export function readPastSearch(typed: string, now: number) {
  const text = typed.trim();
  english ??= wordsIn("en");
  const spoken = currentLanguage() === "en" ? [english] : [ownWords(), english];
  for (const words of spoken) {
    for (const pattern of words.patterns) {
      const found = pattern.exec(text)?.groups;
      const on = (found ? daysOf(found, words, now) : [])
        .map((day) => readPastDay(day, now))
        .find((day) => day !== undefined);
      if (found && on !== undefined) return { name: found["name"] ?? "", on };
    }
  }
  return undefined;
}

/** The days that may be meant, the likeliest first. */
function daysOf(
  { day = "", month, year }: Record<string, string | undefined>,
  { months, yesterday }: DayWords,
  now: number,
) {
  if (month === undefined) return [fold(day) === yesterday ? dayOf(now - DAY_MS) : day];
  const index = /^\d/.test(month)
    ? Number(month) - 1
    : months.findIndex((names) => names.some((name) => name.startsWith(fold(month))));
  const thisYear = new Date(now).getUTCFullYear();
  const years = year === undefined ? [thisYear, thisYear - 1] : [year];
  return years.map((of) => `${of}-${twoDigits(index + 1)}-${day.padStart(2, "0")}`);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
