/** Pseudorandom numbers in [0, 1), the same for the same seed (mulberry32). */
export function dice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A pseudorandom item of the list, which must not be empty. */
export function pick<T>(roll: () => number, list: readonly T[]): T {
  const item = list[Math.floor(roll() * list.length)];
  if (item === undefined) throw new Error("There is nothing to pick from.");
  return item;
}
