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
  using database = openMigrated(migrations);
  return compareRows(database.prepare(OUR_SCHEMA).all(), found, mayHaveMore);
}

/** The same for two answers to `OUR_SCHEMA`. */
export function compareRows(wanted: Row[], found: Row[], mayHaveMore = false): string[] {
  const [want, have] = [byName(wanted), byName(found)];
  const names = [...new Set([...want.keys(), ...have.keys()])].toSorted();
  return names.flatMap((name) => {
    const [ours, theirs] = [want.get(name), have.get(name)];
    if (ours === undefined) return mayHaveMore ? [] : [`The ${name} is of no migration.`];
    if (theirs === undefined) return [`The ${name} is missing.`];
    const isSame = ours === theirs || normalizeSql(ours) === normalizeSql(theirs);
    return isSame ? [] : [`The ${name} is not as migrated.`];
  });
}

/** A database in memory that these migrations of the folder were applied to. */
export function openMigrated(migrations: readonly string[], folder = "migrations"): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  for (const name of migrations) database.exec(readFileSync(join(folder, name), "utf8"));
  return database;
}

function byName(rows: Row[]): Map<string, string> {
  return new Map(
    rows.map(({ type, name, sql }) => [`${String(type)} ${String(name)}`, String(sql)]),
  );
}

/** Texts, names in quotes, comments, words, spaces, and every other character. */
const TOKENS = /'(?:''|[^'])*'|"[^"]*"|`[^`]*`|--[^\n]*|\/\*[\s\S]*?\*\/|\w+|\s+|[^\w\s]/g;

/**
 * Texts stay as they are; what is outside them has no comments, spaces or quotes of names. There are no parentheses around a
 * CASE either: six triggers of 1.0.0 did not have them (docs/decisions/0106-statements-that-d1-does-not-split.md).
 */
export function normalizeSql(sql: string): string {
  const tokens = (sql.match(TOKENS) ?? []).filter((token) => !/^(?:--|\/\*|\s)/.test(token));
  const dropped = parenthesesOfCases(tokens);
  return tokens
    .map((token, at) => (dropped.has(at) ? "" : token.replaceAll(/^["`]|["`]$/g, "")))
    .join("");
}

/** The places of parentheses that hold one CASE and nothing else. */
function parenthesesOfCases(tokens: string[]): Set<number> {
  const opened: number[] = [];
  const places = new Set<number>();
  for (const [at, token] of tokens.entries()) {
    if (/^CASE$/i.test(token)) opened.push(at);
    // The END of a trigger closes no CASE.
    const start = /^END$/i.test(token) ? opened.pop() : undefined;
    if (start === undefined || tokens[start - 1] !== "(" || tokens[at + 1] !== ")") continue;
    places.add(start - 1).add(at + 1);
  }
  return places;
}
