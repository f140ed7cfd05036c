import type { Message, Name } from "./messages.ts";

/**
 * How a text is written: the English sentence stands where it is used. The build replaces these calls by messages that other
 * languages translate (web/language/build/); where nothing is built, as in tests in Node, they give English.
 */

type Value = string | number | Name | readonly (string | Name)[];
type Count = number | Record<string, number>;
type Forms<Form> = { one: Form; other: Form };

/** A text that has another meaning elsewhere, and so other translations: `{ context: "button", message: "Open" }`. */
export type InContext = { context: string; message: string };

/** A text that is worded later. */
export function msg(parts: TemplateStringsArray | InContext, ...values: Value[]): Message {
  if ("context" in parts) return { id: `${parts.context} ${parts.message}`, ...parts };
  return {
    id: parts.join("{}"),
    message: parts.flatMap((text, index) => (index === 0 ? [text] : [[String(index)], text])),
    values: Object.fromEntries(values.map((value, index) => [String(index + 1), value])),
  };
}

/** Names a value of a message, for translators: `ph({ group: group.name })`. */
export function ph<Value>(named: Record<string, Value>): Value {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has one
  return Object.values(named)[0] as Value;
}

/** The form of a text for a count, which "#" stands for. A language has one to six forms. */
export function plural(count: Count, forms: Forms<string>): string {
  const { number, form } = formOf(count, forms);
  return form.replaceAll("#", number);
}

/** One of several texts, by a word: `select(mode, { open: "…", other: "…" })`. */
export function select(word: string, texts: Record<string, string> & { other: string }): string {
  return texts[word] ?? texts.other;
}

/** The form of a count, in English, and the count as text. */
export function formOf<Form>(count: Count, { one, other }: Forms<Form>) {
  const number = typeof count === "number" ? count : ph(count);
  return { number: number.toLocaleString("en"), form: number === 1 ? one : other };
}
