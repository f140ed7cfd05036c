import type { D1Database, D1Result } from "@cloudflare/workers-types";
import type { Query } from "drizzle-orm";

/** D1, as `runBatch` uses it. */
export type Database = {
  /** Executes queries as one transaction, in one round trip. */
  send: (queries: readonly Query[]) => Promise<D1Result[]>;
  /** How many round trips there were: the log tells it of every request. */
  roundTrips: () => number;
};

export function openDatabase(binding: Pick<D1Database, "prepare" | "batch">): Database {
  let roundTrips = 0;
  return {
    send: (queries) => {
      roundTrips += 1;
      return binding.batch(queries.map(({ sql, params }) => binding.prepare(sql).bind(...params)));
    },
    roundTrips: () => roundTrips,
  };
}
