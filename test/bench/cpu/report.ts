import type { Sample } from "./meter.ts";

/** The first invocation of its kind in an isolate is apart: V8 compiles what it runs for the first time. */
export type Line = { name: string; invocations: number } & Record<
  "first" | "median" | "p95" | "most" | "allThreads" | "rowsRead" | "rowsWritten" | "subrequests",
  number
>;
export type Measured = { users: number; lines: Line[] };

/** docs/performance.md says why; Cloudflare's free plan ends an invocation at 10 ms. */
export const BUDGET_MS = 8;
export const CPU_RESULTS = "test-results/cpu.json";

export function summarize(samples: Map<string, Sample[]>): Line[] {
  return [...samples].map(([name, measured]) => {
    const [first, ...others] = measured;
    const warm = isReference(name) ? measured : others;
    const most = (of: (sample: Sample) => number) => Math.max(...measured.map(of));
    const cpu = warm.map((sample) => sample.cpu);
    return {
      name,
      invocations: measured.length,
      first: first?.cpu ?? 0,
      median: rank(cpu, 0.5),
      p95: rank(cpu, 0.95),
      most: rank(cpu, 1),
      allThreads: rank(
        warm.map((sample) => sample.allThreads),
        0.95,
      ),
      rowsRead: most((sample) => sample.rowsRead),
      rowsWritten: most((sample) => sample.rowsWritten),
      subrequests: most((sample) => sample.subrequests),
    };
  });
}

/** The nearest rank: the smallest value that this part of the values does not exceed. */
function rank(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? 0;
}

/** The lines over the budget in a community. */
export function overspent({ lines }: Measured): Line[] {
  return lines.filter(({ name, p95 }) => !isReference(name) && p95 > BUDGET_MS);
}

/** Printed for comparison: no invocation of the product in an isolate that runs. */
const isReference = (name: string) => name.startsWith("(");
