import { OPERATION_KINDS } from "#shared/operations/limits.ts";
import type { OperationKind } from "#shared/operations/operations.ts";
import { fold } from "#shared/fold.ts";
import { DAY_MS, MINUTE_MS } from "#shared/time.ts";

/**
 * What is understood of a line such as “Sat 19:00 shield ferox, staging, Aurelia”. `startsAt`: in milliseconds, EVE time. `commander`:
 * how the name begins.
 */
export type ReadLine = {
  kind?: OperationKind;
  startsAt?: number;
  title?: string;
  place?: string;
  commander?: string;
};

/** The words of the reader's language, folded. */
type LineWords = {
  kinds: Record<OperationKind, string>;
  today: string;
  tomorrow: string;
  /** Monday is 1, as in ISO 8601: long and short names. */
  weekdays: readonly (readonly [name: string, day: number])[];
  months: readonly (readonly [name: string, month: number])[];
};

/** The names of days and months in a language, and in English. */
export function wordsIn(tag: string): Pick<LineWords, "weekdays" | "months"> {
  const names = (options: Intl.DateTimeFormatOptions, dates: Date[]) =>
    [tag, "en"].flatMap((language) => {
      const format = new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
      return dates.map((date, index) => [bare(format.format(date)), index + 1] as const);
    });
  // The fifth of January 1970 was a Monday.
  const days = Array.from({ length: 7 }, (_, day) => new Date((4 + day) * DAY_MS));
  const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 1)));
  return {
    weekdays: [...names({ weekday: "long" }, days), ...names({ weekday: "short" }, days)],
    months: [...names({ month: "long" }, months), ...names({ month: "short" }, months)],
  };
}

const bare = (text: string) => fold(text).replace(/[.,]$/, "");

/** Reads a line at `now`. A time without a day is the next one; a day without a time has no start. */
export function readLine(line: string, words: LineWords, now: number): ReadLine {
  const [head = "", place, commander] = line.split(",").map((part) => part.trim());
  const rest: string[] = [];
  let [kind, time, day]: [OperationKind?, number?, number?] = [];
  let begins: number | undefined;
  let isWeekday = false;
  const tokens = head.split(/\s+/).filter(Boolean);
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] ?? "";
    const word = bare(token);
    const soon =
      rest.length === 0 ? /^in (\d+) ?(min|m|h)/i.exec(tokens.slice(index).join(" ")) : null;
    const clock = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(word);
    const dayOf = dayFrom(tokens, index, words, now);
    if (soon !== null) {
      begins = now + Number(soon[1]) * (/^h/i.test(soon[2] ?? "") ? 60 : 1) * MINUTE_MS;
      index += /^\d+$/.test(tokens[index + 1] ?? "") ? 2 : 1;
    } else if (clock !== null && time === undefined) {
      time = (Number(clock[1]) * 60 + Number(clock[2])) * MINUTE_MS;
    } else if (dayOf !== undefined && day === undefined) {
      day = dayOf.at;
      isWeekday = dayOf.isWeekday === true;
      index += dayOf.more;
    } else if (kind === undefined && rest.length === 0 && kindOf(word, words) !== undefined) {
      kind = kindOf(word, words);
    } else {
      rest.push(token);
    }
  }
  if (begins === undefined && time !== undefined) {
    const today = startOfDay(now);
    begins = day === undefined ? nextAt(today + time, now) : day + time;
    // A weekday that is over at this hour is next week's.
    if (isWeekday && begins < now) begins += 7 * DAY_MS;
  }
  const title = rest.join(" ");
  return {
    ...(kind !== undefined && { kind }),
    ...(begins !== undefined && { startsAt: Math.round(begins / MINUTE_MS) * MINUTE_MS }),
    ...(title !== "" && { title: title.charAt(0).toUpperCase() + title.slice(1) }),
    ...(place !== undefined && place !== "" && { place }),
    ...(commander !== undefined && commander !== "" && { commander }),
  };
}

const startOfDay = (now: number) => Math.floor(now / DAY_MS) * DAY_MS;
const nextAt = (at: number, now: number) => (at > now ? at : at + DAY_MS);

function kindOf(word: string, { kinds }: LineWords): OperationKind | undefined {
  return (
    OPERATION_KINDS.find((kind) => kinds[kind] === word) ??
    OPERATION_KINDS.find((kind) => kind === word)
  );
}

/** The day that begins at this word, and how many further words it takes. */
function dayFrom(
  tokens: readonly string[],
  index: number,
  words: LineWords,
  now: number,
): { at: number; more: number; isWeekday?: true } | undefined {
  const word = bare(tokens[index] ?? "");
  const next = bare(tokens[index + 1] ?? "");
  const today = startOfDay(now);
  if (word === words.today || word === "today") return { at: today, more: 0 };
  if (word === words.tomorrow || word === "tomorrow") return { at: today + DAY_MS, more: 0 };
  const weekday = words.weekdays.find(([name]) => name === word)?.[1];
  if (weekday !== undefined) {
    const present = new Date(today).getUTCDay() || 7;
    return { at: today + ((weekday - present + 7) % 7) * DAY_MS, more: 0, isWeekday: true };
  }
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(word);
  if (iso !== null) {
    return { at: Date.UTC(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3])), more: 0 };
  }
  const monthOf = (name: string) => words.months.find(([month]) => month === name)?.[1];
  const [number, month] = /^\d{1,2}$/.test(word)
    ? [Number(word), monthOf(next)]
    : [Number(next), monthOf(word)];
  if (month === undefined || !(number >= 1 && number <= 31)) return undefined;
  const year = new Date(now).getUTCFullYear();
  const thisYear = Date.UTC(year, month - 1, number);
  return { at: thisYear < today ? Date.UTC(year + 1, month - 1, number) : thisYear, more: 1 };
}
