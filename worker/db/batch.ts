import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Database } from "./database.ts";

export type Statement = BatchItem<"sqlite">;

/** D1's only transaction: all statements or none, in one round trip. */
export async function runBatch(db: Database, statements: Statement[]): Promise<void> {
  const [first, ...rest] = statements;
  if (first !== undefined) await db.batch([first, ...rest]);
}

/** A statement that undoes its whole batch unless the condition holds when it runs. */
export function guard(db: Database, condition: SQL): Statement {
  // SQLite has no RAISE outside triggers; JSON that does not parse is an error at run time.
  const check = sql<number>`case when ${condition} then 1 else json('guard') end`;
  return db.select({ check: check.as("guard") }).from(sql`(select 1)`);
}

/** Whether a batch was undone by a `guard`. */
export function isGuardFailure(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.message.includes("malformed JSON")) return true;
  }
  return false;
}
