import type { D1Database, D1PreparedStatement } from "@cloudflare/workers-types";
import { shiftRows } from "./snapshot.ts";
import type { Snapshot } from "./snapshot.ts";

/** The hour, in UTC, at which a day of the demo begins: a quiet one. */
export const RESET_HOUR = 4;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Days of the demo since 1970. */
export function dayOf(now: number): number {
  return Math.floor((now - RESET_HOUR * HOUR_MS) / DAY_MS);
}

/**
 * Puts the seeded community in place of what visitors made of it: in one batch, so that no request sees half of it (`demoSchema`).
 * `first`: statements that may refuse it.
 */
export async function resetDatabase(
  database: D1Database,
  { tables, takenAt }: Snapshot,
  now: number,
  first: D1PreparedStatement[],
) {
  const rows = tables.map((table) => [table.name, shiftRows(table, now - takenAt)] as const);
  await database.batch([
    ...first,
    database.prepare("pragma defer_foreign_keys = on"),
    database
      .prepare("insert into demo_reset (rows) values (?)")
      .bind(JSON.stringify(Object.fromEntries(rows))),
  ]);
}
