import type { ReadResult, WriteResult } from "./measure.ts";

/** The measurements for one community size. */
export type Measured = {
  users: number;
  reads: ReadResult[];
  writes: WriteResult[];
  /** Reads that did not succeed. */
  failures: string[];
};

const MAX_READ_TRIPS = 2;
const MAX_WRITE_TRIPS = 4;
/** Reading a range of an index also reads the row after it. */
const EDGE_ROWS = 5;
/** Ids and dates have more digits in a larger community. */
const BYTES_SLACK = 1.1;

/** It names whose characters an entry would hit: each look is counted. */
const COUNTED = "/watchlist/preview";

/** The counts that must hold on any machine; returns messages about those that do not. */
export function brokenBudgets(sizes: Measured[]): string[] {
  const broken: string[] = [];
  const hold = (holds: boolean, words: string) => {
    if (!holds) broken.push(words);
  };
  const [smallest] = sizes;
  for (const { users, reads, writes, failures } of sizes) {
    const at = `at ${users.toLocaleString("en")} users`;
    broken.push(...failures.map((failure) => `${failure} (${at})`));
    for (const { name, costs } of reads) {
      hold(costs.roundTrips <= MAX_READ_TRIPS, `${name} makes ${costs.roundTrips} trips ${at}.`);
      hold(
        costs.rowsWritten <= Number(name === COUNTED),
        `${name} writes ${costs.rowsWritten} rows ${at}.`,
      );
    }
    for (const { name, costs } of writes) {
      hold(costs.roundTrips <= MAX_WRITE_TRIPS, `${name} makes ${costs.roundTrips} trips ${at}.`);
    }
    for (const { name, costs } of [...reads, ...writes]) {
      const small = [...(smallest?.reads ?? []), ...(smallest?.writes ?? [])].find(
        (call) => call.name === name,
      );
      if (small === undefined) continue;
      const { rowsRead, rowsWritten, bytes } = small.costs;
      hold(costs.rowsRead <= rowsRead + EDGE_ROWS, `${name} reads ${costs.rowsRead} rows ${at}.`);
      hold(costs.rowsWritten <= rowsWritten, `${name} writes ${costs.rowsWritten} rows ${at}.`);
      hold(costs.bytes <= bytes * BYTES_SLACK, `${name} answers ${costs.bytes} bytes ${at}.`);
    }
  }
  return broken;
}

const MIN_RATIO = 0.8;
const MAX_GROWTH = 4 / 3;

/** Targets for times: a busy machine may miss them, so they are reported and not asserted. */
export function missedAims(sizes: Measured[]): string[] {
  const missed: string[] = [];
  const [smallest] = sizes;
  for (const { users, reads } of sizes) {
    for (const { name, times, ratio } of reads) {
      const at = `at ${users.toLocaleString("en")} users`;
      if (ratio < MIN_RATIO)
        missed.push(`${name} has ${ratio.toFixed(2)} of the floor's throughput ${at}.`);
      const small = smallest?.reads.find((read) => read.name === name);
      const growth = times.p50 / (small?.times.p50 ?? times.p50);
      if (growth > MAX_GROWTH)
        missed.push(`${name} takes ${growth.toFixed(2)} times as long ${at}.`);
    }
  }
  return missed;
}
