import type { D1Database, D1PreparedStatement } from "@cloudflare/workers-types";
import { shiftRows } from "./snapshot.ts";
import type { Snapshot, SnapshotTable } from "./snapshot.ts";

/** The hour, in UTC, at which a day of the demo begins: a quiet one. */
export const RESET_HOUR = 4;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Days of the demo since 1970. */
export function dayOf(now: number): number {
  return Math.floor((now - RESET_HOUR * HOUR_MS) / DAY_MS);
}

/**
 * Puts the seeded community in place of what visitors made of it: in one batch, so that no request sees half of it. Triggers
 * would count rows twice that are counted in the snapshot, so they are away meanwhile. `first`: statements that may refuse it.
 */
export async function resetDatabase(
  database: D1Database,
  snapshot: Snapshot,
  now: number,
  first: D1PreparedStatement[],
) {
  const { tables, triggers, takenAt } = snapshot;
  const run = (sql: string) => database.prepare(sql);
  await database.batch([
    ...first,
    run("pragma defer_foreign_keys = on"),
    ...triggers.map(({ name }) => run(`drop trigger if exists "${name}"`)),
    ...tables.map(({ name }) => run(`delete from "${name}"`)),
    ...tables
      .filter(({ rows }) => rows.length > 0)
      .map((table) => run(insertOf(table)).bind(JSON.stringify(shiftRows(table, now - takenAt)))),
    ...triggers.map(({ sql }) => run(sql)),
  ]);
}

function insertOf({ name, columns }: SnapshotTable): string {
  const into = columns.map((column) => `"${column}"`).join(", ");
  const values = columns.map((_, index) => `json_extract(value, '$[${index}]')`).join(", ");
  return `insert into "${name}" (${into}) select ${values} from json_each(?)`;
}
