import { IS_LONG, SEED } from "#test/support/gates/seed.ts";

/** The part of this run: each `parts`th. All of them in `npm run test:long`. */
export function shareOf<One>(all: Iterable<One>, parts: number): One[] {
  return [...all].filter((_, index) => IS_LONG || (index + SEED) % parts === 0);
}
