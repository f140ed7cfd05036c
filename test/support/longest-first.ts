import { BaseSequencer } from "vitest/node";
import type { TestSpecification } from "vitest/node";

/** The slow test files, longest first. */
const LONG = [
  "fault-table",
  "kills",
  "backup",
  "discord-scale",
  "access",
  "local-start",
  "move-in-command",
  "corporations-large",
  "audit-verify",
  "evaluation-faults",
  "rate-limits",
  "admin-confirm",
  "group-scale",
  "corporations-kills",
];

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
  const place = LONG.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return place === -1 ? LONG.length : place;
}
