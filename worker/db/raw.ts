import type { D1Result } from "@cloudflare/workers-types";
import { sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { Database } from "./database.ts";

export type Raw<Row> = ReturnType<typeof raw<Row>>;

/**
 * A statement of SQL, alone or in a batch; its rows are objects with the names that the SQL gives.
 * Drizzle 0.45 breaks on `db.all` and `db.run` with parameters in a D1 batch.
 */
export function raw<Row = unknown>(db: Database, query: SQL) {
  const statement = db.all<Row>(query);
  return Object.assign(statement, {
    // Alone it is a batch of one: what travels with a batch travels with it.
    execute: async () => (await db.batch([statement]))[0],
    _prepare: () => {
      // Drizzle asks several times, and would put the text together each time.
      const built = statement.getQuery();
      return {
        getQuery: () => built,
        stmt: db.$client.prepare(built.sql),
        mapResult: ({ results }: D1Result) => results,
      };
    },
  });
}

/** A statement that writes, for a batch; its result is the number of rows it changed. */
export function rawWrite(db: Database, query: SQL) {
  const statement = raw(db, query);
  const prepare = statement._prepare;
  return Object.assign(statement, {
    _prepare: () => ({
      ...prepare(),
      mapResult: ({ meta }: Pick<D1Result, "meta">) => [meta.changes],
    }),
  });
}

/** How many bytes the database has: D1 says it with every answer. For a batch; its result is that one number. */
export function databaseSize(db: Database) {
  const statement = raw<number>(db, sql`select 1`);
  const prepare = statement._prepare;
  return Object.assign(statement, {
    _prepare: () => ({
      ...prepare(),
      mapResult: ({ meta }: Pick<D1Result, "meta">) => [meta.size_after],
    }),
  });
}
