import { env } from "cloudflare:workers";
import { afterAll, vi } from "vitest";
import { assertDetailsOfEvents } from "./event-details.ts";
import { assertNoViolations } from "./harness.ts";

// The files of a run share one runtime, because starting one takes longer than most files. Each gets the real time and
// the database as the migrations leave it.
vi.useRealTimers();

type Part = { type: string; name: string; sql: string };

const { results: parts } = await env.DB.prepare(
  `select type, name, sql from sqlite_master
    where sql is not null and name not like 'sqlite%' and name not like '\\_cf%' escape '\\'
    order by type = 'trigger' desc, type = 'table' desc, rowid desc`,
).all<Part>();
const isTrigger = ({ type }: Part) => type === "trigger";
const isTable = ({ type }: Part) => type === "table";
const { tables, rows, triggers } = env.SCHEMA;
const found = new Set(parts.filter((part) => !isTrigger(part)).map(({ sql }) => sql));
const isUnchanged = found.size === tables.length && tables.every((sql) => found.has(sql));

await env.DB.batch(
  [
    "pragma defer_foreign_keys = on",
    // First: rows are deleted with those that refer to them, and triggers would write to other tables.
    ...parts.filter(isTrigger).map(({ name }) => `drop trigger "${name}"`),
    ...parts
      .filter(isTable)
      .map(({ name }) => `${isUnchanged ? "delete from" : "drop table"} "${name}"`),
    ...(isUnchanged ? [] : tables),
    ...rows,
    ...triggers,
  ].map((statement) => env.DB.prepare(statement)),
);

afterAll(assertNoViolations);
afterAll(assertDetailsOfEvents);
