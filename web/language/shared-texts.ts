import { currentLanguage, say } from "./messages.ts";
import type { Compiled, Translations } from "./messages.ts";

/** The file of these translations, which loads after the first page: nobody is refused anything before. */
export const SHARED = "shared";

/** What both sides of the API say in English: by the text, with "{0}" for its first value, and refusals by their reason. */
export type SharedTranslations = { texts: Translations; reasons: Translations };

let language = "en";
let texts: [pattern: RegExp, message: Compiled][] = [];
let reasons: Translations = {};

export function speakShared(next: string, translations: SharedTranslations): void {
  language = next;
  texts = Object.entries(translations.texts).map(([text, message]) => [patternOf(text), message]);
  ({ reasons } = translations);
}

/** A sentence of `shared/` or of the Worker in the language of the moment; English, if it has no translation. */
export function sayShared(english: string): string {
  if (language !== currentLanguage()) return english;
  const whole = translated(english);
  if (whole !== undefined) return whole;
  // Two sentences: what is wrong, and why.
  const [first = "", ...rest] = english.split(". ");
  return rest.length > 0 ? `${translated(first) ?? first}. ${sayShared(rest.join(". "))}` : english;
}

/** Why the Worker refused, in the language of the moment. */
export function sayRefusal(
  reason: string,
  params: Record<string, string | number>,
): string | undefined {
  const message = language === currentLanguage() ? reasons[reason] : undefined;
  if (message === undefined) return undefined;
  const values = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === "string" ? sayShared(value) : value,
  ]);
  return say({ id: reason, message, values: Object.fromEntries(values) });
}

function translated(english: string): string | undefined {
  for (const [pattern, message] of texts) {
    const found = pattern.exec(english);
    if (found)
      return say({ id: english, message, values: Object.fromEntries(found.slice(1).entries()) });
  }
  return undefined;
}

/** "Name must be {0} characters or less" as a regular expression. */
function patternOf(text: string): RegExp {
  const plain = text.replaceAll(/'([{}])'/g, "$1");
  const parts = plain.split(/\{\d+\}/).map((part) => part.replaceAll(/[^\w\s]/g, "\\$&"));
  return new RegExp(`^${parts.join("(.+)")}$`);
}
