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
  const isShort = (column: string) => !appended.some((one) => one.column === column);
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
