import { and, asc, sql } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { orm, rows } from "#worker/db/statements.ts";
import type { Fields, Read } from "#worker/db/statements.ts";

/** Rows of one list on one page; sheets have up to 100 KB each. */
export const ROWS = 250;
export const SHEETS = 20;

export type Row = Record<string, unknown>;
/** The sort key of the last row of a page. */
type Key = (string | number)[];

export type List = {
  /** The table that the list exports, some columns or all. */
  table: SQLiteTable;
  fields: (userId: string) => Fields;
  /** A page of the rows that are about the user, after the one with this key. */
  select: (userId: string, after: Key) => Read<Row[]>;
  keyOf: (row: Row) => Key;
  /** Rows per page. A full page may not be the last. */
  size: number;
  /** The field that contains JSON text. */
  raw?: string;
};

type Definition = {
  table: SQLiteTable;
  fields: Fields | ((userId: string) => Fields);
  isOf: (userId: string) => SQL | undefined;
  /** The fields that sort the list; together they are unique. */
  key: string[];
  size?: number;
  raw?: string;
};

export function list({ table, fields: given, isOf, key, size = ROWS, raw }: Definition): List {
  const fields = typeof given === "function" ? given : () => given;
  const order = key.map((name) => fields("")[name] ?? sql`null`);
  const tuple = (values: unknown[]) =>
    sql`(${sql.join(
      values.map((value) => sql`${value}`),
      sql`, `,
    )})`;
  return {
    table,
    fields,
    size,
    select: (userId, after) =>
      rows(fields(userId), (aliased) =>
        orm
          .select(aliased)
          .from(table)
          .where(
            and(
              isOf(userId),
              after.length > 0 ? sql`${tuple(order)} > ${tuple(after)}` : undefined,
            ),
          )
          .orderBy(...order.map((column) => asc(column)))
          .limit(size),
      ),
    keyOf: (row) =>
      key.map((name) => {
        const value = row[name];
        return typeof value === "number" ? value : String(value);
      }),
    ...(raw !== undefined && { raw }),
  };
}
