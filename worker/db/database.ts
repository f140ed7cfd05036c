import type { D1Database, D1Result } from "@cloudflare/workers-types";
import type { Query } from "drizzle-orm";
import { nextQuotaReset, quotaErrorOf } from "./quota.ts";

/** D1, as `runBatch` uses it. */
export type Database = {
  /** Executes queries as one transaction, in one round trip. Throws `QuotaExceeded` if D1's daily limits forbid it. */
  send: (queries: readonly Query[]) => Promise<D1Result[]>;
  /** How many round trips there were: the log tells it of every request. */
  roundTrips: () => number;
  /** Until when D1 refuses writes, in milliseconds; undefined if this isolate knows of no refusal. */
  readOnlyUntil: () => number | undefined;
};

type Binding = Pick<D1Database, "prepare" | "batch">;

/** What this isolate knows of refused writes. */
const readOnly = new WeakMap<Binding, number>();

export function openDatabase(binding: Binding): Database {
  let roundTrips = 0;

  async function send(queries: readonly Query[]): Promise<D1Result[]> {
    roundTrips += 1;
    try {
      const results = await binding.batch(
        queries.map(({ sql, params }) => binding.prepare(sql).bind(...params)),
      );
      if (results.some(({ meta }) => meta.rows_written > 0)) readOnly.delete(binding);
      return results;
    } catch (error) {
      const exceeded = quotaErrorOf(error);
      if (exceeded?.rows === "write") readOnly.set(binding, nextQuotaReset(Date.now()));
      throw exceeded ?? error;
    }
  }

  function readOnlyUntil() {
    const until = readOnly.get(binding);
    return until !== undefined && until > Date.now() ? until : undefined;
  }

  return { send, roundTrips: () => roundTrips, readOnlyUntil };
}
