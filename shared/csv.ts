// Without zod: pages that only save a table need this.

/** Without this mark at the beginning of a file, Excel does not read Cyrillic names. */
export const CSV_MARK = "\uFEFF";

/** A line of a table for spreadsheets (RFC 4180). */
export function toCsvLine(cells: readonly string[]): string {
  // Appends: a download has thousands of cells, and a list of each line takes half as long again.
  let line = "";
  for (const cell of cells) line += line === "" ? toCell(cell) : `,${toCell(cell)}`;
  return `${line}\r\n`;
}

/** An id: 12 random bytes in base64url, of which one in 64 begins with "-". It can call no function, so it stays as it is. */
const ID = /^-[\w-]{15}$/;

const FORMULA_MARKS = new Set("=+-@\uFF1D\uFF0B\uFF0D\uFF20\t\r\n");

/** A cell that a spreadsheet would take for a formula becomes text, in full-width characters too. */
function toCell(text: string): string {
  if (text === "") return '""';
  const isFormula = FORMULA_MARKS.has(text.charAt(0)) && !ID.test(text);
  const safe = isFormula ? `'${text}` : text;
  return safe.includes('"') ? `"${safe.replaceAll('"', '""')}"` : `"${safe}"`;
}
