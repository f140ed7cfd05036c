import cyrillic from "./onest-cyrillic.woff2";

/** By BCP 47 tag: a letter of a language whose fonts the page knows, and does not preload. */
const LETTERS: Readonly<Record<string, string>> = { de: "ä", fr: "é", es: "ñ" };

/**
 * Requests the letters that English does not have, for a page in a language that has them: fonts that arrive after the first
 * paint move the layout. In other languages only names are Cyrillic, and its face comes with what no first drawing shows.
 */
export function loadLetters(language: string): void {
  const letter = LETTERS[language];
  if (letter) void document.fonts.load('1em "Onest Variable", "Oxanium Variable"', letter);
  if (language !== "ru") return;
  const link = document.createElement("link");
  Object.assign(link, { rel: "preload", as: "font", href: cyrillic, crossOrigin: "" });
  document.head.append(link);
  import("./later-fonts.css").catch(() => undefined);
}
