import type { Language } from "#shared/language/languages.ts";
import cyrillic from "./onest-cyrillic.woff2";

type Letters = "english" | "western" | "cyrillic";

/** By BCP 47 tag. Chinese, Japanese and Korean use the fonts of the system, beside English letters. */
const LETTERS: Readonly<Record<string, Letters>> = {
  en: "english",
  de: "western",
  fr: "western",
  es: "western",
  ru: "cyrillic",
  zh: "english",
  ja: "english",
  ko: "english",
} satisfies Record<Language, Letters>;

/**
 * Requests the letters that the page does not preload, if its language needs them: fonts that arrive after the first paint
 * move the layout. In other languages only names are Cyrillic, and their face comes after that paint.
 */
export function loadLetters(language: string): void {
  const letters = LETTERS[language];
  if (letters === "western") {
    void document.fonts.load('1em "Onest Variable", "Oxanium Variable"', "é");
  }
  if (letters === "cyrillic") {
    const link = document.createElement("link");
    Object.assign(link, { rel: "preload", as: "font", href: cyrillic, crossOrigin: "" });
    document.head.append(link);
    import("./later-fonts.css").catch(() => undefined);
  }
}
