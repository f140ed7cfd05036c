import * as z from "zod/mini";
import { ExportError } from "./export-error.ts";
import { parseJson } from "./json-value.ts";
import { splitLines } from "./lines.ts";
import type { ExportRow } from "./rows.ts";
import { parseInsert } from "./sql-insert.ts";

/** A line of the SQL files that Muster ships: the table as `t`, and the columns. The last has the table `end`. */
const rowSchema = z.catchall(z.object({ t: z.string() }), z.unknown());
const END = "end";

/** What a dump of MySQL contains beside the rows. */
const NO_ROW = /^(?:--|\/\*|(?:UN)?LOCK TABLES|SET |USE )/i;
const DUMP_END = /^-- Dump completed/;

/** The rows of an export as JSON lines, or of a dump of MySQL with one row in each line. Throws an `ExportError`. */
export async function* readTableRows(chunks: AsyncIterable<string>): AsyncGenerator<ExportRow> {
  let hasEnded = false;
  let last = 0;
  for await (const { text, line } of splitLines(chunks)) {
    last = line;
    const place = `Line ${line}`;
    if (hasEnded) throw new ExportError(place, "The export has ended, and the file goes on.");
    const content = text.replace(/^\uFEFF/, "").trim();
    if (content.startsWith("{")) {
      const { t: table, ...fields } = parseLine(content, place);
      if (table === END) hasEnded = true;
      else yield { table, fields, place: `${place} (${table})` };
      continue;
    }
    const inserted = parseInsert(content);
    if (inserted === "malformed") {
      throw new ExportError(
        place,
        "This insert cannot be read: the file is cut off, or the dump was made without --complete-insert and --skip-extended-insert.",
      );
    }
    if (inserted !== undefined) {
      const { table, row } = inserted;
      yield { table, fields: row, place: `${place} (${table})` };
    } else if (DUMP_END.test(content)) hasEnded = true;
    else if (!NO_ROW.test(content)) {
      throw new ExportError(place, "This is neither a line of JSON nor an insert of a dump.");
    }
  }
  if (!hasEnded) {
    throw new ExportError(`Line ${last}`, "The file is cut off: its last line is missing.");
  }
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
