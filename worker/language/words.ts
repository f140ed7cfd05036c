import { bestLanguage } from "#shared/language/languages.ts";
import type { Language } from "#shared/language/languages.ts";
import { byLanguage, sayIn } from "#shared/language/messages.ts";
import type { Message, Translations } from "#shared/language/messages.ts";
import type { ApiError } from "#worker/http/api-error.ts";
import { logError } from "#worker/http/log.ts";
import { CATALOGS } from "./catalogs.ts";
import type { Catalog } from "./catalogs.ts";

/** Words what the Worker itself writes for people, in one language. */
export type Words = {
  language: Language;
  say: (message: Message) => string;
  sayRefusal: (error: ApiError) => string;
  /** A sentence without values that `english` marks, by its text. */
  sayShared: (english: string) => string;
  /** "a, b" */
  list: (items: readonly string[]) => string;
};

// A list of units has no commas in Russian and Japanese, and nothing between its parts in Chinese.
const lists = byLanguage((tag) => new Intl.ListFormat(tag, { style: "narrow" }));

const ENGLISH = wordsOf("en", { texts: {}, reasons: {}, sentences: {} });

/** The words of the first language that Muster speaks. English without one, and if a catalog cannot be read. */
export async function wordsIn(...tags: readonly (string | null | undefined)[]): Promise<Words> {
  const language = bestLanguage(tags.filter((tag) => tag != null));
  try {
    const catalog = await CATALOGS[language]?.();
    return catalog ? wordsOf(language, catalog.default) : ENGLISH;
  } catch (error) {
    logError(`language ${language}`, error);
    return ENGLISH;
  }
}

/** Texts without values in all languages: undefined where one has no translation. */
export async function translations() {
  const loading = Object.entries(CATALOGS).map(async ([language, load]) => {
    const { texts } = (await load()).default;
    return [language, texts] as const;
  });
  const catalogs = new Map<string, Translations>(await Promise.all(loading));
  return ({ id }: Message, language: Language): string | undefined => {
    const text = catalogs.get(language)?.[id];
    return typeof text === "string" ? text : undefined;
  };
}

/** The languages of an `Accept-Language` header, in the order of its author (RFC 9110 §12.5.4): browsers list the best first. */
export const acceptedLanguages = (header = ""): string[] =>
  header.split(",").map((part) => part.split(";")[0]?.trim() ?? "");

/** The language of an `Accept-Language` header. */
export const languageOf = (header: string | undefined): Language =>
  bestLanguage(acceptedLanguages(header));

function wordsOf(language: Language, { texts, reasons, sentences }: Catalog): Words {
  return {
    language,
    say: (message) => sayIn({ language, translations: texts }, message),
    sayRefusal: ({ reason, params, message }) =>
      reasons[reason] === undefined
        ? message
        : sayIn({ language, translations: reasons }, { id: reason, message, values: params }),
    list: (items) => lists(language).format(items),
    sayShared: (english) => {
      const sentence = sentences[english];
      return typeof sentence === "string" ? sentence : english;
    },
  };
}
