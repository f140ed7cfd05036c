import { byLanguage } from "#shared/language/messages.ts";
import { fullStop, joinSentences } from "#shared/language/sentences.ts";
import { msg } from "#shared/language/macros.ts";
import type { Words } from "#worker/language/words.ts";

const UNITS: [name: "day" | "hour" | "minute", milliseconds: number][] = [
  ["day", 24 * 60 * 60 * 1000],
  ["hour", 60 * 60 * 1000],
  ["minute", 60 * 1000],
];

// Japanese has no spaces around numbers, which only the narrow style leaves out.
const spans = byLanguage((tag) => {
  const format = (unit: string) =>
    new Intl.NumberFormat(tag, {
      style: "unit",
      unit,
      unitDisplay: tag === "ja" ? "narrow" : "long",
    });
  return { day: format("day"), hour: format("hour"), minute: format("minute") };
});
const times = byLanguage(
  (tag) => new Intl.RelativeTimeFormat(tag, { style: tag === "ja" ? "narrow" : "long" }),
);
const tenths = byLanguage(
  (tag) =>
    new Intl.NumberFormat(tag, {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
      useGrouping: false,
    }),
);

const unitOf = (milliseconds: number) => UNITS.find(([, length]) => milliseconds >= length);

/** "3 hours", whole and rounded down; "a moment" below a minute. */
export function span(milliseconds: number, { language, say }: Words): string {
  const unit = unitOf(milliseconds);
  if (unit === undefined) return say(msg`a moment`);
  return spans(language)[unit[0]].format(Math.floor(milliseconds / unit[1]));
}

/** "3 hours ago". */
export function ago(milliseconds: number, { language, say }: Words): string {
  const unit = unitOf(milliseconds);
  if (unit === undefined) return say(msg`a moment ago`);
  return times(language).format(-Math.floor(milliseconds / unit[1]), unit[0]);
}

/** "12.3 MB": millions of bytes, as Cloudflare counts its limits. */
export function megabytes(bytes: number, { language }: Words): string {
  return `${tenths(language).format(bytes / 1e6)} MB`;
}

/** Sentences after one another. */
export const sentences = (said: string[], { language }: Words): string =>
  joinSentences(said, language);

/** "one; two", which no longer fits a list with commas. */
export const clauses = (said: readonly string[], { say }: Words): string =>
  said.reduce((before, next) => say(msg`${before}; ${next}`));

/** The same as a sentence. */
export const asSentence = (said: readonly string[], inWords: Words): string =>
  `${clauses(said, inWords)}${fullStop(inWords.language)}`;
