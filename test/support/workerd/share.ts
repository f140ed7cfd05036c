import { inject } from "vitest";

declare module "vitest" {
  // A type cannot be merged with Vitest's.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface ProvidedContext {
    isLong: boolean;
    seed: number;
  }
}

/** How many cases of a property run: all of them each night (`npm run test:long`), else a part, by another seed each time. */
export function share(all: number, part: number): number {
  return inject("isLong") ? all : part;
}

/** Each `parts`th of a list, beginning by the seed; all of them each night. */
export function shareOf<One>(all: readonly One[], parts: number): One[] {
  const step = share(1, parts);
  return all.filter((_, index) => (index + inject("seed")) % step === 0);
}

/** One of a list, by the seed; all of them each night. Never none. */
export function oneOf<One>(all: readonly One[]): One[] {
  return shareOf(all, all.length);
}

const EACH_OF = 5;
/** In the scale tests: rows that grow with the community are seen in the smaller one, and outgrow it in the larger. */
export const LARGE_COMMUNITY = share(100_000, 20_000);

/**
 * After how many calls an invocation is killed: after each, in `npm run test:long`; else after each of the first ones, then
 * after one of so many, by the seed. The test ends it, when an invocation has lived.
 */
export function* killedCalls(first: number): Generator<number> {
  const step = share(1, EACH_OF);
  let call = 0;
  while (call < first) yield (call += 1);
  call += 1 + (inject("seed") % step);
  for (; ; call += step) yield call;
}
