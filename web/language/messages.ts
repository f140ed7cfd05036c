import { byLanguage, piecesOf as piecesIn, sayIn } from "#shared/language/messages.ts";
import type { Message, Piece, Translations, Words } from "#shared/language/messages.ts";

const ENGLISH = "en";

let words: Words = { language: ENGLISH, translations: {} };
const listeners = new Set<() => void>();

/** A BCP 47 tag. */
export const currentLanguage = (): string => words.language;

/** Another object whenever something is worded in another way. */
export const currentWords = (): Words => words;

/** Words everything in a language from now on. Without arguments, everything is worded once more. */
export function speak(language = words.language, translations = words.translations): void {
  words = { language, translations: { ...translations } };
  for (const listener of listeners) listener();
}

/** Nothing on the screen changes, so `words` stays the same object: with another, React restarts the render that it is in. */
export function addTranslations(more: Translations): void {
  Object.assign(words.translations, more);
}

export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A formatter of `Intl` in the language of the moment. */
export function perLanguage<Formatter>(make: (language: string) => Formatter): () => Formatter {
  const formatter = byLanguage(make);
  return () => formatter(words.language);
}

/** A text in the language of the moment. */
export const say = (message: Message): string => sayIn(words, message);

export const piecesOf = (message: Message): Piece[] => piecesIn(message, words);

/** A text, or a message where it is a constant of a module. */
export type Text = string | Message;

export const worded = (text: Text): string => (typeof text === "string" ? text : say(text));
