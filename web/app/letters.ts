import cyrillic from "#web/fonts/onest-cyrillic.woff2";

/** By BCP 47 tag: a letter of a language whose fonts the page knows, and does not preload. */
const LETTERS: Readonly<Record<string, string>> = { de: "ä", fr: "é", es: "ñ" };

/**
 * Requests the letters that English does not have, for a page in a language that has them: fonts that arrive after the first paint
 * move the layout. Cyrillic has its face in what comes after that paint, because in other languages only names need it.
 */
export function loadLetters(language: string): void {
  const letter = LETTERS[language];
  if (letter) void document.fonts.load('1em "Onest Variable", "Oxanium Variable"', letter);
  if (language !== "ru") return;
  const link = document.createElement("link");
  Object.assign(link, { rel: "preload", as: "font", href: cyrillic, crossOrigin: "" });
  document.head.append(link);
  void loadAfterPaint();
}

/** What no first drawing shows. Without it the page works as well. */
export const loadAfterPaint = () => import("./after-paint.css").catch(() => undefined);
