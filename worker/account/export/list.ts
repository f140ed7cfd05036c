import { and, asc, sql } from "drizzle-orm";
import type { Placeholder, SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { orm, prepare, rows } from "#worker/db/statements.ts";
import type { Fields, Read } from "#worker/db/statements.ts";

/** Rows of one list on one page; sheets have up to 100 KB each. */
export const ROWS = 250;
export const SHEETS = 20;

/** The user, or what stands for the user in a statement whose text is built once: then `now` is a placeholder too. */
export type UserId = string | Placeholder;

/** Milliseconds since 1970, in the statement about this user. */
export function nowFor(userId: UserId): number | Placeholder {
  return typeof userId === "string" ? Date.now() : sql.placeholder("now");
}

export type ExportedRow = Record<string, unknown>;
/** The sort key of the last row of a page. */
type Key = (string | number)[];

export type List = {
  /** The table that the list exports, some columns or all. */
  table: SQLiteTable;
  fields: (userId: UserId) => Fields;
  /** A page of the rows that are about the user, after the one with this key. */
  select: (userId: string, after: Key) => Read<ExportedRow[]>;
  keyOf: (row: ExportedRow) => Key;
  /** Rows per page. A full page may not be the last. */
  size: number;
  /** The field that contains JSON text. */
  raw?: string;
};

type Definition = {
  table: SQLiteTable;
  fields: Fields | ((userId: UserId) => Fields);
  isOf: (userId: UserId) => SQL | undefined;
  /** The fields that sort the list; together they are unique. */
  key: string[];
  size?: number;
  raw?: string;
};

export function list({ table, fields: given, isOf, key, size = ROWS, raw }: Definition): List {
  const fields = typeof given === "function" ? given : () => given;
  const order = () => key.map((name) => fields("")[name] ?? sql`null`);
  const tuple = (values: unknown[]) =>
    sql`(${sql.join(
      values.map((value) => sql`${value}`),
      sql`, `,
    )})`;
  const page = (aliased: Fields, where: SQL | undefined) =>
    orm
      .select(aliased)
      .from(table)
      .where(where)
      .orderBy(...order().map((column) => asc(column)))
      .limit(size);
  const user = sql.placeholder("userId");
  const selectFirst = prepare(
    () => fields(user),
    (aliased) => page(aliased, isOf(user)),
  );
  return {
    table,
    fields,
    size,
    select: (userId, after) =>
      after.length === 0
        ? selectFirst({ userId, now: Date.now() })
        : rows(fields(userId), (aliased) =>
            page(aliased, and(isOf(userId), sql`${tuple(order())} > ${tuple(after)}`)),
          ),
    keyOf: (row) =>
      key.map((name) => {
        const value = row[name];
        return typeof value === "number" ? value : String(value);
      }),
    ...(raw !== undefined && { raw }),
  };
}
