import { isUtf8 } from "node:buffer";
import * as z from "zod/mini";
import { ExportError } from "./rows.ts";
import type { ExportRow } from "./rows.ts";

/** A line of the SQL files that Muster ships: the table as `t`, and the columns. The last has the table `end`. */
const rowSchema = z.catchall(z.object({ t: z.string() }), z.unknown());
const END = "end";

/** What a dump of MySQL, MariaDB or PostgreSQL contains beside the rows. */
const COMMENT = /^(?:--|\/\*)/;
const STATEMENT =
  /^(?:(?:UN)?LOCK TABLES|SET |USE |COMMIT;|CREATE DATABASE |SELECT pg_catalog\.|ALTER TABLE \S+ (?:DIS|EN)ABLE TRIGGER ALL;)/i;
/** Commands of psql, around the dump. */
const COMMAND = /^\\(?:un)?restrict /;
const DUMP_END = /^-- (?:Dump completed|PostgreSQL database dump complete)/;

/** The character set that the client asked for; `binary` and `utf8` change no letter of this plane. */
const CHARACTER_SET = /^(?:\/\*!\d+ )?SET NAMES '?(?!utf8|binary)(\w+)/i;

/**
 * The rows of an export as JSON lines, or of a dump of MySQL, MariaDB or PostgreSQL with one row in each line. Throws an
 * `ExportError`.
 */
export async function* readTableRows(chunks: AsyncIterable<string>): AsyncGenerator<ExportRow> {
  let hasEnded = false;
  let last = 0;
  /** The table of PostgreSQL whose rows follow. */
  let copy: Copy | undefined;
  /** A statement of several lines, such as MySQL's list of transactions, has not ended. */
  let isInStatement = false;
  for await (const { text, line } of splitLines(chunks)) {
    last = line;
    const place = `Line ${line}`;
    const content = text.replace(/^\uFEFF/, "").trim();
    if (hasEnded) {
      if (COMMENT.test(content) || COMMAND.test(content)) continue;
      throw new ExportError(place, "The export has ended, and the file goes on.");
    }
    if (copy !== undefined) {
      if (content === COPY_END) copy = undefined;
      else yield copiedRow(copy, text, place);
      continue;
    }
    if (isInStatement) {
      isInStatement = !content.endsWith(";");
      continue;
    }
    if (content.startsWith("{")) {
      const { t: table, ...fields } = parseLine(content, place);
      if (table === END) hasEnded = true;
      else yield { table, fields, place: `${place} (${table})` };
      continue;
    }
    copy = parseCopy(content);
    if (copy !== undefined) continue;
    const inserted = parseInsert(content);
    if (inserted === "malformed") {
      throw new ExportError(
        place,
        "This insert cannot be read: the file is cut off, or the dump was made without --complete-insert and --skip-extended-insert, or by pg_dump with --inserts or --column-inserts.",
      );
    }
    if (inserted !== undefined) {
      const { table, row } = inserted;
      yield { table, fields: row, place: `${place} (${table})` };
      continue;
    }
    requireUnicode(content, place);
    if (DUMP_END.test(content)) hasEnded = true;
    else if (STATEMENT.test(content)) isInStatement = !content.endsWith(";");
    else if (!COMMENT.test(content) && !COMMAND.test(content)) {
      throw new ExportError(
        place,
        "This is neither a line of JSON nor a row of a dump. A dump must be made with --no-create-info, of PostgreSQL with --data-only.",
      );
    }
  }
  if (!hasEnded) {
    throw new ExportError(`Line ${last}`, "The file is cut off: its last line is missing.");
  }
}

function copiedRow(copy: Copy, text: string, place: string): ExportRow {
  const fields = parseCopied(copy, text);
  if (fields !== "malformed")
    return { table: copy.table, fields, place: `${place} (${copy.table})` };
  throw new ExportError(place, "This row cannot be read: the file is cut off or damaged.");
}

/** Letters that the client's character set does not have become question marks, without a word of the program. */
function requireUnicode(content: string, place: string) {
  const [, name] = CHARACTER_SET.exec(content) ?? [];
  if (name === undefined) return;
  throw new ExportError(
    place,
    `The dump was made with the character set ${name}, which has no letters of other languages. Export again with --default-character-set=utf8mb4.`,
  );
}

function parseLine(text: string, place: string): z.output<typeof rowSchema> {
  const row = rowSchema.safeParse(parseJson(text, place));
  if (row.success) return row.data;
  throw new ExportError(place, 'This is no row of an export: it has no table ("t").');
}

/** Discord's ids exceed 2^53, and Alliance Auth writes them as bare numbers. */
const LONG_NUMBER = /[:[,\s]-?\d{16,}/;

/** Parses JSON; integers that a JavaScript number cannot hold become text. Throws an `ExportError`. */
export function parseJson(text: string, place: string): unknown {
  try {
    return LONG_NUMBER.test(text) ? JSON.parse(text, exactly) : JSON.parse(text);
  } catch {
    throw new ExportError(place, "This is not valid JSON.");
  }
}

function exactly(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  const source = context?.source ?? "";
  return /^-?\d+$/.test(source) ? source : value;
}

/** A row of SeAT or Neucore is a few kilobytes. */
const MAX_LINE_CHARACTERS = 1_000_000;

/** The lines of a file with their numbers, without blank ones. Throws an `ExportError` for a line that is too long. */
async function* splitLines(
  chunks: AsyncIterable<string>,
): AsyncGenerator<{ text: string; line: number }> {
  let rest = "";
  let line = 0;
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const text of lines) {
      line += 1;
      if (text.trim() !== "") yield { text, line };
    }
    if (rest.length > MAX_LINE_CHARACTERS) {
      throw new ExportError(`Line ${line + 1}`, "This line is longer than a million letters.");
    }
  }
  if (rest.trim() !== "") yield { text: rest, line: line + 1 };
}

/** The rows that follow in a dump of PostgreSQL, until the line `COPY_END`. */
type Copy = { table: string; columns: string[] };

const COPY_END = "\\.";

const START = /^COPY (?:\w+\.)?(\w+) \(([^()]+)\) FROM stdin;\s*$/;

/** Parses the line with which `pg_dump --data-only` begins a table; undefined if the line is something else. */
function parseCopy(line: string): Copy | undefined {
  const [, table, columns] = START.exec(line) ?? [];
  if (table === undefined || columns === undefined) return undefined;
  return { table, columns: columns.split(", ").map((name) => name.replaceAll('"', "")) };
}

/** The escapes of https://www.postgresql.org/docs/current/sql-copy.html, as far as `COPY TO` writes them. */
const ESCAPES: Record<string, string> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/** Parses one row of such a table. Values are text; null stays null. */
function parseCopied({ columns }: Copy, line: string) {
  // Windows ends lines with a carriage return. One that belongs to a value is escaped.
  const values = line.replace(/\r$/, "").split("\t");
  if (values.length !== columns.length) return "malformed";
  const value = (text: string | undefined) =>
    text === undefined || text === "\\N"
      ? null
      : text.replaceAll(/\\([^])/g, (_, letter: string) => ESCAPES[letter] ?? letter);
  return Object.fromEntries(columns.map((name, index) => [name, value(values[index])]));
}

/** A row of a MySQL dump. */
type InsertedRow = { table: string; row: Record<string, string | null> };

const INSERT = /^INSERT(?: IGNORE)? INTO `([^`]+)` \(((?:`[^`]+`,? ?)+)\) VALUES \(/i;

/**
 * Parses one line of `mysqldump --no-create-info --complete-insert --skip-extended-insert`: an insert of one row. Values
 * are text, as SQL writes them; null stays null. Undefined if the line is something else, such as a comment.
 */
function parseInsert(line: string): InsertedRow | "malformed" | undefined {
  if (!/^insert\b/i.test(line)) return undefined;
  const start = INSERT.exec(line);
  if (start === null) return "malformed";
  const [opening, table = "", names = ""] = start;
  const columns = [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? "");
  const values = parseValues(line, opening.length);
  if (values === undefined || values.length !== columns.length) return "malformed";
  return {
    table,
    row: Object.fromEntries(columns.map((name, index) => [name, values[index] ?? null])),
  };
}

/** The character escapes of https://dev.mysql.com/doc/refman/8.4/en/string-literals.html */
const MYSQL_ESCAPES: Record<string, string> = {
  "0": "\0",
  b: "\b",
  n: "\n",
  r: "\r",
  t: "\t",
  Z: "\x1A",
};

const VALUE = /(?:_binary )?'((?:[^'\\]|\\[^]|'')*)'|0x([0-9A-Fa-f]*)|(NULL)|(-?\d[\d.eE+-]*)/y;

function parseValues(line: string, from: number): (string | null)[] | undefined {
  const values: (string | null)[] = [];
  let at = from;
  for (;;) {
    VALUE.lastIndex = at;
    const found = VALUE.exec(line);
    if (found === null) return undefined;
    const [whole, text, hex, none, number] = found;
    if (text !== undefined) values.push(unescape(text));
    else if (hex !== undefined) values.push(fromHex(hex));
    else values.push(none === undefined ? (number ?? null) : null);
    at += whole.length;
    if (line[at] === ",") at += 1;
    else return /^\);\s*$/.test(line.slice(at)) ? values : undefined;
  }
}

function unescape(text: string): string {
  return text.replaceAll(/\\([^])|''/g, (_, letter: string | undefined) =>
    letter === undefined ? "'" : (MYSQL_ESCAPES[letter] ?? letter),
  );
}

/** The bytes as text. Bytes that are no text stay as they are written. */
function fromHex(hex: string): string {
  const bytes = Buffer.from(hex, "hex");
  return isUtf8(bytes) ? bytes.toString() : `0x${hex}`;
}
