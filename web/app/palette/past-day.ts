import { fold } from "#shared/fold.ts";
import { DAY_MS } from "#shared/time.ts";
import { dayOf, readPastDay } from "#web/pilots/past/days.ts";

const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

const WRITTEN = /^(?<name>.*?\S)\s+(?:on\s+)?(?<day>yesterday|\d{4}-\d{2}-\d{2})$/i;
const DAY_MONTH =
  /^(?<name>.*\S)\s+on\s+(?<day>\d{1,2})\s+(?<month>\p{L}{3,9})\.?(?:\s+(?<year>\d{4}))?$/iu;
const MONTH_DAY =
  /^(?<name>.*\S)\s+on\s+(?<month>\p{L}{3,9})\.?\s+(?<day>\d{1,2})(?:,?\s+(?<year>\d{4}))?$/iu;

/**
 * "bram on 1 nov", "bram yesterday", "bram on 2026-11-01": a name and a day before today in EVE's time. Without a year, the last
 * such day.
 */
export function readPastSearch(typed: string, now: number) {
  const text = typed.trim();
  const found = (WRITTEN.exec(text) ?? DAY_MONTH.exec(text) ?? MONTH_DAY.exec(text))?.groups;
  if (!found) return undefined;
  const { name = "" } = found;
  const on = daysOf(found, now)
    .map((day) => readPastDay(day, now))
    .find((day) => day !== undefined);
  return on === undefined ? undefined : { name, on };
}

/** The days that may be meant, the likeliest first. */
function daysOf({ day = "", month, year }: Record<string, string | undefined>, now: number) {
  if (month === undefined) return [fold(day) === "yesterday" ? dayOf(now - DAY_MS) : day];
  const index = MONTHS.findIndex((one) => one.startsWith(fold(month)));
  const thisYear = new Date(now).getUTCFullYear();
  const years = year === undefined ? [thisYear, thisYear - 1] : [year];
  return years.map((of) => `${of}-${twoDigits(index + 1)}-${day.padStart(2, "0")}`);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
