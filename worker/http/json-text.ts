import type { Context, TypedResponse } from "hono";

/** The JSON of a value as text: what is stored as JSON is sent unchanged, without parsing it first. */
export type JsonText<Value> = string & { readonly __value: Value };

/** JSON text from the database, where it was stored as JSON of such a value. */
export function storedJson<Value>(text: string): JsonText<Value> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the brand exists for the compiler only
  return text as JsonText<Value>;
}

export function toJsonText<Value>(value: Value): JsonText<Value> {
  return storedJson(JSON.stringify(value));
}

export function parseJsonText<Value>(text: JsonText<Value>): Value {
  return JSON.parse(text);
}

/** The value of a text from elsewhere; undefined if it is no JSON. */
export function parseIfJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The JSON of an object of which some properties are JSON text already. `plain` must have a property. */
export function withTexts<Plain extends object, Texts extends object>(
  plain: Plain,
  texts: { [Name in keyof Texts]: JsonText<Texts[Name]> },
): JsonText<Plain & Texts> {
  const properties = Object.entries(texts).map(([name, text]) => `,"${name}":${String(text)}`);
  return storedJson(`${JSON.stringify(plain).slice(0, -1)}${properties.join("")}}`);
}

/** Responds like `c.json`. */
export function sendJson<Value>(c: Context, text: JsonText<Value>) {
  const response: Response = c.body(text, 200, { "Content-Type": "application/json" });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type that the client infers, as of `c.json`
  return response as Response & TypedResponse<Value, 200, "json">;
}
