import { generateMessageId } from "@lingui/message-utils/generateMessageId";
import { REASONS } from "#shared/errors/reasons.ts";
import type { Language } from "#shared/language/languages.ts";
import type { Translations } from "#shared/language/messages.ts";
import { readTranslations } from "./catalogs.ts";
import { compile } from "./compile.ts";

/** The translations of a language by id, compiled. */
export async function translationsOf(web: string, language: Language): Promise<Translations> {
  const translations = await readTranslations(web, language);
  return Object.fromEntries([...translations].map(([id, text]) => [id, compile(text)]));
}

/** The sentences of refusals, by their reason. */
export const reasonsOf = (translations: Translations): Translations =>
  pick(Object.entries(REASONS), translations, ({ message }) => generateMessageId(message));

/** The translations of some messages by keys of their own. */
export function pick<Value>(
  entries: Iterable<[key: string, value: Value]>,
  translations: Translations,
  idOf: (value: Value) => string,
): Translations {
  return Object.fromEntries(
    [...entries].flatMap(([key, value]) => {
      const translation = translations[idOf(value)];
      return translation === undefined ? [] : [[key, translation]];
    }),
  );
}
