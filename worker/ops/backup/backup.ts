import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { failureOf, readFlags, untilInterrupted } from "#worker/ops/command.ts";
import { chooseTarget, TARGET_FLAGS } from "#worker/ops/target.ts";
import { d1, query } from "#worker/ops/wrangler.ts";
import type { DatabaseTarget } from "#worker/ops/wrangler.ts";
import { arrangeDump } from "./arrange-dump.ts";

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
async function exactTexts(target: DatabaseTarget, tables: string[]): Promise<string[]> {
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

/** `npm run backup -- --remote|--local [--output file]`: the whole database in one file of SQL. */
const { values } = readFlags("npm run backup -- --remote|--local [--output <file>]", {
  options: {
    ...TARGET_FLAGS,
    output: { type: "string" },
  },
});
const output = values.output ?? `muster-${new Date().toISOString().replaceAll(/[:.]/g, "-")}.sql`;
const raw = `${output}.part`;
const signal = untilInterrupted();
// Only its owner may read what this program and wrangler write.
process.umask(0o077);
try {
  const target = { ...chooseTarget(values), signal };
  if (existsSync(output)) throw new Error(`${output} is there already. Choose another --output.`);
  if (!existsSync(dirname(output))) throw new Error(`${dirname(output)} does not exist.`);
  // A file that is there keeps its mode.
  await rm(raw, { force: true });
  await d1("export", target, ["--output", raw, "-y"]);
  const { counts } = await arrangeDump(raw, output, signal, (tables) => exactTexts(target, tables));
  const rows = [...counts.values()].reduce((sum, count) => sum + count, 0);
  console.log(
    `${output}: ${rows} rows of ${counts.size} tables. The tokens in it are of use only with TOKEN_ENCRYPTION_KEY: keep that apart. The rest can be read by whoever has the file.`,
  );
  if (isOpenToGit(output)) {
    console.warn(
      `Warning: git does not ignore ${output}, so that "git add" would publish it. Move it out of the repository.`,
    );
  }
} catch (error) {
  console.error(`No backup was made. ${failureOf(error, signal)}`);
  process.exitCode ??= 1;
} finally {
  if (existsSync(raw)) await rm(raw);
}

/** Inside a work tree of git, and not ignored there. */
function isOpenToGit(file: string): boolean {
  const args = ["-C", dirname(file), "check-ignore", "--quiet", "--", basename(file)];
  // 0: ignored, 1: not ignored, 128: no repository; null: no git.
  return spawnSync("git", args, { stdio: "ignore" }).status === 1;
}
