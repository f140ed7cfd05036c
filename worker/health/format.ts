import type { HealthCheck } from "#shared/health.ts";
import { msg } from "#shared/language/macros.ts";
import { byLanguage, fullStop, joinSentences } from "#shared/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#shared/time.ts";
import type { Words } from "#worker/language/words.ts";

/** What a check has found: a message, what is worded already, or several sentences. */
type Said = Message | string | readonly (Message | string)[];

/** A line of the self-diagnosis before it is worded. */
export type HealthLine = Omit<HealthCheck, "title" | "words" | "fix" | "values"> & {
  title: Message;
  words: Said;
  fix?: Said;
  values?: { label: Message; value: string }[];
};
/** What is found about the thing of a line. */
export type Finding = Pick<HealthLine, "state" | "words" | "fix" | "action">;

export function inWords(
  { title, words: found, fix, values = [], ...check }: HealthLine,
  { language, say }: Words,
): HealthCheck {
  const word = (said: Message | string) => (typeof said === "string" ? said : say(said));
  const wordAll = (said: Said) => joinSentences([said].flat().map(word), language);
  return {
    ...check,
    title: say(title),
    words: wordAll(found),
    fix: fix === undefined ? null : wordAll(fix),
    values: values.map(({ label, value }) => ({ label: say(label), value })),
  };
}

const UNITS: [name: "day" | "hour" | "minute", milliseconds: number][] = [
  ["day", DAY_MS],
  ["hour", HOUR_MS],
  ["minute", MINUTE_MS],
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

/** "one; two", which no longer fits a list with commas. */
export const clauses = (said: readonly string[], { say }: Words): string =>
  said.reduce((before, next) => say(msg`${before}; ${next}`));

/** The same as a sentence. */
export const asSentence = (said: readonly string[], words: Words): string =>
  `${clauses(said, words)}${fullStop(words.language)}`;
