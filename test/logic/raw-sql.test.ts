import { getTableColumns, getTableName, is, Table } from "drizzle-orm";
import { globSync, readFileSync } from "node:fs";
import { parseAst } from "vite";
import { expect, test } from "vitest";

const modules = await Promise.all(
  globSync("worker/db/schema/**/*.ts").map(
    (file): Promise<Record<string, unknown>> => import(/* @vite-ignore */ `../../${file}`),
  ),
);
const tables = modules.flatMap((module) => Object.entries(module)).filter(isTable);
const tableNames = tables.map(([, table]) => getTableName(table));
/** Columns whose name is a word like any other, such as `id`, are told from the names of queries by the rules on tables. */
const columnNames = tables
  .flatMap(([, table]) => Object.values(getTableColumns(table)).map(({ name }) => name))
  .filter((name) => name.includes("_"));

function isTable(entry: [string, unknown]): entry is [string, Table] {
  return is(entry[1], Table);
}

const anyOf = (names: readonly string[]) => [...new Set(names)].join("|");
/** An interpolated table of the schema, as `sqlIn` leaves it. */
const TABLE = `\\$\\{(?:${anyOf(tables.map(([name]) => name))})\\}`;

const RULES = {
  "the name of a column": new RegExp(`(?<![$\\w])(?:${anyOf(columnNames)})\\b`),
  "the name of a table": new RegExp(
    `\\b(?:from|join|into|update) (?:${anyOf(tableNames)})\\b`,
    "i",
  ),
  "a table with an alias in text: use alias()": new RegExp(`${TABLE} as \\w`),
  "a column after set: use orm.update": new RegExp(`update ${TABLE} set \\w`),
  "a column after insert: use orm.insert": new RegExp(`into ${TABLE} \\( ?\\w`),
};

/** The SQL in a file, each statement or part of one on a line; interpolated names stay, other expressions become `${}`. */
function sqlIn(code: string): string[] {
  const found: string[] = [];
  const textOf = ({ start, end }: Node) => code.slice(start, end);
  const add = (sql: string) =>
    found.push(
      sql
        .replaceAll(/'[^']*'/g, "''")
        .replaceAll(/\s+/g, " ")
        .trim(),
    );
  const joined = ({ quasis = [], expressions = [] }: Node) =>
    quasis
      .map(({ value }, index) => {
        const name = expressions[index] && textOf(expressions[index]);
        return `${value?.cooked ?? ""}${name === undefined ? "" : `\${${/^\w+$/.test(name) ? name : ""}}`}`;
      })
      .join("");
  const visit = (node: Node, isRaw: boolean) => {
    let inside = isRaw;
    if (node.type === "CallExpression" && node.callee) inside = textOf(node.callee) === "sql.raw";
    if (node.type === "TaggedTemplateExpression" && node.tag && node.quasi) {
      if (/^sql\b/.test(textOf(node.tag))) add(joined(node.quasi));
      for (const expression of node.quasi.expressions ?? []) visit(expression, false);
      return;
    }
    if (node.type === "TemplateLiteral" && (isRaw || isSql(joined(node)))) add(joined(node));
    if (node.type === "Literal" && typeof node.value === "string") {
      if (isRaw || isSql(node.value)) add(node.value);
    }
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, inside);
  };
  visit(parseAst(code, { lang: "ts" }), false);
  return found;
}

type Node = {
  type: string;
  start: number;
  end: number;
  callee?: Node;
  tag?: Node;
  quasi?: Node;
  quasis?: { value?: { cooked: string } }[];
  expressions?: Node[];
  value?: unknown;
};

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

function isSql(text: string): boolean {
  return /\bselect\b.+\bfrom\b|\bupdate\b.+\bset\b|\b(?:insert into|delete from)\b/is.test(text);
}

function problemsIn(code: string): string[] {
  return sqlIn(code).flatMap((sql) =>
    Object.entries(RULES).flatMap(([rule, pattern]) => {
      const at = pattern.exec(sql)?.index;
      return at === undefined ? [] : [`${rule}: ${sql.slice(Math.max(0, at - 20), at + 60)}`];
    }),
  );
}

test("outside of db/, SQL takes tables and columns from the schema, so that a renamed one fails to compile", () => {
  const files = globSync("worker/**/*.ts").filter(
    (file) => !file.startsWith("worker/db/") && !file.endsWith(".d.ts"),
  );
  const problems = files.flatMap((file) =>
    problemsIn(readFileSync(file, "utf8")).map((problem) => `${file}: ${problem}`),
  );
  expect(problems).toEqual([]);
});

test.each([
  "sql`select 1 where user_id is null`",
  'sql.raw("matched.name_folded")',
  "sql`select 1 from discord_accounts`",
  "sql`exists (select 1 from ${characters} as own where own.id = 1)`",
  "write(sql`update ${users} set name = 1`)",
  "sql`insert into ${names} (id) values (1)`",
  '"select name from groups"',
])("%s names the schema", (code) => {
  expect(problemsIn(code)).toHaveLength(1);
});

test.each([
  "sql`select ${users.id} as userId from ${users} where ${users.mainCharacterId} is null`",
  "sql`select 1 from ${characters} as ${own} where ${own.userId} ->> '$.user_id' = 1`",
  'const message = "Select a user_id."',
])("%s does not", (code) => {
  expect(problemsIn(code)).toEqual([]);
});
