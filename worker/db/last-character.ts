/** The last code point: sorts after everything that begins with the same letters, and ends the range of an index. */
export const LAST_CHARACTER = "\u{10FFFF}";
