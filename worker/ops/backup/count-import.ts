import { DatabaseSync } from "node:sqlite";
import { readStatements } from "#worker/ops/read-backup.ts";

/** `sqlite_stat1` begins with the number of entries, also of a partial index. A table without a rowid is its own first index. */
const COUNT_ENTRIES =
  "select coalesce(sum(cast(stat as integer)), 0) as count from sqlite_stat1 where idx is not null and idx <> tbl";
/** SQLite's own list of tables, indexes and triggers. A table takes two rows of it. */
const COUNT_SCHEMA =
  "select coalesce(sum(iif(type = 'table', 2, 1)), 0) as count from sqlite_master where name not glob 'sqlite_stat*'";
const LIST_TABLES =
  "select name, instr(sql, 'AUTOINCREMENT') > 0 as isNumbered from sqlite_master where type = 'table' and name not glob 'sqlite_*'";

/**
 * The rows that D1 counts as written when it imports this backup: each row, each entry of an index, also of a partial one, and the
 * schema. They are counted in a copy. Triggers write nothing: a backup creates them after its rows. An UPDATE continues a long text, which
 * no index has.
 */
export async function countImport(backup: string): Promise<number> {
  // Without a name, SQLite deletes it itself.
  using copy = new DatabaseSync("", { enableForeignKeyConstraints: false });
  copy.exec("pragma journal_mode = off; begin");
  let rows = 0;
  for await (const statement of readStatements(backup)) {
    if (statement.startsWith("UPDATE ")) rows += 1;
    copy.exec(statement);
  }
  copy.exec("commit; analyze");
  const count = (query: string) => Number(copy.prepare(query).get()?.["count"]);
  for (const { name, isNumbered } of copy.prepare(LIST_TABLES).all()) {
    const inTable = count(`select count(*) as count from "${String(name)}"`);
    // SQLite saves the last number of an autoincrement with each row.
    rows += isNumbered === 1 ? 2 * inTable : inTable;
  }
  return rows + count(COUNT_ENTRIES) + count(COUNT_SCHEMA);
}
