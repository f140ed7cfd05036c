import * as z from "zod/mini";
import { ExportError } from "./export-error.ts";
import { parseJson } from "./json-value.ts";
import { splitLines } from "./lines.ts";
import type { ExportRow } from "./rows.ts";
import { COPY_END, parseCopied, parseCopy } from "./sql-copy.ts";
import type { Copy } from "./sql-copy.ts";
import { parseInsert } from "./sql-insert.ts";

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
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    throw new ExportError(place, "This is not valid JSON.");
  }
  const row = rowSchema.safeParse(value);
  if (row.success) return row.data;
  throw new ExportError(place, 'This is no row of an export: it has no table ("t").');
}
