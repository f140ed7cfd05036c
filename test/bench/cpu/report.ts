import type { Sample } from "./meter.ts";

export type Line = { name: string; invocations: number } & Record<
  "median" | "p95" | "most" | "rowsRead" | "rowsWritten" | "subrequests",
  number
>;
export type Measured = { users: number; lines: Line[] };

/** The limit of design.md §7; Cloudflare's free plan ends an invocation at 10 ms. */
export const BUDGET_MS = 8;
export const CPU_RESULTS = "test-results/cpu.json";

export function summarize(samples: Map<string, Sample[]>): Line[] {
  return [...samples].map(([name, measured]) => {
    const cpu = measured.map((sample) => sample.cpu).toSorted((a, b) => a - b);
    const at = (part: number) => cpu[Math.ceil((cpu.length - 1) * part)] ?? 0;
    const most = (of: (sample: Sample) => number) => Math.max(...measured.map(of));
    return {
      name,
      invocations: cpu.length,
      median: at(0.5),
      p95: at(0.95),
      most: at(1),
      rowsRead: most((sample) => sample.rowsRead),
      rowsWritten: most((sample) => sample.rowsWritten),
      subrequests: most((sample) => sample.subrequests),
    };
  });
}

/** The lines over the budget in a community. */
export function overspent({ lines }: Measured): Line[] {
  return lines.filter(({ name, p95 }) => !isReference(name) && p95 > BUDGET_MS);
}

export function costliestOf(lines: Line[]): number {
  return Math.max(0, ...lines.filter(({ name }) => !isReference(name)).map(({ p95 }) => p95));
}

/** Printed for comparison: no invocation of the product in an isolate that runs. */
const isReference = (name: string) => name.startsWith("(");

/** One table for all sizes: median / p95 / maximum in milliseconds, and the most of what each asked of others. */
export function markdown(measured: Measured[]): string {
  const [first] = measured;
  const heads = measured.flatMap(({ users }) => {
    const of = users.toLocaleString("en-US");
    return [`CPU ms, ${of} users`, "rows read", "written", "calls"];
  });
  const rows = (first?.lines ?? []).map(({ name }) => {
    const cells = measured.flatMap(({ lines }) => {
      const line = lines.find((one) => one.name === name);
      if (line === undefined) return ["–", "–", "–", "–"];
      const { median, p95, most, rowsRead, rowsWritten, subrequests } = line;
      const cpu = [median, p95, most].map((ms) => ms.toFixed(1)).join(" / ");
      return [p95 > BUDGET_MS ? `**${cpu}**` : cpu, rowsRead, rowsWritten, subrequests];
    });
    return `| ${[name, ...cells].join(" | ")} |`;
  });
  return [
    `| invocation | ${heads.join(" | ")} |`,
    `| --- |${" --: |".repeat(heads.length)}`,
    ...rows,
  ].join("\n");
}
