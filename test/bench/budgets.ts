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

/** What a larger community may add: rows for each user more, rows and bytes for each item more that the answer lists. */
type Growth = { userRows?: number; itemRows?: number; itemBytes?: number };

/** The reads whose answer tells of all users, or lists more in a larger community. */
const GROWING: Record<string, Growth> = {
  // It counts requests that wait for long, in an index: one user of ten has one.
  "/admin/overview": { userRows: 0.1 },
  // It counts the users. One of ten more has only asked to join.
  "/admin/applications/:id/facts": { userRows: 1.1 },
  // The same, and the memberships that would end, by group.
  "/admin/community/members/preview": { userRows: 1.1, itemRows: 3, itemBytes: 80 },
  // It counts histories that were never read, of three characters each, and of them the fiftieth part that is hit.
  [COUNTED]: { userRows: 3.3 },
  "/v1/groups/:id/members": { itemRows: 6, itemBytes: 220 },
  "/v1/corporations/:id/roster": { itemRows: 13, itemBytes: 160 },
};

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
      const isSame = (call: { name: string }) => call.name === name;
      const small = smallest?.reads.find(isSame) ?? smallest?.writes.find(isSame);
      if (smallest === undefined || small === undefined) continue;
      const { rowsRead, rowsWritten, bytes } = small.costs;
      const { userRows = 0, itemRows = 0, itemBytes = 0 } = GROWING[name] ?? {};
      const items = itemsOf(reads.find(isSame)) - itemsOf(smallest.reads.find(isSame));
      const mostRows =
        rowsRead + userRows * (users - smallest.users) + itemRows * items + EDGE_ROWS;
      hold(costs.rowsRead <= mostRows, `${name} reads ${costs.rowsRead} rows ${at}.`);
      hold(costs.rowsWritten <= rowsWritten, `${name} writes ${costs.rowsWritten} rows ${at}.`);
      const mostBytes = bytes * BYTES_SLACK + itemBytes * items;
      hold(costs.bytes <= mostBytes, `${name} answers ${costs.bytes} bytes ${at}.`);
    }
  }
  return broken;
}

const itemsOf = (read: ReadResult | undefined) => read?.items ?? 0;

export const MIN_RATIO = 0.8;
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
