import type { ReactNode } from "react";
import { say } from "./messages.ts";
import type { Message, Name } from "./messages.ts";

/**
 * How a text of the screens is written: the English sentence stands where it is shown. The build replaces these calls by
 * messages that other languages translate (web/language/build/); where nothing is built, as in tests in Node, they give English.
 */

type Value = string | number | Name | readonly (string | Name)[];
type Count = number | Record<string, number>;
type Forms<Form> = { one: Form; other: Form };

/** A text in the language of the moment. It may stand in code that runs when a screen is drawn, not in a module's own code. */
export function t(parts: TemplateStringsArray, ...values: (string | number)[]): string {
  return say(msg(parts, ...values));
}

/** A text for later: `say` words it, or `sentence` keeps its names apart. For constants of a module. */
export function msg(parts: TemplateStringsArray, ...values: Value[]): Message {
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

/** A text with elements in it. */
export function Trans({ children }: { children: ReactNode }): ReactNode {
  return children;
}

/** `plural` within `Trans`. */
export function Plural({ value, ...forms }: { value: Count } & Forms<ReactNode>): ReactNode {
  const { number, form } = formOf(value, forms);
  return typeof form === "string" ? form.replaceAll("#", number) : form;
}

/** `select` within `Trans`. A word's prop begins with an underscore: `_open="…"`. */
export function Select(texts: Record<string, ReactNode> & { value: string; other: ReactNode }) {
  return texts[`_${texts.value}`] ?? texts.other;
}

function formOf<Form>(count: Count, { one, other }: Forms<Form>) {
  const number = typeof count === "number" ? count : ph(count);
  return { number: number.toLocaleString("en"), form: number === 1 ? one : other };
}
