import type { Measured } from "./budgets.ts";

type Row = (string | number)[];

/** The results as Markdown: a table of the reads and one of the writes. */
export function report(sizes: Measured[]): string {
  const reads = sizes[0]?.reads ?? [];
  const writes = sizes[0]?.writes ?? [];
  const overSizes = (of: (size: Measured) => string | undefined) =>
    sizes.map((size) => of(size) ?? "–").join(" / ");
  const label = sizes.map(({ users }) => `${users / 1000}k`).join(" / ");
  const readRows = reads.map(({ name, costs }, index): Row => {
    const each = (of: (result: NonNullable<Measured["reads"][number]>) => string) =>
      overSizes(({ reads }) => reads[index] && of(reads[index]));
    return [
      name,
      costs.roundTrips,
      each((read) => String(read.costs.rowsRead)),
      each((read) => (read.costs.bytes / 1024).toFixed(1)),
      each((read) => read.times.p50.toFixed(1)),
      each((read) => read.ratio.toFixed(2)),
      each((read) => (read.cpu.own - read.cpu.floor).toFixed(2)),
      each((read) => read.times.p95.toFixed(1)),
      each((read) => read.times.p99.toFixed(1)),
      each((read) => read.times.perSecond.toFixed(0)),
    ];
  });
  const readHead = ["GET", "trips", "rows read", "KB", "p50", "of the floor", "CPU over it"];
  const writeRows = writes.map(({ name, costs }, index): Row => {
    const each = (of: (result: NonNullable<Measured["writes"][number]>) => string) =>
      overSizes(({ writes }) => writes[index] && of(writes[index]));
    return [
      name,
      costs.roundTrips,
      each((write) => String(write.costs.rowsRead)),
      each((write) => String(write.costs.rowsWritten)),
      each((write) => write.p50.toFixed(1)),
      each((write) => write.p95.toFixed(1)),
    ];
  });
  return [
    `Users: ${label}. Rows read, KB, milliseconds, requests a second; throughput and processor time against the floor.`,
    table([...readHead, "p95", "p99", "req/s"], readRows),
    table(["write", "trips", "rows read", "rows written", "p50", "p95"], writeRows),
  ].join("\n\n");
}

function table(head: string[], rows: Row[]): string {
  const line = (cells: Row) => `| ${cells.join(" | ")} |`;
  return [
    line(head),
    line(head.map((_, index) => (index === 0 ? "---" : "--:"))),
    ...rows.map(line),
  ].join("\n");
}
