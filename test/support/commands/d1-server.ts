import type { DatabaseSync } from "node:sqlite";

/**
 * D1's server as a deployment meets it: an API for queries, which splits a text into statements by rules of its own, and one for
 * imports, in which SQLite does (`SqliteDatabase::ingestSql` of workerd). Each statement is committed for itself: what was executed
 * before a failure stays, as reported of the first and as the worst case of the second.
 */

/** What opens and closes a part of a text in which no semicolon ends a statement. */
type Splitter = { opens: RegExp; closes: RegExp };

/**
 * How a server may split. Nobody has seen D1's rules: the first three follow what is known of wrangler's and what was reported; the
 * last one cuts every trigger.
 */
export const SPLITTERS = {
  "BEGIN opens, and END before a space or a semicolon closes": {
    opens: /\sBEGIN\s$/,
    closes: /\sEND[;\s]$/,
  },
  "BEGIN opens, and END; closes": { opens: /\sBEGIN\s$/, closes: /\sEND;$/ },
  "BEGIN and CASE open, and END before a space or a semicolon closes": {
    opens: /\s(?:BEGIN|CASE)\s$/i,
    closes: /\sEND[;\s]$/i,
  },
  "every semicolon ends a statement": { opens: /(?!)/, closes: /(?!)/ },
} as const satisfies Record<string, Splitter>;

/** What no splitter looks into, or one other character. */
const TOKENS = /'[^']*'|"[^"]*"|`[^`]*`|--[^\n]*|[\s\S]/g;
/** As long as the longest keyword with its borders. */
const END_CHARACTERS = 8;

export function split(sql: string, { opens, closes }: Splitter): string[] {
  const statements = [""];
  let depth = 0;
  for (const token of sql.match(TOKENS) ?? []) {
    const before = statements.at(-1) ?? "";
    if (depth > 0 && closes.test((before + token).slice(-END_CHARACTERS))) depth -= 1;
    if (token === ";" && depth === 0) statements.push("");
    else {
      const after = before + (token.startsWith("--") ? "" : token);
      statements[statements.length - 1] = after;
      if (opens.test(after.slice(-END_CHARACTERS))) depth += 1;
    }
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== "");
}

type Row = Record<string, unknown>;

/** Executes the first statement of a text; returns its rows, and the text behind it. */
export function executeFirst(database: DatabaseSync, sql: string): { rows: Row[]; rest: string } {
  const statement = database.prepare(sql);
  const rows = statement.all();
  return { rows, rest: sql.slice(statement.sourceSQL.length).trim() };
}

/** D1's API for queries: the rows of each statement. */
export function queryServer(database: DatabaseSync, sql: string, splitter: Splitter): Row[][] {
  return split(sql, splitter).map((statement) => {
    const { rows, rest } = executeFirst(database, statement);
    if (rest !== "") throw new Error("You can only execute one statement at a time.");
    return rows;
  });
}

/** D1's API for imports. It may end after so many statements. */
export function importToServer(database: DatabaseSync, sql: string, most = Infinity) {
  let left = sql.trim();
  for (let executed = 0; left !== ""; executed += 1) {
    if (executed === most) throw new Error("Network connection lost.");
    left = executeFirst(database, left).rest;
  }
}
