/** An object with these keys; `Object.fromEntries` does not keep their types. */
export function recordOf<Key extends string, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Value,
): Record<Key, Value> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every key of the type is in the list
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>;
}
