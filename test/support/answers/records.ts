export function isKeyOf<Known extends object>(
  known: Known,
  key: PropertyKey,
): key is keyof Known & string {
  return Object.hasOwn(known, key);
}

/** The keys of an object that has only the keys of its type. */
export function keysOf<Known extends object>(known: Known): (keyof Known & string)[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript types the keys as string
  return Object.keys(known) as (keyof Known & string)[];
}

/** An object with these keys; `Object.fromEntries` does not keep their types. */
export function recordOf<Key extends string, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Value,
): Record<Key, Value> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every key of the type is in the list
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>;
}
