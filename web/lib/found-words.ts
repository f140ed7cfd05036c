import { fold } from "#shared/fold.ts";

/** Whether every word that was typed is in the text. */
export function hasWords(text: string, typed: string): boolean {
  const own = fold(text);
  return fold(typed)
    .split(/\s+/)
    .every((word) => own.includes(word));
}

/** Where in a text the letters stand that `length` letters of its folded form come from: "ss" from "ß". */
export function foldedRange(text: string, at: number, length: number): [number, number] {
  let [place, start, end] = [0, 0, 0];
  for (const letter of text) {
    const before = fold(text.slice(0, place)).length;
    place += letter.length;
    if (before <= at) start = place - letter.length;
    // A combining accent adds nothing and belongs to its letter.
    if (before < at + length || fold(text.slice(0, place)).length === before) end = place;
    else break;
  }
  return [start, end];
}
