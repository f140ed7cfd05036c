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
