import { readFileSync } from "node:fs";
import { CPU_TABLE, readTable } from "#test/bench/cpu/table.ts";

/** In ms: of the kind of invocation that costs the most at the median, and of the one at p95. */
export type Cpu = { median: number; p95: number };

/**
 * What docs/performance/cpu.tsv has of a community: `npm run bench -- cpu --write` writes it. The day itself runs in the process
 * of its tests, whose processor time says nothing.
 */
export function documentedCpu(users: number): Cpu {
  const measured = [...readTable(readFileSync(CPU_TABLE, "utf8"))]
    // References in parentheses are no invocations of the product.
    .filter(([name]) => !name.startsWith("("))
    .map(([, cells]) => cells.get(users)?.[0]?.split(" / ").map(Number) ?? [])
    .filter((times) => times.length === 3);
  if (measured.length === 0) throw new Error(`${CPU_TABLE} has nothing of ${users} users.`);
  const most = (rank: number) => Math.max(...measured.map((times) => times[rank] ?? 0));
  return { median: most(0), p95: most(1) };
}
