import { and, eq, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { existsIn } from "#worker/db/statements.ts";

/** How long an invocation that was killed keeps its lease. */
export const LEASE_MS = 60_000;

/** The row of a table that one invocation at a time works on. */
type Leased = SQLiteTable & { leaseId: SQLiteColumn; leaseUntil: SQLiteColumn };

/** SQL condition: no invocation works on the row, or it was killed. `until` is the end of its lease. */
export function isFree(until: SQLiteColumn, now: SQL | number): SQL {
  return sql`coalesce(${until}, 0) <= ${now}`;
}

/** Takes the lease of a row, in an update where `isFree`. */
export const taken = (leaseId: string, now: number) => ({
  leaseId,
  leaseUntil: new Date(now + LEASE_MS),
});

/** Gives it back. */
export const FREE = { leaseId: null, leaseUntil: null } as const;

/**
 * SQL condition for the guard of each batch that saves the work: the lease is still this invocation's, and the row is as it was
 * read (`row`).
 */
export function hasLease(table: Leased, leaseId: string, row?: SQL): SQL {
  return existsIn(table, and(row, eq(table.leaseId, leaseId)));
}
