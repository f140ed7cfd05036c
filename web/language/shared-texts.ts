import { currentLanguage, say, speakShared } from "./messages.ts";
import type { SharedWords } from "./messages.ts";
import { fullStop, joinSentences } from "#shared/language/messages.ts";
import type { Compiled, Translations } from "#shared/language/messages.ts";
import { speakEveNames } from "./eve-names.ts";
import type { EveNames } from "./eve-names.ts";

/** The file of these translations. It loads after the first page, which has no refusals. */
export const SHARED = "shared";

/** Speaks another language in what both sides of the API say, and in EVE's names. Nothing: English. */
export function speakAll({ texts, reasons, names }: Partial<SharedTranslations>): void {
  speakShared(texts && reasons && sharedWordsOf(texts, reasons));
  speakEveNames(names);
}

/** By the English text, with "{0}" for its first value or "{groupName}", and refusals by their reason. */
export type SharedTranslations = {
  texts: Translations;
  reasons: Translations;
  names: EveNames;
};

function sharedWordsOf(texts: Translations, reasons: Translations): SharedWords {
  // "It answers {0}" is tried after "It answers with a redirect". A text such as "{problem}" would match all others.
  const patterns = Object.entries(texts)
    .filter(([text]) => plainLength(text) > 0)
    .toSorted(([a], [b]) => plainLength(b) - plainLength(a))
    .map(([text, message]) => patternOf(text, message));
  const words: SharedWords = {
    say: (english) => {
      const whole = translated(english, patterns);
      if (whole !== undefined) return whole;
      // Two sentences: what is wrong, and why.
      const [first = "", ...rest] = english.split(/(?<=\.) /);
      if (rest.length === 0) return english;
      const language = currentLanguage();
      const stopless = translated(first.slice(0, -1), patterns);
      const said =
        translated(first, patterns) ??
        (stopless === undefined ? first : `${stopless}${fullStop(language)}`);
      return joinSentences([said, words.say(rest.join(" "))], language);
    },
    refusal: (reason, params) => {
      const message = reasons[reason];
      if (message === undefined) return undefined;
      const values = Object.entries(params).map(([name, value]) => [
        name,
        typeof value === "string" ? words.say(value) : value,
      ]);
      return say({ id: reason, message, values: Object.fromEntries(values) });
    },
  };
  return words;
}

type Pattern = { pattern: RegExp; names: readonly string[]; message: Compiled };

function translated(english: string, patterns: readonly Pattern[]): string | undefined {
  for (const { pattern, names, message } of patterns) {
    const found = pattern.exec(english)?.slice(1);
    if (found) {
      const values = Object.fromEntries(names.map((name, index) => [name, found[index]]));
      return say({ id: english, message, values });
    }
  }
  return undefined;
}

const plainLength = (text: string) => text.replaceAll(/\{\w+\}/g, "").length;

const VALUE = /\{(\w+)\}/;

/** "Name must be {0} characters or less" as a regular expression. */
function patternOf(text: string, message: Compiled): Pattern {
  // The texts around the values, and the names of the values, in turns.
  const parts = text.replaceAll(/'([{}])'/g, "$1").split(VALUE);
  const texts = parts.filter((_, index) => index % 2 === 0);
  const names = parts.filter((_, index) => index % 2 === 1);
  const plain = texts.map((part) => part.replaceAll(/[^\w\s]/g, "\\$&"));
  return { pattern: new RegExp(`^${plain.join("(.+)")}$`), names, message };
}
