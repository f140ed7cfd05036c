import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll } from "vitest";
import { assertNoViolations } from "./harness.ts";

// The files of a run share one runtime, because starting one takes longer than most files. Each gets new tables.
const { results: tables } = await env.DB.prepare(
  `select name from sqlite_master
    where type = 'table' and name not like 'sqlite%' and name not like '\\_cf%' escape '\\'
    order by rowid desc`,
).all<{ name: string }>();
await env.DB.batch([
  env.DB.prepare("pragma defer_foreign_keys = on"),
  ...tables.map(({ name }) => env.DB.prepare(`drop table "${name}"`)),
]);
await applyD1Migrations(env.DB, env.MIGRATIONS);

afterAll(assertNoViolations);
