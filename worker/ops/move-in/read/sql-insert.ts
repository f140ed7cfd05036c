import { isUtf8 } from "node:buffer";

/** A row of a MySQL dump. */
type InsertedRow = { table: string; row: Record<string, string | null> };

const START = /^INSERT(?: IGNORE)? INTO `([^`]+)` \(((?:`[^`]+`,? ?)+)\) VALUES \(/i;

/**
 * Parses one line of `mysqldump --no-create-info --complete-insert --skip-extended-insert`: an insert of one row. Values
 * are text, as SQL writes them; null stays null. Undefined if the line is something else, such as a comment.
 */
export function parseInsert(line: string): InsertedRow | "malformed" | undefined {
  if (!/^insert\b/i.test(line)) return undefined;
  const start = START.exec(line);
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
const ESCAPES: Record<string, string> = {
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
    letter === undefined ? "'" : (ESCAPES[letter] ?? letter),
  );
}

/** The bytes as text. Bytes that are no text stay as they are written. */
function fromHex(hex: string): string {
  const bytes = Buffer.from(hex, "hex");
  return isUtf8(bytes) ? bytes.toString() : `0x${hex}`;
}
