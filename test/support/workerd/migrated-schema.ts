import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** A database in memory that every migration of the folder was applied to. */
export function openMigrated(folder: string): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  for (const file of files.toSorted()) database.exec(readFileSync(join(folder, file), "utf8"));
  return database;
}

/** Statements, in their order. The tables are with their indexes. */
export type Schema = { tables: string[]; rows: string[]; triggers: string[] };

/** What makes an empty database the same as all migrations of the folder do. */
export function migratedSchema(folder: string): Schema {
  const database = openMigrated(folder);
  const parts = database
    .prepare(
      "select type, name, sql from sqlite_master where sql is not null and name not like 'sqlite%' order by rowid",
    )
    .all();
  const tables = parts.filter(({ type }) => type !== "trigger");
  const schema = {
    tables: tables.map(({ sql }) => String(sql)),
    rows: tables
      .filter(({ type }) => type === "table")
      .flatMap(({ name }) => rowsOf(database, String(name))),
    triggers: parts.filter(({ type }) => type === "trigger").map(({ sql }) => String(sql)),
  };
  database.close();
  return schema;
}

/** What the migrations have inserted. */
function rowsOf(database: DatabaseSync, table: string): string[] {
  return database
    .prepare(`select * from "${table}"`)
    .all()
    .map((row) => {
      const columns = Object.keys(row).map((column) => `"${column}"`);
      const values = Object.values(row).map((value) => {
        if (value === null || typeof value === "number") return String(value);
        return `'${String(value).replaceAll("'", "''")}'`;
      });
      return `insert into "${table}" (${columns.join(", ")}) values (${values.join(", ")})`;
    });
}
