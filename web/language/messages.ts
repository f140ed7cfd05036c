import { useSyncExternalStore } from "react";
import { byLanguage, wordedPieces, sayIn } from "#shared/language/messages.ts";
import type {
  Message,
  WordedPiece,
  Translations,
  LanguageWords,
} from "#shared/language/messages.ts";

const ENGLISH = "en";

let words: LanguageWords = { language: ENGLISH, translations: {} };
const listeners = new Set<() => void>();

/** A BCP 47 tag. */
export const currentLanguage = (): string => words.language;

/** Another object whenever something is worded in another way. */
export const currentWords = (): LanguageWords => words;

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

export const piecesOf = (message: Message): WordedPiece[] => wordedPieces(message, words);

/** A text, or a message where it is a constant of a module. */
export type Text = string | Message;

export const worded = (text: Text): string => (typeof text === "string" ? text : say(text));

/** The language and its translations. The component is drawn again when they change. */
export const useWords = () => useSyncExternalStore(onLanguageChange, currentWords, currentWords);

/** A text without values in English: what is searched for is found by it in every language. */
export const sayInEnglish = ({ message }: Message): string =>
  typeof message === "string"
    ? message
    : message.filter((part) => typeof part === "string").join("");

/** The words of a language other than English for what both sides of the API say. */
export type SharedWords = {
  /** A sentence of `shared/` or of the Worker, by its English text. */
  say: (english: string) => string;
  /** Why the Worker refused. */
  refusal: (reason: string, params: Record<string, string | number>) => string | undefined;
};

let sharedWords: SharedWords | undefined;

/** Undefined: English. */
export function speakShared(next: SharedWords | undefined): void {
  sharedWords = next;
}

/** A sentence of `shared/` or of the Worker in the language of the moment; English, if it has no translation. */
export const sayShared = (english: string): string => sharedWords?.say(english) ?? english;

/** Why the Worker refused, in the language of the moment. */
export const sayRefusal: SharedWords["refusal"] = (reason, params) =>
  sharedWords?.refusal(reason, params);
