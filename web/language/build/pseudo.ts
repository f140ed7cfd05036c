import type { Compiled } from "#shared/language/messages.ts";

/** BCP 47's tag for a language of one's own. */
export const PSEUDO = "qps";

const ACCENTS: Record<string, string> = {
  a: "å",
  e: "é",
  i: "î",
  o: "ö",
  u: "û",
  c: "ç",
  n: "ñ",
  s: "š",
};

/** The text with accents and words 40 % longer: a layout that holds it holds German and Russian. */
export function pseudo(message: Compiled): Compiled {
  if (typeof message === "string") return message === "#" ? message : longer(message);
  return message.map((part): Exclude<Compiled, string>[number] => {
    if (typeof part === "string") return part === "#" ? part : longer(part);
    if (part.length !== 3) return part;
    const [name, kind, forms] = part;
    const choices = Object.entries(forms).map(([key, form]) => [key, pseudo(form)]);
    return [name, kind, Object.fromEntries(choices)] as const;
  });
}

/** Tags of elements stay as they are. */
const longer = (text: string): string =>
  text
    .split(/(<\/?\w+\/?>)/)
    .map((piece) => (piece.startsWith("<") ? piece : piece.replaceAll(/[a-z]+/gi, longerWord)))
    .join("");

function longerWord(word: string): string {
  const accented = word.replaceAll(/[a-z]/g, (letter) => ACCENTS[letter] ?? letter);
  return accented + "ö".repeat(Math.ceil(word.length * 0.4));
}
