/** The rows that follow in a dump of PostgreSQL, until the line `COPY_END`. */
export type Copy = { table: string; columns: string[] };

export const COPY_END = "\\.";

const START = /^COPY (?:\w+\.)?(\w+) \(([^()]+)\) FROM stdin;\s*$/;

/** Parses the line with which `pg_dump --data-only` begins a table; undefined if the line is something else. */
export function parseCopy(line: string): Copy | undefined {
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
export function parseCopied({ columns }: Copy, line: string) {
  // Windows ends lines with a carriage return. One that belongs to a value is escaped.
  const values = line.replace(/\r$/, "").split("\t");
  if (values.length !== columns.length) return "malformed";
  const value = (text: string | undefined) =>
    text === undefined || text === "\\N"
      ? null
      : text.replaceAll(/\\([^])/g, (_, letter: string) => ESCAPES[letter] ?? letter);
  return Object.fromEntries(columns.map((name, index) => [name, value(values[index])]));
}
