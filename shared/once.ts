/** Calls the function when its result is first needed, and keeps the result: what is not needed at once is not made at start. */
export function once<Value extends {}>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= make());
}
