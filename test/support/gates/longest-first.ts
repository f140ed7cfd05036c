import { BaseSequencer } from "vitest/node";
import type { TestSpecification } from "vitest/node";
import { SLOW } from "./slow-files.ts";

/** Starts the slow files first, so that no core waits at the end. Vitest knows durations only from earlier runs. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // A method of Vitest, not of an array.
    // oxlint-disable-next-line unicorn/no-array-sort
    const largestFirst = await super.sort(files);
    return largestFirst.toSorted((a, b) => rank(a) - rank(b));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const place = SLOW.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return place === -1 ? SLOW.length : place;
}
