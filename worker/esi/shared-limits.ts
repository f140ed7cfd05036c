import { and, gt, lte, sql } from "drizzle-orm";
import type { Config } from "#worker/config.ts";
import type { Statement } from "#worker/db/batch.ts";
import { esiLimits } from "#worker/db/schema/characters.ts";
import type { Database } from "#worker/db/database.ts";
import { orm, rows } from "#worker/db/statements.ts";
import type { Closure } from "./limits.ts";

// Statements for the batches of those who call ESI: sharing a budget costs no round trip of its own.
// A bucket's key begins with ESI's address, so that another ESI on the same database has budgets of its own.

export function selectClosures(db: Database, config: Config, now: Date) {
  const prefix = `${config.ESI_URL} `;
  return db
    .select({
      bucket: sql<string>`substr(${esiLimits.bucket}, ${prefix.length + 1})`.as("name"),
      closedTo: esiLimits.closedTo,
      until: sql<number>`${esiLimits.until}`.as("until_ms"),
    })
    .from(esiLimits)
    .where(
      and(
        gt(esiLimits.until, now),
        sql`substr(${esiLimits.bucket}, 1, ${prefix.length}) = ${prefix}`,
      ),
    );
}

/** The same as a statement of `db/statements.ts`. */
export function readClosures(config: Config, now: Date) {
  const prefix = `${config.ESI_URL} `;
  return rows(
    {
      bucket: sql<string>`substr(${esiLimits.bucket}, ${prefix.length + 1})`,
      closedTo: esiLimits.closedTo,
      until: sql<number>`${esiLimits.until}`,
    },
    (fields) =>
      orm
        .select(fields)
        .from(esiLimits)
        .where(
          and(
            gt(esiLimits.until, now),
            sql`substr(${esiLimits.bucket}, 1, ${prefix.length}) = ${prefix}`,
          ),
        ),
  );
}

/** No statement when there is nothing to tell. */
export function storeClosures(db: Database, config: Config, closures: Closure[]): Statement[] {
  return closures.map(({ bucket, closedTo, until }) => {
    const set = { closedTo, until: new Date(until) };
    return db
      .insert(esiLimits)
      .values({ bucket: `${config.ESI_URL} ${bucket}`, ...set })
      .onConflictDoUpdate({ target: esiLimits.bucket, set });
  });
}

export function deleteExpiredClosures(db: Database, now: Date): Statement {
  return db.delete(esiLimits).where(lte(esiLimits.until, now));
}
