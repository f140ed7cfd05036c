/** The languages of EVE's client, as BCP 47 tags. */
export const TAGS = ["en", "de", "fr", "es", "ru", "zh", "ja", "ko"] as const;

export type Language = (typeof TAGS)[number];

/** What each calls itself. */
export const LANGUAGES: Record<Language, string> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  ru: "Русский",
  zh: "简体中文",
  ja: "日本語",
  ko: "한국어",
};

export const isLanguage = (tag: string): tag is Language => Object.hasOwn(LANGUAGES, tag);

/** The languages that Muster is translated to: English stands in the code. */
export const TRANSLATED: readonly Language[] = ["de", "fr", "es", "ru", "zh", "ja", "ko"];

/** What a user can choose. */
export const SPOKEN: readonly Language[] = ["en", ...TRANSLATED];

export const isSpoken = (tag: string): tag is Language =>
  SPOKEN.some((language) => language === tag);

/** The first of the languages that a browser prefers which Muster speaks. */
export function bestLanguage(preferred: readonly string[]): Language {
  return preferred.map((tag) => tag.toLowerCase().split("-")[0] ?? "").find(isSpoken) ?? "en";
}
