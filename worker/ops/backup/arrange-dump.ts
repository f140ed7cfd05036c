import { open, rm } from "node:fs/promises";
import {
  FIRST_LINE,
  LAST_LINE,
  NO_BACKUP,
  readLines,
  readStatements,
} from "#worker/ops/read-backup.ts";

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
    if (tables.length === 0) throw new Error(NO_BACKUP);
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

const FLUSH_AT_CHARACTERS = 256 * 1024;

/** Creates a file that only its owner can read. */
async function openWriter(path: string) {
  const file = await open(path, "w", 0o600);
  let waiting = "";

  return {
    async write(lines: Iterable<string>) {
      for (const line of lines) waiting += `${line}\n`;
      if (waiting.length < FLUSH_AT_CHARACTERS) return;
      await file.write(waiting);
      waiting = "";
    },
    async close() {
      await file.write(waiting);
      await file.close();
    },
  };
}

/** D1 accepts statements of 100 KB, and a row may have 2 MB. */
const LONGEST_STATEMENT_BYTES = 90_000;
const PIECE_CHARACTERS = 20_000;

/**
 * An INSERT within D1's limit, and UPDATEs that append the rest of its longest texts. The row is identified by all
 * its other values, because key columns are never long.
 */
export function splitLongInsert(statement: string): string[] {
  if (byteLength(statement) <= LONGEST_STATEMENT_BYTES) return [statement];
  const parts = /^INSERT INTO ("\w+") \((.*?)\) VALUES\((.*)\);$/s.exec(statement);
  if (parts === null) throw new Error(`A statement is too long: ${statement.slice(0, 80)}…`);
  const [, table = "", columnList = "", valueList = ""] = parts;
  const columns = columnList.split(",");
  const values = splitValues(valueList);
  const appended: { column: string; pieces: string[] }[] = [];
  const toStatement = () => `INSERT INTO ${table} (${columnList}) VALUES(${values.join(",")});`;
  while (byteLength(toStatement()) > LONGEST_STATEMENT_BYTES) {
    const at = values.reduce(
      (best, value, i) => (value.length > (values[best] ?? "").length ? i : best),
      0,
    );
    appended.push({ column: columns[at] ?? "", pieces: toPieces(values[at] ?? "") });
    values[at] = "''";
  }
  const isShort = (column: string) => !appended.some((addition) => addition.column === column);
  const where = columns
    .flatMap((column, i) => (isShort(column) ? [`${column} IS ${values[i]}`] : []))
    .join(" AND ");
  return [
    toStatement(),
    ...appended.flatMap(({ column, pieces }) =>
      pieces.map(
        (piece) => `UPDATE ${table} SET ${column} = ${column} || ${piece} WHERE ${where};`,
      ),
    ),
  ];
}

/** Splits at the commas between values, not in texts or between arguments. */
function splitValues(list: string): string[] {
  const values: string[] = [];
  let depth = 0;
  let isText = false;
  let from = 0;
  for (let at = 0; at < list.length; at++) {
    const character = list[at];
    if (character === "'") isText = !isText;
    if (isText) continue;
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (character === "," && depth === 0) {
      values.push(list.slice(from, at));
      from = at + 1;
    }
  }
  return [...values, list.slice(from)];
}

/** Splits a text. D1 exports line breaks as \n inside `replace(…)`, which each piece then needs. */
function toPieces(value: string): string[] {
  const parts = /^((?:replace\()*)'(.*)'((?:,'\\[nr]',char\(1[03]\)\))*)$/s.exec(value);
  if (parts === null) throw new Error(`A value is too long: ${value.slice(0, 80)}…`);
  const [, before = "", text = "", after = ""] = parts;
  // Does not split doubled quotes, \n and \r, or surrogate pairs. In \\n the second backslash belongs to the n.
  const pieces = text.match(new RegExp(`(?:''|\\\\[nr]|[^']){1,${PIECE_CHARACTERS}}`, "gsu")) ?? [];
  return pieces.map((piece) => `${before}'${piece}'${after}`);
}

function byteLength(text: string): number {
  return Buffer.byteLength(text);
}
