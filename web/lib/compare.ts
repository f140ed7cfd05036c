import { perLanguage } from "#web/language/messages.ts";

const collator = perLanguage(
  (tag) => new Intl.Collator(tag, { numeric: true, sensitivity: "base" }),
);

/** The order of names in the reader's language, with "2" before "10". */
export const compareNames = (a: string, b: string): number => collator().compare(a, b);

/** The order of what is no name: times in ISO 8601, ids. */
export const compareCodes = (a: string, b: string): number => Number(a > b) - Number(a < b);
