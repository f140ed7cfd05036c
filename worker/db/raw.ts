import type { D1Result } from "@cloudflare/workers-types";
import { fillPlaceholders, sql } from "drizzle-orm";
import type { Placeholder, Query, SQL } from "drizzle-orm";
import type { Database } from "./database.ts";

export type Raw<Row> = ReturnType<typeof raw<Row>>;

/**
 * A statement of SQL, alone or in a batch; its rows are objects with the names that the SQL gives.
 * Drizzle 0.45 breaks on `db.all` and `db.run` with parameters in a D1 batch.
 */
export function raw<Row = unknown>(db: Database, query: SQL) {
  return statement<Row>(db, query, (build) => build());
}

/** A value in a statement of `fixed` or `shaped`, by its name. */
export const value = sql.placeholder;

/** What a query can be built with: the value, or the name of it. */
export type Given<Value> = Value | Placeholder;

type Values = Record<string, string | number | boolean | null>;

/**
 * A statement whose text is put together once and kept: of all that we do to read a page, that would take longest.
 * What differs from use to use are `value`s.
 */
export function fixed<Row>(query: SQL) {
  let kept: Query | undefined;
  return (db: Database, values: Values): Raw<Row> =>
    statement<Row>(db, query, (build) => {
      kept ??= build();
      return { ...kept, params: fillPlaceholders(kept.params, values) };
    });
}

/** The same where the text has a few shapes: for each, it is put together once. */
export function shaped<Row, Shape>(build: (shape: Shape) => SQL) {
  const kept = new Map<string, ReturnType<typeof fixed<Row>>>();
  return (db: Database, shape: Shape, values: Values): Raw<Row> => {
    const name = JSON.stringify(shape);
    const known = kept.get(name) ?? fixed<Row>(build(shape));
    kept.set(name, known);
    return known(db, values);
  };
}

function statement<Row>(db: Database, query: SQL, textOf: (build: () => Query) => Query) {
  const statement = db.all<Row>(query);
  return Object.assign(statement, {
    toSQL: () => textOf(() => statement.getQuery()),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- goes away with this file
    read: ({ results }: D1Result) => results as Row[],
    // Alone it is a batch of one: what travels with a batch travels with it.
    execute: async () => (await db.batch([statement]))[0],
    _prepare: () => {
      // Drizzle asks several times, and would put the text together each time.
      const built = textOf(() => statement.getQuery());
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
    read: ({ meta }: D1Result) => [meta.changes],
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
    read: ({ meta }: D1Result) => [meta.size_after],
    _prepare: () => ({
      ...prepare(),
      mapResult: ({ meta }: Pick<D1Result, "meta">) => [meta.size_after],
    }),
  });
}
