import type { D1Meta } from "@cloudflare/workers-types";
import type { Query } from "drizzle-orm";
import { nothingSpent } from "#worker/db/database.ts";
import type { Database } from "#worker/db/database.ts";
import { query } from "./wrangler.ts";
import type { Target } from "./wrangler.ts";

/** wrangler does not report the meta data of single statements. */
export const UNKNOWN: D1Meta & Record<string, unknown> = {
  duration: 0,
  size_after: 0,
  rows_read: 0,
  rows_written: 0,
  last_row_id: 0,
  changed_db: false,
  changes: 0,
};

/** The Worker's database for a script. The changes of a write are always 0: use `returning` to count rows. */
export function openWranglerDatabase(target: Target): Database {
  let roundTrips = 0;
  return {
    send: async (queries) => {
      roundTrips += 1;
      const answers = await query(target, queries.map(toSql));
      return answers.map((results) => ({ results, success: true, meta: UNKNOWN }));
    },
    roundTrips: () => roundTrips,
    usePrimary: () => false,
    spending: nothingSpent(),
    readOnlyUntil: () => undefined,
  };
}

/** wrangler takes no parameters, so they become literals. A `?` in a quoted text or name is not a parameter. */
export function toSql({ sql, params }: Query): string {
  const values = params.values();
  return sql.replaceAll(/'(?:[^']|'')*'|"[^"]*"|\?/g, (part) =>
    part === "?" ? toLiteral(values.next().value) : part,
  );
}

function toLiteral(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  throw new Error(`D1 takes no ${typeof value} as a parameter here.`);
}
