import { fold } from "#shared/fold.ts";

/** Whether every word that was typed is in the text. */
export function hasWords(text: string, typed: string): boolean {
  const own = fold(text);
  return fold(typed)
    .split(/\s+/)
    .every((word) => own.includes(word));
}
