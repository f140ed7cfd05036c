import { rm } from "node:fs/promises";
import { openWriter, readLines } from "./lines.ts";
import { splitLongInsert } from "./long-insert.ts";

const FIRST_LINE =
  "-- A backup of Muster's database. Put it back with: npm run restore -- --remote <this file>";
const LAST_LINE = "-- The backup is complete.";

/** The number of rows of each table. */
export type RowCounts = Map<string, number>;

type Arranged = { counts: RowCounts; migrations: string[] };

/**
 * Reorders D1's export so that it can be executed. D1's own order cannot: it refers to tables before they
 * exist, a foreign key needs its unique index before the first row, and a trigger that exists before the rows
 * would count them twice. Statements over D1's limit are split. A reordered file
 * is not changed. `exact` are the UPDATEs that follow the rows of these tables. Returns the rows of each table, and the
 * migrations that its database had. Throws when the file is incomplete or `signal` aborts; leaves no files then.
 */
export async function arrangeDump(
  from: string,
  to: string,
  signal: AbortSignal,
  exact: (tables: string[]) => Promise<string[]> = () => Promise.resolve([]),
): Promise<Arranged> {
  const counts: RowCounts = new Map();
  const migrations: string[] = [];
  const tables: string[] = [];
  const uniqueIndexes: string[] = [];
  const others: string[] = [];
  const rowsFile = `${to}.rows`;
  const rows = await openWriter(rowsFile);
  try {
    for await (const statement of readStatements(from)) {
      signal.throwIfAborted();
      const table = /^(?:INSERT INTO|CREATE TABLE(?: IF NOT EXISTS)?) ["'`](\w+)["'`]/.exec(
        statement,
      )?.[1];
      // D1 maintains these tables itself.
      if (table?.startsWith("sqlite_") || table?.startsWith("_cf_")) continue;
      if (statement.startsWith("CREATE UNIQUE INDEX")) uniqueIndexes.push(statement);
      else if (statement.startsWith("UPDATE ")) await rows.write([statement]);
      else if (table === undefined && statement.startsWith("CREATE ")) others.push(statement);
      else if (table !== undefined) {
        const isRow = statement.startsWith("INSERT ");
        counts.set(table, (counts.get(table) ?? 0) + Number(isRow));
        if (isRow && table === "d1_migrations") migrations.push(migrationOf(statement));
        if (isRow) await rows.write(splitLongInsert(statement));
        else tables.push(statement);
      }
    }
    if (tables.length === 0) throw new Error("The file holds no tables: it is no backup.");
    await rows.write(await exact([...counts.keys()]));
    await rows.close();
    const out = await openWriter(to);
    await out.write([FIRST_LINE, "PRAGMA defer_foreign_keys=TRUE;", ...tables, ...uniqueIndexes]);
    for await (const line of readLines(rowsFile)) {
      signal.throwIfAborted();
      await out.write([line]);
    }
    // Triggers too.
    await out.write([...others, LAST_LINE]);
    await out.close();
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  } finally {
    await rm(rowsFile, { force: true });
  }
  return { counts, migrations };
}

function migrationOf(row: string): string {
  return /'([^']+\.sql)'/.exec(row)?.[1] ?? "";
}

/** The statements of a backup or an export. D1 writes each row on its own line; only the schema has statements of several lines. */
export async function* readStatements(file: string): AsyncGenerator<string> {
  let statement = "";
  let isArranged = false;
  let isComplete = false;
  for await (const line of readLines(file)) {
    if (statement === "" && line.startsWith("--")) {
      isArranged ||= line === FIRST_LINE;
      isComplete ||= line === LAST_LINE;
    }
    if (statement === "" && (line.startsWith("--") || line.trim() === "")) continue;
    statement = statement === "" ? line : `${statement}\n${line}`;
    const isTrigger = /^CREATE TRIGGER/i.test(statement);
    if (isTrigger ? /^\s*END;\s*$/i.test(line) : line.trimEnd().endsWith(";")) {
      yield statement;
      statement = "";
    }
  }
  if (statement !== "" || (isArranged && !isComplete)) {
    throw new Error("The file was cut off: its end is missing.");
  }
}
