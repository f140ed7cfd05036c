import { and, eq, getTableColumns, sql, not } from "drizzle-orm";
import type { SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { EventKind } from "#shared/events/kinds.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { existsIn, nameOfColumn, write } from "#worker/db/statements.ts";
import type { Statement } from "#worker/db/statements.ts";
import type { Move } from "#worker/ops/move-in/plan/community.ts";

/** D1 takes statements of up to 100 KB (https://developers.cloudflare.com/d1/platform/limits/); quotes are doubled in SQL. */
const MAX_JSON_BYTES = 40_000;

const encoder = new TextEncoder();

/** Splits values into JSON lists that fit into a statement each. */
export function inJsonLists(values: unknown[]): string[] {
  const lists: string[] = [];
  let part: string[] = [];
  let bytes = 0;
  for (const value of values) {
    const json = JSON.stringify(value);
    const size = encoder.encode(json).length + 1;
    if (bytes + size > MAX_JSON_BYTES && part.length > 0) {
      lists.push(`[${part.join(",")}]`);
      part = [];
      bytes = 0;
    }
    part.push(json);
    bytes += size;
  }
  if (part.length > 0) lists.push(`[${part.join(",")}]`);
  return lists;
}

/**
 * Statements that insert rows of the same fields, and leave those alone that are there: each row is a list in one parameter
 * of JSON, since D1 takes a hundred parameters. `conflict` replaces "do nothing"; `condition` may read `json_each`.
 */
export function insertRows<T extends SQLiteTable>(
  table: T,
  rows: T["$inferInsert"][],
  { conflict = sql`on conflict do nothing`, condition = sql`true` } = {},
): Statement[] {
  const [first] = rows;
  if (first === undefined) return [];
  const columns = Object.entries<SQLiteColumn>(getTableColumns(table)).filter(([name]) =>
    Object.hasOwn(first, name),
  );
  const names = columns.map(([, column]) => nameOfColumn(column));
  const values = columns.map((_, index) => elementOf(index));
  const encoded = rows.map((row) => {
    const fields = new Map<string, unknown>(Object.entries(row));
    return columns.map(([name, column]) => {
      const value = fields.get(name) ?? null;
      return value === null ? null : column.mapToDriverValue(value);
    });
  });
  return inJsonLists(encoded).map((json) =>
    write(sql`insert into ${table} (${sql.join(names, sql`, `)})
      select ${sql.join(values, sql`, `)} from json_each(${json}) where ${condition} ${conflict}`),
  );
}

/** SQL: an element of the list that `json_each` returns as `value`. */
export function elementOf(index: number): SQL {
  return sql`json_extract(json_each.value, ${sql.raw(`'$[${index}]'`)})`;
}

export const recorded = alias(auditEvents, "recorded");

/** SQL condition: the move has not recorded this event yet. */
export function isUnrecorded({ id }: Move, kind: EventKind, about?: SQL): SQL {
  return not(existsIn(recorded, and(eq(recorded.requestId, id), eq(recorded.kind, kind), about)));
}
