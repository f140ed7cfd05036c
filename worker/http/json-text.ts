import type { Context, TypedResponse } from "hono";

/** JSON of such a value: what is kept as JSON is sent as it is, without being read and written once more. */
export type JsonText<Value> = string & { readonly __value: Value };

export function toJsonText<Value>(value: Value): JsonText<Value> {
  return JSON.stringify(value) as JsonText<Value>;
}

/** The JSON of an object of which some properties are there as text; there are others. */
export function withTexts<Plain extends object, Kept extends object>(
  plain: Plain,
  texts: { [Name in keyof Kept]: JsonText<Kept[Name]> },
): JsonText<Plain & Kept> {
  const properties = Object.entries(texts).map(([name, text]) => `,"${name}":${String(text)}`);
  return `${JSON.stringify(plain).slice(0, -1)}${properties.join("")}}` as JsonText<Plain & Kept>;
}

/** Answers like `c.json`. */
export function sendJson<Value>(c: Context, text: JsonText<Value>) {
  const response: Response = c.body(text, 200, { "Content-Type": "application/json" });
  return response as Response & TypedResponse<Value, 200, "json">;
}
