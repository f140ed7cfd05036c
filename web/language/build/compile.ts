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

/**
 * What is wrong with a translation, in English: values, elements or marks of the text that it lacks or that the text does not have,
 * and plurals without a form that the language needs. Empty if nothing is.
 */
export function translationProblems(text: string, translation: string, language: string): string[] {
  let compiled: Compiled;
  try {
    compiled = compile(translation);
  } catch (error) {
    return [`is no ICU message: ${String(error)}`];
  }
  const wanted = partsOf(compile(text));
  const found = partsOf(compiled);
  return [
    ...[...wanted.parts].filter((part) => !found.parts.has(part)).map((part) => `lacks ${part}`),
    ...[...found.parts].filter((part) => !wanted.parts.has(part)).map((part) => `has ${part}`),
    ...found.plurals.flatMap((forms) => pluralProblems(forms, language)),
    ...MARKS.filter((mark) => countOf(text, mark) !== countOf(translation, mark)).map(
      (mark) => `has another number of ${mark}`,
    ),
  ];
}

/** Bold and code at Discord. */
const MARKS = ["**", "`"];
const countOf = (text: string, mark: string) => text.split(mark).length - 1;

type Parts = { parts: Set<string>; plurals: string[][] };

function partsOf(message: Compiled, found: Parts = { parts: new Set(), plurals: [] }): Parts {
  const pieces = typeof message === "string" ? [message] : message;
  for (const piece of pieces) {
    if (typeof piece === "string") {
      for (const [tag] of piece.matchAll(/<\/?\w+\/?>/g)) found.parts.add(tag);
      continue;
    }
    const [name, kind, forms] = piece;
    found.parts.add(`{${name}}`);
    if (forms === undefined) continue;
    if (kind === "plural") found.plurals.push(Object.keys(forms));
    else if (kind === "select")
      for (const key of Object.keys(forms)) found.parts.add(`{${name}: ${key}}`);
    for (const form of Object.values(forms)) partsOf(form, found);
  }
  return found;
}

function pluralProblems(forms: string[], language: string): string[] {
  const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return needed
    .filter((form) => !forms.includes(form))
    .map((form) => `lacks the plural form “${form}”`);
}
