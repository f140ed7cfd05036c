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
};

export type Translations = Readonly<Record<string, Compiled>>;

/** A piece of a worded message: its own text, or a value as it was given. */
type Piece = { text: string } | { value: unknown };

const ENGLISH = "en";

let language = ENGLISH;
let translations: Translations = {};
const listeners = new Set<() => void>();

/** A BCP 47 tag. */
export const currentLanguage = (): string => language;

/** Words everything in a language from now on. */
export function speak(next: string, messages: Translations): void {
  language = next;
  translations = messages;
  for (const listener of listeners) listener();
}

export function addTranslations(messages: Translations): void {
  translations = { ...translations, ...messages };
}

export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A formatter of `Intl`, which is slow to make, in the language of the moment. */
export function perLanguage<Formatter>(make: (language: string) => Formatter): () => Formatter {
  let made: { language: string; formatter: Formatter } | undefined;
  return () => {
    if (made?.language !== language) made = { language, formatter: make(language) };
    return made.formatter;
  };
}

const numbers = perLanguage((tag) => new Intl.NumberFormat(tag));
const moments = perLanguage(
  (tag) =>
    new Intl.DateTimeFormat(tag, {
      dateStyle: "long",
      timeStyle: "short",
      timeZone: "UTC",
      hourCycle: "h23",
    }),
);
const plurals = perLanguage((tag) => new Intl.PluralRules(tag));

/** A text in the language of the moment. */
export const say = (message: Message): string =>
  piecesOf(message)
    .map((piece) => ("text" in piece ? piece.text : plainText(piece.value)))
    .join("");

/** A text, or a message where it is a constant of a module. */
export type Text = string | Message;

export const worded = (text: Text): string => (typeof text === "string" ? text : say(text));

/** A value in a text. */
export const plainText = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";

export function piecesOf({ id, message, values = {} }: Message): Piece[] {
  return pieces(translations[id] ?? message, values, undefined);
}

function pieces(message: Compiled, values: Values, count: number | undefined): Piece[] {
  if (typeof message === "string") return [{ text: message }];
  return message.flatMap((part): Piece[] => {
    if (part === "#" && count !== undefined) return [{ text: numbers().format(count) }];
    if (typeof part === "string") return [{ text: part }];
    const [name, kind, forms] = part;
    if (kind === "number") return [{ text: numbers().format(Number(values[name])) }];
    if (kind === "date")
      return [{ text: `${moments().format(new Date(String(values[name])))} EVE` }];
    if (kind === undefined || forms === undefined) return [{ value: values[name] }];
    if (kind === "select") return pieces(formOf(forms, String(values[name])), values, count);
    const number = Number(values[name]);
    return pieces(formOfCount(forms, number), values, number);
  });
}

const formOf = (forms: Forms, key: string): Compiled =>
  (Object.hasOwn(forms, key) ? forms[key] : forms["other"]) ?? "";

function formOfCount(forms: Forms, count: number): Compiled {
  return forms[String(count)] ?? formOf(forms, plurals().select(count));
}
