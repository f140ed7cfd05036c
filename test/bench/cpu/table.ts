import type { Line, Measured } from "./report.ts";

/** By invocation, the cells for each size of the community. */
export type Table = Map<string, Map<number, string[]>>;

export const CPU_TABLE = "docs/performance/cpu.tsv";
const COLUMNS = ["first", "all threads", "rows read", "written", "calls"];
const NOT_MEASURED = ["–", ...COLUMNS.map(() => "–")];
const SIZE = /CPU ms, ([\d,]+) users/g;

export function tableOf(measured: Measured[]): Table {
  const table: Table = new Map();
  for (const { users, lines } of measured) {
    for (const line of lines) cellsAt(table, line.name).set(users, cellsOf(line));
  }
  return table;
}

/** A table that `tabSeparated` has written. */
export function readTable(text: string): Table {
  const table: Table = new Map();
  const [head = "", ...rows] = text.trimEnd().split("\n");
  const sizes = [...head.matchAll(SIZE)].map(([, size = ""]) => Number(size.replaceAll(",", "")));
  for (const row of rows) {
    const [name = "", ...cells] = row.split("\t");
    for (const [nth, size] of sizes.entries()) {
      const begin = nth * NOT_MEASURED.length;
      cellsAt(table, name).set(size, cells.slice(begin, begin + NOT_MEASURED.length));
    }
  }
  return table;
}

/** The table with what was measured anew; new lines come last. */
export function merge(former: Table, latest: Table): Table {
  const table: Table = new Map([...former].map(([name, cells]) => [name, new Map(cells)]));
  for (const [name, cells] of latest) {
    for (const [size, values] of cells) cellsAt(table, name).set(size, values);
  }
  return table;
}

export function tabSeparated(table: Table): string {
  const sizes = [...new Set([...table.values()].flatMap((cells) => [...cells.keys()]))];
  sizes.sort((a, b) => a - b);
  const heads = sizes.flatMap((size) => [
    `CPU ms, ${size.toLocaleString("en-US")} users`,
    ...COLUMNS,
  ]);
  const rows = [...table].map(([name, cells]) => {
    const values = sizes.flatMap((size) => cells.get(size) ?? NOT_MEASURED);
    return [name, ...values].join("\t");
  });
  return [["invocation", ...heads].join("\t"), ...rows].join("\n").concat("\n");
}

function cellsAt(table: Table, name: string): Map<number, string[]> {
  const cells = table.get(name) ?? new Map<number, string[]>();
  table.set(name, cells);
  return cells;
}

/** Median / p95 / maximum in milliseconds, the first invocation, all threads at p95, and the most of what each asked of others. */
function cellsOf(line: Line): string[] {
  const times = [line.median, line.p95, line.most].map((ms) => ms.toFixed(1)).join(" / ");
  return [
    line.invocations === 1 ? "–" : times,
    line.first.toFixed(1),
    line.allThreads.toFixed(1),
    ...[line.rowsRead, line.rowsWritten, line.subrequests].map(String),
  ];
}
