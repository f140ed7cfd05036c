import type { D1Meta } from "@cloudflare/workers-types";
import type { Query } from "drizzle-orm";
import type { Database } from "#worker/db/database.ts";
import { query } from "./wrangler.ts";
import type { Target } from "./wrangler.ts";

/** wrangler does not tell them of each statement. */
const UNKNOWN: D1Meta & Record<string, unknown> = {
  duration: 0,
  size_after: 0,
  rows_read: 0,
  rows_written: 0,
  last_row_id: 0,
  changed_db: false,
  changes: 0,
};

/** The Worker's database for a script. It cannot tell how many rows a write changed: let a statement return them. */
export function openWranglerDatabase(target: Target): Database {
  let roundTrips = 0;
  return {
    send: async (queries) => {
      roundTrips += 1;
      const answers = await query(target, queries.map(withValues));
      return answers.map((results) => ({ results, success: true, meta: UNKNOWN }));
    },
    roundTrips: () => roundTrips,
    readOnlyUntil: () => undefined,
  };
}

/** wrangler takes no parameters: they become literals, except in quoted texts and names, which have none. */
function withValues({ sql, params }: Query): string {
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
