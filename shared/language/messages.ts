/** A message as the build compiles it: text, or its parts. "#" is the count of the plural that it stands in. */
export type Compiled = string | readonly Part[];
type Part =
  | string
  | readonly [name: string]
  | readonly [name: string, kind: "number" | "date"]
  | readonly [name: string, kind: Choice, forms: Forms];
type Choice = "plural" | "select";
type Forms = Readonly<Record<string, Compiled>>;

type Values = Readonly<Record<string, unknown>>;

/** A name in a text, kept apart from it: names may be in any script. */
export type Name = { name: string };

/** A text that is worded when it is shown. `message` is English. */
export type Message = {
  readonly id: string;
  readonly message: Compiled;
  readonly values?: Values;
  /** Which meaning of its words it has. In what is built, the id says it. */
  readonly context?: string;
};

/** Texts by the ids of their messages. */
export type Translations = Readonly<Record<string, Compiled>>;

/** What words a message: a language, as a BCP 47 tag, and its translations. A text without one is English. */
export type LanguageWords = { language: string; translations: Translations };

/** A piece of a worded message: its own text, or a value as it was given. */
export type WordedPiece = { text: string } | { value: unknown };

/** A formatter of `Intl`, which is slow to make, for each language. */
export function byLanguage<Formatter>(
  make: (language: string) => Formatter,
): (language: string) => Formatter {
  const made = new Map<string, Formatter>();
  return (language) => {
    const formatter = made.get(language) ?? make(language);
    made.set(language, formatter);
    return formatter;
  };
}

const numbers = byLanguage((tag) => new Intl.NumberFormat(tag));
const moments = byLanguage(
  (tag) =>
    new Intl.DateTimeFormat(tag, {
      dateStyle: "long",
      timeStyle: "short",
      timeZone: "UTC",
      hourCycle: "h23",
    }),
);
const plurals = byLanguage((tag) => new Intl.PluralRules(tag));

/** Creates them before they are needed: the first `Intl.NumberFormat` takes a browser 30 to 50 ms on a slow core. */
export function makeFormatters(language: string): void {
  numbers(language);
  plurals(language);
}

/** A message in the words of a language. */
export const sayIn = (words: LanguageWords, message: Message): string =>
  wordedPieces(message, words)
    .map((piece) => ("text" in piece ? piece.text : plainText(piece.value)))
    .join("");

/** A value in a text. */
export const plainText = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";

export function wordedPieces(
  { id, message, values = {} }: Message,
  { language, translations }: LanguageWords,
): WordedPiece[] {
  const translation = translations[id];
  return pieces(translation ?? message, undefined);

  function pieces(compiled: Compiled, count: number | undefined): WordedPiece[] {
    if (typeof compiled === "string") return [{ text: compiled }];
    return compiled.flatMap((part): WordedPiece[] => {
      if (part === "#" && count !== undefined) return [{ text: numbers(language).format(count) }];
      if (typeof part === "string") return [{ text: part }];
      const [name, kind, forms] = part;
      const value = values[name];
      if (kind === "number") return [{ text: numbers(language).format(Number(value)) }];
      if (kind === "date")
        return [{ text: `${moments(language).format(new Date(String(value)))} EVE` }];
      if (kind === undefined || forms === undefined) return [{ value }];
      if (kind === "select") return pieces(formOf(forms, String(value)), count);
      const number = Number(value);
      const form =
        forms[String(number)] ??
        formOf(forms, plurals(translation ? language : "en").select(number));
      return pieces(form, number);
    });
  }
}

const formOf = (forms: Forms, key: string): Compiled =>
  (Object.hasOwn(forms, key) ? forms[key] : forms["other"]) ?? "";

/** Chinese and Japanese have no space between sentences, and a full stop of their own. */
const isFullWidth = (language: string) => language === "zh" || language === "ja";

/** Sentences after one another. */
export const joinSentences = (sentences: readonly string[], language: string): string =>
  sentences.join(isFullWidth(language) ? "" : " ");

export const fullStop = (language: string): string => (isFullWidth(language) ? "。" : ".");
