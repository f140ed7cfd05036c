import { plural, msg, t } from "#web/language/macros.ts";
import { plainText, joinSentences } from "#shared/language/messages.ts";
import { currentLanguage, perLanguage, piecesOf } from "#web/language/messages.ts";
import type { Message, Name } from "#shared/language/messages.ts";

/** Part of a sentence. Names are set apart, to be isolated with <bdi>: they may be in any script. */
export type Piece = string | Name;

/** The pieces of a text in the language of the moment: its values that are names, or have names in them, stay apart. */
export const sentence = (message: Message): Piece[] =>
  piecesOf(message).flatMap((piece): readonly Piece[] =>
    "value" in piece ? piecesIn(piece.value) : piece.text === "" ? [] : [piece.text],
  );

const piecesIn = (value: unknown): readonly Piece[] =>
  isPieces(value) ? value : [isName(value) ? value : plainText(value)];
const isPieces = (value: unknown): value is readonly Piece[] => Array.isArray(value);
const isName = (value: unknown): value is Name => typeof value === "object" && value !== null;

export function textOf(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (typeof piece === "string" ? piece : piece.name)).join("");
}

const LISTS = {
  or: perLanguage((tag) => new Intl.ListFormat(tag, { type: "disjunction" })),
  and: perLanguage((tag) => new Intl.ListFormat(tag, { type: "conjunction" })),
};

/** "A, B, and C" */
export const joined = (texts: readonly string[]): string => LISTS.and().format(texts);

/** "A", "A or B", "A, B, or C". Of more than `most`, the rest is counted: "A, B, or 7 others". */
export function listed(names: readonly string[], word: keyof typeof LISTS, most = 5): Piece[] {
  const shown = names.length > most ? names.slice(0, most - 1) : names;
  const rest = names.length - shown.length;
  const entries =
    rest > 0 ? [...shown, plural(rest, { one: "# other", other: "# others" })] : shown;
  let index = 0;
  return LISTS[word]()
    .formatToParts(entries)
    .map(({ type, value }) => {
      if (type === "literal") return value;
      index += 1;
      return index > shown.length ? value : { name: value };
    });
}

/** With a capital letter at the start, where the language has them, unless it starts with a name. */
export function capitalized(pieces: readonly Piece[]): Piece[] {
  const [first, ...rest] = pieces;
  if (typeof first !== "string") return [...pieces];
  return [first.slice(0, 1).toLocaleUpperCase(currentLanguage()) + first.slice(1), ...rest];
}

/** "A, B, C" */
export function enumerated(texts: readonly string[]): string {
  const [first = "", ...others] = texts;
  return others.reduce((list, next) => t`${list}, ${next}`, first);
}

/** Names as a list. The names stay apart from the commas. */
export function enumeratedNames(names: readonly string[]): Piece[] {
  const [first, ...others] = names.map((name) => [{ name }]);
  return others.reduce<Piece[]>((list, next) => sentence(msg`${list}, ${next}`), first ?? []);
}

/** Sentences after one another; empty ones are left out. */
export const inSuccession = (sentences: readonly string[]): string =>
  joinSentences(sentences.filter(Boolean), currentLanguage());

/** What stands between two sentences: Chinese and Japanese have no space there. */
export const sentenceGap = (): string => joinSentences(["", ""], currentLanguage());
