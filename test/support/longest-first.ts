import { BaseSequencer } from "vitest/node";
import type { TestSpecification } from "vitest/node";

/** Those that take seconds where others take moments, the longest first. */
const LONG = [
  "fuzz-groups",
  "fuzz-others",
  "group-invariants",
  "group-scale",
  "corporations-day",
  "corporations-outages",
  "corporations-large",
  "characters-faults",
  "corporations-kills",
  "access",
];

/** So that no core waits for a long file at the end. Vitest knows their times only where they have run before. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // A method of Vitest's, not of an array.
    // oxlint-disable-next-line unicorn/no-array-sort
    const largestFirst = await super.sort(files);
    return largestFirst.toSorted((a, b) => rank(a) - rank(b));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const place = LONG.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return place === -1 ? LONG.length : place;
}
