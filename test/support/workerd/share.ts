import { inject } from "vitest";

declare module "vitest" {
  // A type cannot be merged with Vitest's.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface ProvidedContext {
    isLong: boolean;
    seed: number;
  }
}

/** Of a property, all cases in `npm run test:long`, else a few, the same in each run. */
export function share<Value>(all: Value, part: Value): Value {
  return inject("isLong") ? all : part;
}

/** Each `parts`th of a list; all of them in `npm run test:long`. */
export function shareOf<Item>(all: readonly Item[], parts: number): Item[] {
  const step = share(1, parts);
  return all.filter((_, index) => index % step === 0);
}

/** The first of a list; all of them in `npm run test:long`. */
export function oneOf<Item>(all: readonly Item[]): Item[] {
  return shareOf(all, all.length);
}

const EACH_OF = 7;
/** In the scale tests: rows that grow with the community are seen in the smaller one, and outgrow it in the larger. */
export const LARGE_COMMUNITY = 100_000;

/**
 * After how many calls an invocation is killed: after each, in `npm run test:long`; else after each of the first ones, then
 * after one of seven. The test ends it, when an invocation has lived.
 */
export function* killedCalls(first: number): Generator<number> {
  const step = share(1, EACH_OF);
  let call = 0;
  while (call < first) yield (call += 1);
  for (call += 1; ; call += step) yield call;
}
