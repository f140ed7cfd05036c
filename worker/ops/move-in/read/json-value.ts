/** Discord's ids exceed 2^53, and Alliance Auth writes them as bare numbers. */
const LONG_NUMBER = /[:[,\s]-?\d{16,}/;

/** Parses JSON; integers that a JavaScript number cannot hold become text. Throws a `SyntaxError`. */
export function parseJson(text: string): unknown {
  return LONG_NUMBER.test(text) ? JSON.parse(text, exactly) : JSON.parse(text);
}

function exactly(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  const source = context?.source ?? "";
  return /^-?\d+$/.test(source) ? source : value;
}
