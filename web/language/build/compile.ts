import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import type { Compiled } from "#shared/language/messages.ts";

type Parsed = ReturnType<typeof compileMessageOrThrow>;

/** Parses a text in ICU MessageFormat, as short as the result can be. */
export function compile(text: string): Compiled {
  return short(compileMessageOrThrow(text));
}

function short(message: Parsed): Compiled {
  const parts = message.map((part): Exclude<Compiled, string>[number] => {
    if (typeof part === "string") return part;
    const [name, kind, forms] = part;
    if (kind === "number" || kind === "date") return [name, kind];
    if (!isChoice(kind) || typeof forms !== "object" || forms === null) return [name];
    const choices = Object.entries(forms).filter(([, form]) => typeof form === "object");
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form of a choice is a message
    const texts = choices.map(([key, form]) => [key, short(form as Parsed)]);
    return [name, kind, Object.fromEntries(texts)];
  });
  const [only] = parts;
  return parts.length === 1 && typeof only === "string" && only !== "#" ? only : parts;
}

const isChoice = (kind: unknown): kind is "plural" | "select" =>
  kind === "plural" || kind === "select";
