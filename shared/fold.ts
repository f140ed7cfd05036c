// Without zod: the page's entry needs this.

/** The shortest search for a character by name. */
export const SEARCH_MIN_LENGTH = 2;

/** Letters that Unicode does not take apart, as they are typed on keyboards without them; Greek has a second sigma for the end of a word. */
const LETTERS: Record<string, string> = { æ: "ae", œ: "oe", ø: "o", đ: "d", ł: "l", ς: "σ" };

/**
 * The form in which texts are searched and compared by name, everywhere: what is typed and what is stored are folded alike.
 *
 * - Case goes: "ß" and "ẞ" are "ss", and the Turkish "İ" and "ı" are "i", in every language.
 * - The accents of Latin, Greek and Cyrillic letters go: "müller" and "muller" find "Müller", "е" finds "ё". "Mueller" is another name.
 *   Marks of other scripts make another letter, as in "が", and stay.
 * - Full-width letters, ligatures and other forms of compatibility are the plain ones (NFKC, https://www.unicode.org/reports/tr15/).
 *
 * ASCII is in lower case, as SQLite's `lower` makes it. Folding twice changes nothing, and only an empty text becomes empty: an empty
 * search finds all. A change of what it does needs a migration that lists the tables again (`worker/work/fold-again.ts`).
 */
export function fold(text: string): string {
  const folded = text
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036F]/g, "")
    // Some letters become two only in upper case, and "ẞ" has no other upper case.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/[æœøđłς]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize("NFC");
  return folded === "" ? text : folded;
}
