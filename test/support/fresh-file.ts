import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, vi } from "vitest";
import { assertNoViolations } from "./harness.ts";

// The files of a run share one runtime, because starting one takes longer than most files. Each gets the real time and new tables.
vi.useRealTimers();

// Drops triggers first: dropping a table deletes the rows that refer to it, and triggers would write to dropped tables.
const { results: parts } = await env.DB.prepare(
  `select type, name from sqlite_master
    where type in ('table', 'trigger') and name not like 'sqlite%' and name not like '\\_cf%' escape '\\'
    order by type desc, rowid desc`,
).all<{ type: string; name: string }>();
await env.DB.batch([
  env.DB.prepare("pragma defer_foreign_keys = on"),
  ...parts.map(({ type, name }) => env.DB.prepare(`drop ${type} "${name}"`)),
]);
await applyD1Migrations(env.DB, env.MIGRATIONS);

afterAll(assertNoViolations);
