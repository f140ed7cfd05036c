/** Calls the function when its result is first needed, and keeps the result: what is not needed at once is not made at start. */
export function once<Value extends {}>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= make());
}

/** More than the filters and orders that people choose. A caller who tries all of them fills no memory. */
const MOST_KEPT = 200;

/** The same for each shape, which is JSON. The latest ones are kept. */
export function onceEach<Shape, Value extends {}>(
  make: (shape: Shape) => Value,
): (shape: Shape) => Value {
  const kept = new Map<string, Value>();
  return (shape) => {
    const key = JSON.stringify(shape);
    const value = kept.get(key) ?? make(shape);
    kept.delete(key);
    kept.set(key, value);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return value;
  };
}
