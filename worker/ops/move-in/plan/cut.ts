/** At most so many code points of a text, as Muster counts them. */
export function cut(text: string, max: number): string {
  return Array.from(text).slice(0, max).join("");
}
