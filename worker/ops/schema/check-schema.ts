import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Tables, indexes, triggers and views, without D1's tables, SQLite's own, and wrangler's list of migrations. */
export const OUR_SCHEMA =
  "select type, name, sql from sqlite_master where name not glob 'sqlite_*' and not (type = 'table' and (name glob '_cf_*' or name = 'd1_migrations'))";

type Row = Record<string, unknown>;

/** What a database's schema has, lacks or changes, compared with what these migrations make. */
export function compareSchema(
  found: Row[],
  migrations: string[],
  { mayHaveMore = false } = {},
): string[] {
  const database = new DatabaseSync(":memory:");
  try {
    for (const name of migrations) database.exec(readFileSync(join("migrations", name), "utf8"));
    const want = byName(database.prepare(OUR_SCHEMA).all());
    const have = byName(found);
    const names = [...new Set([...want.keys(), ...have.keys()])].toSorted();
    return names.flatMap((name) => {
      if (want.get(name) === have.get(name)) return [];
      if (!want.has(name)) return mayHaveMore ? [] : [`The ${name} is of no migration.`];
      return [have.has(name) ? `The ${name} is not as migrated.` : `The ${name} is missing.`];
    });
  } finally {
    database.close();
  }
}

function byName(rows: Row[]): Map<string, string> {
  return new Map(
    rows.map(({ type, name, sql }) => [`${String(type)} ${String(name)}`, normalize(String(sql))]),
  );
}

/** Texts stay as they are; what is outside them has no comments, spaces or quotes of names. */
function normalize(sql: string): string {
  return sql.replaceAll(/('(?:''|[^'])*')|--[^\n]*|\/\*[\s\S]*?\*\/|[\s"`]+/g, "$1");
}
