import { readDocument } from "#test/bench/document.ts";

/** In ms: of the kind of invocation that costs the most at the median, and of the one at p95. */
export type Cpu = { median: number; p95: number };

/**
 * What docs/performance.md has of a community: `npm run bench:cpu -- --write` writes the table there. The day itself runs in
 * the process of its tests, whose processor time says nothing.
 */
export function documentedCpu(users: number): Cpu {
  const lines = readDocument().split("\n");
  const from = lines.findIndex((line) => line.startsWith("| invocation | CPU ms"));
  const column = cells(lines[from]).indexOf(`CPU ms, ${users.toLocaleString("en-US")} users`);
  if (column === -1) throw new Error("docs/performance.md has no such column.");
  const table = lines.slice(from + 2);
  const rows = table.slice(0, table.indexOf("")).map(cells);
  const measured = rows
    // References in parentheses are no invocations of the product.
    .filter(([name = "("]) => !name.startsWith("("))
    .map((row) => row[column]?.replaceAll("*", "").split(" / ").map(Number) ?? [])
    .filter((times) => times.length === 3);
  const most = (rank: number) => Math.max(...measured.map((times) => times[rank] ?? 0));
  return { median: most(0), p95: most(1) };
}

const cells = (line = "") =>
  line
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim());
