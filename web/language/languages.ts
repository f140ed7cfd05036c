import type { Language } from "#shared/languages.ts";

/** The languages that the screens are translated to: English stands in the code. */
export const TRANSLATED: readonly Language[] = [];
