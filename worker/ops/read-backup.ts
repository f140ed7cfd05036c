import { createReadStream, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

export const FIRST_LINE =
  "-- A backup of Muster's database. Put it back with: npm run restore -- --remote <this file>";
export const LAST_LINE = "-- The backup is complete.";
export const NO_BACKUP = "The file holds no tables: it is no backup.";

/** The statements of a backup or an export. D1 writes each row on its own line; only the schema has statements of several lines. */
export async function* readStatements(file: string): AsyncGenerator<string> {
  if (statSync(file).isDirectory()) throw new Error(`${file} is a folder, and not a file.`);
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

/** Splits only at \n: other line terminators can be part of a text. */
export async function* readLines(file: string): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of createReadStream(file, { encoding: "utf8" }) as AsyncIterable<string>) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

/** Foreign keys are not enforced: the rows are as they stand in the backup. Throws when it is incomplete. */
export async function loadBackup(backup: string, file: string): Promise<DatabaseSync> {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  database.exec("pragma journal_mode = off; pragma synchronous = off; begin");
  for await (const statement of readStatements(backup)) {
    if (/^(?:CREATE TABLE|INSERT|UPDATE)\b/.test(statement)) database.exec(statement);
  }
  database.exec("commit");
  if (tablesOf(database, "main").length === 0) throw new Error(NO_BACKUP);
  return database;
}

export function tablesOf(database: DatabaseSync, schema: "main" | "found"): string[] {
  return database
    .prepare(`select name from ${schema}.sqlite_master where type = 'table'`)
    .all()
    .map(({ name }) => String(name))
    .filter((name) => name !== "d1_migrations" && !name.startsWith("sqlite_"));
}
