import { query } from "#worker/ops/wrangler.ts";
import type { Target } from "#worker/ops/wrangler.ts";

/** At most 80 KB as hexadecimal digits: D1 accepts statements of 100 KB. */
const PIECE_CHARACTERS = 10_000;

/** SQL: the text has a line break beside the two characters that D1's export writes for one. */
function isAmbiguous(column: string): string {
  return [
    ["\\n", 10],
    ["\\r", 13],
  ]
    .map(([escape, code]) => `(instr(${column}, char(${code})) and instr(${column}, '${escape}'))`)
    .join(" or ");
}

/**
 * UPDATEs that restore the texts that D1's export loses: it writes a line break as \n inside `replace(…, '\n', char(10))`,
 * so that a literal \n in the same text becomes a line break too. (`outputQuotedEscapedString` in miniflare's dumpSql.ts.)
 */
export async function exactTexts(target: Target, tables: string[]): Promise<string[]> {
  const ours = tables.filter((table) => table !== "d1_migrations");
  if (ours.length === 0) return [];
  const described = await query(
    target,
    ours.map((table) => `pragma table_info("${table}")`),
  );
  const places = ours.map((table, at) => {
    const columns = (described[at] ?? []).map(({ name, type, pk }) => ({
      name: String(name),
      isText: /text|char|clob/i.test(String(type)),
      isKey: Number(pk) > 0,
    }));
    return { table, columns, texts: columns.filter(({ isText }) => isText) };
  });
  const withTexts = places.filter(({ texts }) => texts.length > 0);
  const found = await query(
    target,
    withTexts.map(
      ({ table, texts }) =>
        `select * from "${table}" where ${texts.map(({ name }) => isAmbiguous(`"${name}"`)).join(" or ")}`,
    ),
  );
  return withTexts.flatMap(({ table, columns, texts }, at) =>
    (found[at] ?? []).flatMap((row) => {
      const keys = columns.filter(({ isKey }) => isKey);
      const where = keys
        .map(({ name }) => [name, row[name]] as const)
        .map(
          ([name, key]) => `"${name}" IS ${toSql(typeof key === "string" ? asExported(key) : key)}`,
        )
        .join(" AND ");
      return texts.flatMap(({ name }) => {
        const text = row[name];
        if (typeof text !== "string" || text === asExported(text)) return [];
        if (where === "") throw new Error(`A row of ${table} has no key: its text cannot be kept.`);
        return piecesOf(text).map((piece, part) => {
          const before = part === 0 ? "" : `"${name}" || `;
          return `UPDATE "${table}" SET "${name}" = ${before}${toSql(piece)} WHERE ${where};`;
        });
      });
    }),
  );
}

/** The text that a restored export holds instead of this one. */
function asExported(text: string): string {
  const withReturns = text.includes("\r") ? text.replaceAll("\\r", "\r") : text;
  return text.includes("\n") ? withReturns.replaceAll("\\n", "\n") : withReturns;
}

/** Never splits a surrogate pair: each half alone has no UTF-8. */
function piecesOf(text: string): string[] {
  return text.match(new RegExp(`.{1,${PIECE_CHARACTERS}}`, "gsu")) ?? [];
}

/** On one line, as the reader of dumps requires, and without escapes. */
function toSql(value: unknown): string {
  if (typeof value === "number") return String(value);
  return typeof value === "string"
    ? `CAST(X'${Buffer.from(value).toString("hex")}' AS TEXT)`
    : "NULL";
}
