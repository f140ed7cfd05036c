import type { Language } from "#shared/language/languages.ts";
import { isSpoken } from "#shared/language/languages.ts";

const STORED = "muster.screen.language";

/** What was chosen on this device. */
export function chosenLanguage(): Language | undefined {
  try {
    const stored = localStorage.getItem(STORED) ?? "";
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the pseudo-language of tests
    if (HAS_PSEUDO_LANGUAGE && stored === "qps") return stored as Language;
    return isSpoken(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

export function keepLanguage(language: Language): void {
  try {
    localStorage.setItem(STORED, language);
  } catch {
    // Storage is blocked: the choice lasts until the page is left.
  }
}

/** For `lang`. With "zh" alone, some browsers show the traditional shapes of letters. */
export const documentTag = (language: Language): string => language.replace("zh", "zh-Hans");
