import { env } from "cloudflare:workers";
import type { D1Database } from "@cloudflare/workers-types";

type Part = { type: string; name: string; sql: string };

/** Makes a database as the migrations leave it. */
export async function emptyDatabase(db: D1Database) {
  const { results: parts } = await db
    .prepare(
      `select type, name, sql from sqlite_master
    where sql is not null and name not like 'sqlite%' and name not like '\\_cf%' escape '\\'
    order by type = 'trigger' desc, type = 'table' desc, rowid desc`,
    )
    .all<Part>();
  const isTrigger = ({ type }: Part) => type === "trigger";
  const isTable = ({ type }: Part) => type === "table";
  const { tables, rows, triggers } = env.SCHEMA;
  const found = new Set(parts.filter((part) => !isTrigger(part)).map(({ sql }) => sql));
  const isUnchanged = found.size === tables.length && tables.every((sql) => found.has(sql));

  await db.batch(
    [
      "pragma defer_foreign_keys = on",
      // First: rows are deleted with those that refer to them, and triggers would write to other tables.
      ...parts.filter(isTrigger).map(({ name }) => `drop trigger "${name}"`),
      ...parts
        .filter(isTable)
        .map(({ name }) => `${isUnchanged ? "delete from" : "drop table"} "${name}"`),
      ...(isUnchanged ? [] : tables),
      ...rows,
      ...triggers,
    ].map((statement) => db.prepare(statement)),
  );
}
