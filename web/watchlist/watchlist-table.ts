import { addWatchEntrySchema } from "#shared/watchlist.ts";
import type { AddWatchEntry } from "#shared/watchlist.ts";
import { CSV_MARK } from "#shared/text.ts";
import { DAY_MS } from "#shared/time.ts";
import { MAX_WATCH_DAYS } from "#shared/watch-limits.ts";
import { check } from "#web/lib/form/use-input.ts";

/** A line of the file that cannot be an entry: the columns that are wrong. */
type RefusedLine = { line: number; columns: string[] };
export type ReadTable = { entries: AddWatchEntry[]; refused: RefusedLine[] };

/** The columns of the export, of which these must be there. */
const REQUIRED = ["subject", "eveId", "name", "reason"];

/** What is understood of a table as the export writes it. Undefined: it has other columns. */
export function readTable(text: string, now: number): ReadTable | undefined {
  const [header, ...lines] = cellsOf(text.replace(CSV_MARK, ""));
  const columns = header?.cells.map((name) => name.trim()) ?? [];
  if (REQUIRED.some((name) => !columns.includes(name))) return undefined;
  const read: ReadTable = { entries: [], refused: [] };
  for (const { line, cells } of lines) {
    const valueOf = (name: string) => cells[columns.indexOf(name)]?.trim() ?? "";
    const until = valueOf("until");
    const found = check(addWatchEntrySchema, {
      subject: valueOf("subject"),
      eveId: Number(valueOf("eveId")),
      name: withoutQuote(valueOf("name")),
      ...(valueOf("level") !== "" && { level: valueOf("level") }),
      reason: withoutQuote(valueOf("reason")),
      link: valueOf("link") || null,
      months: valueOf("months") === "" ? null : Number(valueOf("months")),
      ...(until !== "" && { days: daysUntil(until, now) }),
    });
    if ("value" in found) read.entries.push(found.value);
    else {
      const columnsOf = Object.keys(found.problems).map((key) => (key === "days" ? "until" : key));
      read.refused.push({ line, columns: columnsOf });
    }
  }
  return read;
}

/** NaN for no date: the schema refuses it, as it refuses a day that has passed. */
function daysUntil(until: string, now: number): number {
  return Math.min(MAX_WATCH_DAYS, Math.ceil((Date.parse(until) - now) / DAY_MS));
}

/** The export writes "'" before what a spreadsheet would take for a formula. */
function withoutQuote(text: string): string {
  return text.replace(/^'(?=[=+\-@])/, "");
}

type Line = { line: number; cells: string[] };

/** The lines of a table (RFC 4180), with comma or semicolon, as spreadsheets write them. Empty ones are left out. */
function cellsOf(text: string): Line[] {
  const [head = ""] = text.split("\n", 1);
  const comma = head.includes(",") || !head.includes(";") ? "," : ";";
  const lines: Line[] = [];
  let cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  let line = 1;
  let startedAt = 1;
  const endLine = () => {
    cells.push(cell);
    if (cells.some((one) => one.trim() !== "")) lines.push({ line: startedAt, cells });
    cells = [];
    cell = "";
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === "\n") line += 1;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === comma) {
      cells.push(cell);
      cell = "";
    } else if (character === "\n") {
      endLine();
      startedAt = line;
    } else if (character !== "\r") cell += character;
  }
  endLine();
  return lines;
}
