import { readFileSync } from "node:fs";
import { join } from "node:path";
import { failureInWords } from "#worker/ops/command.ts";
import { importSql, query } from "#worker/ops/wrangler.ts";
import type { DatabaseTarget } from "#worker/ops/wrangler.ts";
import { crossBaseline, knownMigrations } from "./baseline.ts";
import type { Advice, DatabaseRow, Send } from "./baseline.ts";
import { compareRows, compareSchema, openMigrated, OUR_SCHEMA } from "./check-schema.ts";

/** Stands between two statements of a migration, as drizzle-kit writes it. */
export const BREAKPOINT = "--> statement-breakpoint";

export function statementsOf(migration: string, folder = "migrations"): string[] {
  const text = readFileSync(join(folder, migration), "utf8");
  return text.split(BREAKPOINT).map((statement) => statement.trim());
}

/**
 * A database. D1 splits what is sent to its API for queries by rules of its own, and may cut a trigger in two; an import
 * is split by SQLite (docs/decisions/0106-statements-that-d1-does-not-split.md).
 */
export type Server = { send: Send; importSql: (sql: string) => Promise<void> };

export function openServer(target: DatabaseTarget): Server {
  return {
    send: (statements) => query(target, statements),
    importSql: (sql) => importSql(target, sql),
  };
}

/**
 * Applies all migrations that a database lacks, in one import, and records them as wrangler does. May be killed and repeated: what
 * was applied of a migration that is not recorded is seen in the schema.
 */
export async function migrate({ send, importSql: load }: Server, advice?: Advice) {
  const { applied, schema } = await crossBaseline(send, advice);
  const missing = knownMigrations().filter((name) => !applied.includes(name));
  const [next] = missing;
  if (next === undefined) return;
  const made = knownMigrations().filter((name) => applied.includes(name));
  const done = countDone(schema, made, next);
  try {
    await load(toImport(missing, done ?? 0));
  } catch (error) {
    throw done === undefined ? unknownSchema(error, compareSchema(schema, made)) : error;
  }
  const [rows = []] = await send(["select name from d1_migrations"]);
  const recorded = new Set(rows.map(({ name }) => name));
  const left = missing.filter((name) => !recorded.has(name));
  if (left.length > 0) throw new Error(`D1 has not applied all migrations: ${left.join(", ")}.`);
}

/**
 * How many statements of the next migration the database has been through, or undefined if its schema is of none of these
 * states. Of several states with this schema it is the first one: statements that change no schema can be executed twice.
 */
function countDone(found: DatabaseRow[], made: string[], next: string): number | undefined {
  using database = openMigrated(made);
  for (const [done, statement] of [...statementsOf(next), ""].entries()) {
    const schema = database.prepare(OUR_SCHEMA).all();
    if (schema.length === found.length && compareRows(schema, found).length === 0) return done;
    database.exec(statement);
  }
  return undefined;
}

/** The statements of these migrations without those that were executed, each migration with its row of wrangler's list. */
function toImport(migrations: string[], done: number): string {
  const statements = migrations.flatMap((name, at) => [
    ...statementsOf(name).slice(at === 0 ? done : 0),
    `INSERT INTO d1_migrations (name) VALUES ('${name}');`,
  ]);
  return `${statements.join("\n")}\n`;
}

function unknownSchema(cause: unknown, problems: string[]): Error {
  return new Error(
    `${failureInWords(cause)}\nThe database is not what its migrations made, as after an update by other means that was cut off, or a change by hand:\n${problems.join("\n")}\nPut it back to a time before that: npx wrangler d1 time-travel restore DB --timestamp <such as 2026-11-28T12:00:00Z>. If it is new and empty, delete it instead: npx wrangler d1 delete <its name>, and zeros for its database_id in wrangler.jsonc.`,
    { cause },
  );
}
