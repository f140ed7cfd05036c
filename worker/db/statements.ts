import type { D1Result } from "@cloudflare/workers-types";
import { and, Column, exists, fillPlaceholders, getTableColumns, is, SQL, sql } from "drizzle-orm";
import type { GetColumnData, Query, Subquery } from "drizzle-orm";
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { drizzle } from "drizzle-orm/sqlite-proxy";
import { once } from "#shared/once.ts";

/**
 * Builds queries and is connected to nothing: `runBatch` executes them. Drizzle's own `db.batch` cannot take
 * `sql` with parameters (drizzle-orm #2277), and maps rows by position, which D1's object rows break as soon as two
 * columns share a name.
 */
export const orm = drizzle(() => {
  throw new Error("This query has no connection. Execute it with runBatch.");
});

const dialect = new SQLiteAsyncDialect();

/** A statement for `runBatch`. Drizzle's inserts, updates and deletes are statements as they are. */
export type Statement = { toSQL: () => Query };

/** A statement whose result is read; `Result` is mostly an array of rows. */
export type Read<Result> = Statement & { read: (result: D1Result) => Result };

/** Columns and expressions by the names under which their values are returned. */
export type Fields = Record<string, SQLiteColumn | SQL>;

type RowOfFields<F extends Fields> = {
  [Name in keyof F]: F[Name] extends SQLiteColumn
    ? GetColumnData<F[Name]>
    : F[Name] extends SQL<infer Value>
      ? Value
      : never;
};

/** What Drizzle infers where the builder was used, else what the fields say. */
type RowOf<F extends Fields, Built> = Built extends SQL
  ? RowOfFields<F>
  : Awaited<Built> extends (infer Row)[]
    ? Row
    : never;

/** The rows of a statement, or of one that `prepare` made. */
export type RowOfStatement<S> = S extends (...values: never[]) => infer Made
  ? RowOfStatement<Made>
  : S extends Read<(infer Row)[]>
    ? Row
    : never;

type Values = Record<string, string | number | null>;

/** Makes statements of one text, each with values for its placeholders. */
type Prepared<F extends Fields, Built> = (values?: Values) => Read<RowOf<F, Built>[]>;

/**
 * A statement whose text is built once in an isolate, when it is first needed, with `sql.placeholder(name)` for what differs
 * between calls. Placeholders take D1's values: milliseconds, 0 or 1, JSON text.
 *
 * `build` receives the fields, aliased to their names; it passes them to `orm.select`, `returning`, or `columns`. Fields that
 * contain statements are a function, so that these are built on first use as well.
 * Columns arrive as the schema says (dates, booleans, parsed JSON), other expressions as D1 returns them.
 */
export function prepare<F extends Fields, Built extends Statement | SQL>(
  fields: F | (() => F),
  build: (fields: F) => Built,
): Prepared<F, Built> {
  const given = typeof fields === "function" ? once(fields) : () => fields;
  return prepared(
    given,
    once(() => textOf(build(aliased(given())))),
  );
}

/**
 * As `prepare`, but built when the isolate starts, which is no part of an invocation. For what the first requests of a visit
 * execute (docs/decisions/0118-a-read-builds-no-statement.md).
 */
export function prepareAtStart<F extends Fields, Built extends Statement | SQL>(
  fields: F | (() => F),
  build: (fields: F) => Built,
): Prepared<F, Built> {
  const given = typeof fields === "function" ? fields() : fields;
  const query = textOf(build(aliased(given)));
  return prepared(
    () => given,
    () => query,
  );
}

function prepared<F extends Fields, Built>(fields: () => F, text: () => Query): Prepared<F, Built> {
  let decode: Read<RowOf<F, Built>[]>["read"] | undefined;
  const read = (result: D1Result) => (decode ??= rowReader(fields()))(result);
  return (values = {}) => ({
    toSQL: () => filled(text(), values),
    read,
  });
}

function filled({ sql: query, params }: Query, values: Values): Query {
  return { sql: query, params: fillPlaceholders(params, values) };
}

/** A statement that returns rows, built for one call. */
export function rows<F extends Fields, Built extends Statement | SQL>(
  fields: F,
  build: (fields: F) => Built,
): Read<RowOf<F, Built>[]> {
  return { toSQL: () => textOf(build(aliased(fields))), read: rowReader(fields) };
}

/** A write that the builder cannot express. */
export function write(query: SQL): Statement {
  return { toSQL: () => dialect.sqlToQuery(query) };
}

/** A write whose text is built once, as `prepare` does. Values are D1's, also where the schema has others. */
export function prepareWrite(build: () => Statement | SQL): (values?: Values) => Statement {
  const text = once(() => textOf(build()));
  return (values = {}) => ({ toSQL: () => filled(text(), values) });
}

/** The select list of a query that is written as `sql`. */
export function columns(fields: Fields): SQL {
  const list = Object.entries<unknown>(fields).map(
    ([name, field]) =>
      sql`${is(field, SQL.Aliased) ? field.sql : field} as ${sql.identifier(name)}`,
  );
  return sql.join(list, sql`, `);
}

const NULL = sql.raw("null");

type Row<T extends SQLiteTable> = {
  [Name in keyof T["$inferInsert"]]: T["$inferInsert"][Name] | SQL;
};

/** Inserts a row for each row of `from` (one, without it) if the condition holds when the statement runs. */
export function insertWhere<T extends SQLiteTable>(
  table: T,
  row: Row<T>,
  condition: SQL,
  from: SQL = sql`(select 1)`,
) {
  const given = new Map<string, unknown>(Object.entries(row));
  const values = Object.entries<SQLiteColumn>(getTableColumns(table))
    .filter(([, column]) => column.generated === undefined)
    .map(([name, column]) => {
      const value = given.get(name) ?? column.default ?? null;
      if (value === null) return NULL;
      return is(value, SQL) ? value : sql.param(value, column);
    });
  return orm
    .insert(table)
    .select(sql`select ${sql.join(values, sql`, `)} from ${from} where ${condition}`);
}

/**
 * SQL: these ids as a list, for `in`. They are one variable: D1 allows 100 in a statement
 * (https://developers.cloudflare.com/d1/platform/limits/). Drizzle's `inArray` has one for each value, so it is for lists of a
 * fixed length and for subqueries.
 */
export function idsIn(ids: readonly (string | number)[]): SQL {
  return sql`(select value from json_each(${JSON.stringify(ids)}))`;
}

/** SQL condition: the table has a row that meets all of these conditions. */
export function existsIn(table: SQLiteTable, ...conditions: (SQL | undefined)[]): SQL {
  return exists(
    orm
      .select({ one: sql`1` })
      .from(table)
      .where(and(...conditions)),
  );
}

/** SQL: how many rows of the table meet all of these conditions. */
export function countIn(
  table: SQLiteTable | Subquery,
  ...conditions: (SQL | undefined)[]
): SQL<number> {
  const count = orm
    .select({ count: sql`count(*)` })
    .from(table)
    .where(and(...conditions));
  return sql<number>`(${count})`;
}

/** The name of a column without its table: what is assigned to, and a column of a query that selects it. */
export function nameOfColumn({ name }: SQLiteColumn): SQL {
  return sql`${sql.identifier(name)}`;
}

/** In `onConflictDoUpdate`: the value that the conflicting row would have brought. */
export function excluded(column: SQLiteColumn): SQL {
  return sql`excluded.${nameOfColumn(column)}`;
}

/**
 * Aliases each field to its name: in a join, D1 would return one value for two columns of the same name. The types stay
 * those of the columns, from which Drizzle infers what an outer join makes nullable.
 */
function aliased<F extends Fields>(fields: F): F {
  const entries = Object.entries(fields).map(([name, field]) => [name, sql`${field}`.as(name)]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return Object.fromEntries(entries) as F;
}

function textOf(built: Statement | SQL): Query {
  return is(built, SQL) ? dialect.sqlToQuery(built) : built.toSQL();
}

const DECODED_TYPES = new Set(["date", "boolean", "json"]);

/** Decodes, in place, the columns whose values differ from D1's. */
function rowReader<Row>(fields: Fields) {
  const decoded = Object.entries(fields).flatMap(([name, field]) =>
    is(field, Column) && DECODED_TYPES.has(field.dataType) ? [{ name, column: field }] : [],
  );
  return ({ results }: D1Result): Row[] => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- D1 does not know what a statement returns
    const found = results as Record<string, unknown>[];
    for (const { name, column } of decoded) {
      for (const row of found) {
        if (row[name] !== null) row[name] = column.mapFromDriverValue(row[name]);
      }
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as Drizzle infers it from the fields
    return found as Row[];
  };
}

/** The last code point: sorts after everything that begins with the same letters, and ends the range of an index. */
export const LAST_CHARACTER = "\u{10FFFF}";
