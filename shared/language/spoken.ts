import type { Language } from "./languages.ts";

/** The languages that Muster is translated to: English stands in the code. */
export const TRANSLATED: readonly Language[] = ["de", "fr", "es", "ru", "zh", "ja", "ko"];

/** What a user can choose. */
export const SPOKEN: readonly Language[] = ["en", ...TRANSLATED];

export const isSpoken = (tag: string): tag is Language => SPOKEN.some((one) => one === tag);

/** The first of the languages that a browser prefers which Muster speaks. */
export function bestLanguage(preferred: readonly string[]): Language {
  return preferred.map((tag) => tag.toLowerCase().split("-")[0] ?? "").find(isSpoken) ?? "en";
}
