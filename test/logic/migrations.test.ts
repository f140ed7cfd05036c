import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import { gunzipSync } from "node:zlib";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { expect, inject, test } from "vitest";
import * as z from "zod/mini";
import {
  executeFirst,
  importToServer,
  queryServer,
  split,
  SPLITTERS,
} from "#test/support/commands/d1-server.ts";
import { formerDatabase } from "#test/support/former/database.ts";
import { declaredTriggers } from "#test/tools/triggers.ts";
import { share } from "#test/support/workerd/share.ts";
import { knownMigrations, MIGRATIONS_TABLE } from "#worker/ops/deploy/baseline.ts";
import { compareSchema, openMigrated, OUR_SCHEMA } from "#worker/ops/deploy/check-schema.ts";
import { BREAKPOINT, migrate, statementsOf } from "#worker/ops/deploy/migrate.ts";
import type { Server } from "#worker/ops/deploy/migrate.ts";

const CUTS_TRIGGERS = SPLITTERS["every semicolon ends a statement"];
const SPLITTERS_BY_NAME = Object.entries(SPLITTERS);
const read = (name: string) => readFileSync(`migrations/${name}`, "utf8");
const FIRST_RELEASE = "test/releases/1.0.0.sql.gz";
const CUT_OFF = "Network connection lost.";
const TEXTS = /'(?:''|[^'])*'|`[^`]*`/g;

/** A server that ends each import after so many statements. */
function serve(database: DatabaseSync, most?: number): Server {
  return {
    send: (statements) =>
      Promise.resolve(queryServer(database, statements.join(";\n"), CUTS_TRIGGERS)),
    importSql: async (sql) => importToServer(database, sql, most),
  };
}

function openEmpty(): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  database.exec(MIGRATIONS_TABLE);
  return database;
}

/** Two rows in each table. */
function openFormer(): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  for (const statements of formerDatabase()) {
    database.exec(`begin; ${statements.join(";\n")}; commit`);
  }
  return database;
}

/** A community in each part. */
function openFirstRelease(backup = readFileSync(FIRST_RELEASE)): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  database.exec(`begin; ${gunzipSync(backup).toString()}; commit`);
  return database;
}

/** The migrations that are recorded. */
function namesOf(database: DatabaseSync): string[] {
  const rows = database.prepare("select name from d1_migrations order by id").all();
  return rows.map(({ name }) => String(name));
}

/** Every row of every table, and the recorded migrations. */
function contentOf(database: DatabaseSync) {
  const tables = database
    .prepare(
      "select name from sqlite_master where type = 'table' and name not glob 'sqlite_*' order by name",
    )
    .all();
  return tables.map(({ name }) => {
    const columns = name === "d1_migrations" ? "name" : "*";
    const rows = database.prepare(`select ${columns} from "${String(name)}"`).all();
    return [name, rows.map((row) => JSON.stringify(row)).toSorted()];
  });
}

test("each part of a migration is one whole statement, and nothing in it misleads a server that splits it", () => {
  const database = new DatabaseSync(":memory:");
  for (const name of knownMigrations()) {
    expect([name, read(name)]).toEqual([name, expect.not.stringContaining("\r")]);
    for (const statement of statementsOf(name)) {
      expect([name, statement, executeFirst(database, statement).rest]).toEqual([
        name,
        expect.stringMatching(/;$/),
        "",
      ]);
      expect([name, ...misleading(statement)]).toEqual([name]);
    }
  }
  expect(readFileSync(".gitattributes", "utf8")).toMatch(/^\* text=auto eol=lf$/m);
});

test("nothing in a declared trigger misleads a server that splits it", () => {
  for (const [name, statement] of declaredTriggers()) {
    expect([name, ...misleading(statement)]).toEqual([name]);
  }
});

const trigger = (body: string) => `CREATE TRIGGER a AFTER INSERT ON b BEGIN ${body}; END;`;

test.for([
  ["a CASE without parentheses", trigger("SELECT CASE a WHEN 1 THEN 2 END, 3")],
  ["a CASE in a wider parenthesis", trigger("SELECT (CASE a WHEN 1 THEN 2 END + 3)")],
  ["a small begin", trigger("SELECT 1").replace("BEGIN", "begin")],
  ["a small end", trigger("SELECT 1").replace("END", "end")],
  ["a semicolon in a comment", "-- One; two\nSELECT 1;"],
  ["a quote in a comment", "-- It's one\nSELECT 1;"],
  ["a block comment", "/* one */ SELECT 1;"],
] as const)("%s is seen as misleading", ([, statement]) => {
  expect(misleading(statement)).not.toEqual([]);
});

/** What a splitter can trip over, as reported of D1's: workers-sdk #4326 and #15314, and alchemy #1673. */
function misleading(statement: string): string[] {
  const code = statement.replaceAll(TEXTS, "''");
  const comments = code.match(/--[^\n]*|\/\*/g) ?? [];
  const words = /\bCREATE TRIGGER\b/.test(code) ? code.replaceAll(/--[^\n]*/g, "") : "";
  return [
    ...(words.match(/(?<!\()\bCASE\b|\bEND\b(?!\)|;$)/gi) ?? []),
    ...(words.match(/\b(?:BEGIN|END)\b/gi) ?? []).filter((word) => word !== word.toUpperCase()),
    ...comments.filter((comment) => /['"`;*]/.test(comment)),
  ];
}

test.for(SPLITTERS_BY_NAME.slice(0, -1))(
  "wrangler applies all migrations where %s",
  ([, splitter]) => {
    using database = openEmpty();
    for (const name of knownMigrations()) {
      // As `buildMigrationQuery` of wrangler 4.155 writes it.
      const sql = `${read(name)}\nINSERT INTO "d1_migrations" (name)\nvalues ('${name}');`;
      expect([name, split(sql, splitter).length]).toEqual([name, statementsOf(name).length + 1]);
      queryServer(database, sql, splitter);
    }
    expect(compareSchema(database.prepare(OUR_SCHEMA).all(), knownMigrations())).toEqual([]);
  },
);

/** A Durable Object that takes SQL as an import does: in D1, too, workerd ends the statements. */
const INGESTS = `
  export class Store {
    constructor({ storage }) { this.sql = storage.sql; }
    async fetch(request) {
      const { remainder, statementCount } = this.sql.ingest(await request.text());
      return Response.json({ remainder, statementCount, schema: [...this.sql.exec(request.headers.get("schema"))] });
    }
  }
  export default { fetch: (request, { STORE }) => STORE.get(STORE.idFromName("one")).fetch(request) };`;

test("workerd finds the end of every statement in an import of all migrations", async () => {
  using database = openEmpty();
  let sent = "";
  const importSql = async (sql: string) => void (sent = sql);
  await expect(migrate({ ...serve(database), importSql })).rejects.toThrow("D1 has not applied");
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: INGESTS,
      compatibilityDate: "2026-10-01",
      compatibilityFlags: ["experimental"],
      durableObjects: { STORE: { className: "Store", useSQLite: true } },
    }),
  );
  const answer = await miniflare.dispatchFetch("http://localhost/", {
    method: "POST",
    body: `${MIGRATIONS_TABLE};\n${sent}`,
    headers: { schema: OUR_SCHEMA },
  });
  const { schema, ...ingested } = z.parse(ingestedSchema, await answer.json());
  await miniflare.dispose();
  const statements = knownMigrations().flatMap((name) => [...statementsOf(name), name]);
  expect(ingested).toEqual({ remainder: "\n", statementCount: statements.length + 1 });
  expect(compareSchema(schema, knownMigrations())).toEqual([]);
});

const ingestedSchema = z.object({
  remainder: z.string(),
  statementCount: z.number(),
  schema: z.array(z.record(z.string(), z.unknown())),
});

test("a server that cuts every trigger breaks what wrangler applies, and leaves it half done", () => {
  using database = new DatabaseSync(":memory:");
  queryServer(database, read("0077_baseline.sql"), CUTS_TRIGGERS);
  expect(() => queryServer(database, read("0078_baseline_triggers.sql"), CUTS_TRIGGERS)).toThrow(
    "incomplete input",
  );
});

test.for([
  ["an empty database", openEmpty],
  ["a database of the last schema before the baseline", openFormer],
] as const)(
  "%s is migrated although its imports are cut off, after every statement once",
  async ([, open]) => {
    const { content } = await outcomeOf(open, migrateAtOnce);
    expect(await outcomeOf(open, migrateInPieces)).toEqual({ content, problems: [], lacking: [] });
  },
);

test("a database of 1.0.0 takes the migrations of a later version although its imports are cut off", async () => {
  const [before, home] = [process.cwd(), mkdtempSync(join(tmpdir(), "muster-migrations-"))];
  cpSync("migrations", join(home, "migrations"), { recursive: true });
  const later = [
    "ALTER TABLE `users` ADD `later` text;",
    "UPDATE `users` SET `later` = 'yes';",
    "CREATE TABLE `__new_users_later` (`id` text PRIMARY KEY, `later` text);",
    "INSERT OR IGNORE INTO `__new_users_later` SELECT `id`, `later` FROM `users`;",
    "ALTER TABLE `__new_users_later` RENAME TO `users_later`;",
    "DROP TRIGGER `accounts_added`;",
    "CREATE TRIGGER `accounts_later` AFTER INSERT ON `users`\nBEGIN\n\tSELECT (CASE new.later WHEN '; END' THEN 1 END);\n\tSELECT 2;\nEND;",
  ];
  writeFileSync(join(home, "migrations/9000_later.sql"), later.join(`\n${BREAKPOINT}\n`));
  const backup = readFileSync(FIRST_RELEASE);
  try {
    process.chdir(home);
    const open = () => openFirstRelease(backup);
    const { content } = await outcomeOf(open, migrateAtOnce);
    expect(await outcomeOf(open, migrateInPieces)).toEqual({ content, problems: [], lacking: [] });
  } finally {
    process.chdir(before);
    rmSync(home, { recursive: true });
  }
});

/** A database after all migrations, and what it lacks. */
async function outcomeOf(
  open: () => DatabaseSync,
  apply: (database: DatabaseSync) => Promise<void>,
) {
  using database = open();
  await apply(database);
  const names = namesOf(database);
  return {
    content: contentOf(database),
    problems: compareSchema(database.prepare(OUR_SCHEMA).all(), knownMigrations()),
    lacking: knownMigrations().filter((name) => !names.includes(name)),
  };
}

const migrateAtOnce = (database: DatabaseSync) => migrate(serve(database));

/** Statements that each import executes; a run tries each twenty-ninth. */
const STEP = share(1, 29);

/** Cuts off each import. One that has changed only rows is repeated, and the next one goes a statement further. */
async function migrateInPieces(database: DatabaseSync) {
  const stateOf = () => [
    database.prepare("pragma schema_version").get(),
    database.prepare("select count(*) from d1_migrations").get(),
  ];
  let most = 1 + (inject("seed") % STEP);
  for (;;) {
    const before = stateOf();
    try {
      await migrate(serve(database, most));
      return;
    } catch (error) {
      if (!(error instanceof Error) || error.message !== CUT_OFF) throw error;
    }
    most = isDeepStrictEqual(stateOf(), before) ? most + 1 : STEP;
  }
}

test("an import that D1 refuses says so, and the next one goes on where it was", async () => {
  using database = openEmpty();
  const cut = serve(database, 300);
  await expect(migrate(cut)).rejects.toThrow(new Error(CUT_OFF));
  // Of a migration by other means.
  database.exec("create index by_hand on users (id)");
  await expect(migrate(cut)).rejects.toThrow(
    /already exists\nThe database is not what its migrations made, .*\nThe index by_hand is of no migration\.\n[^]*npx wrangler d1 time-travel restore DB --timestamp/,
  );
  database.exec("drop index by_hand");
  await migrate(serve(database));
  expect(namesOf(database)).toEqual(knownMigrations());
});

test("what an administrator has changed by hand stops no migration", async () => {
  using database = openEmpty();
  await migrate(serve(database));
  const last = knownMigrations().at(-1) ?? "";
  database.exec(`drop trigger accounts_added; delete from d1_migrations where name = '${last}'`);
  let sent = "";
  const server = serve(database);
  const importSql = async (sql: string) => void (sent = sql);
  await expect(migrate({ ...server, importSql })).rejects.toThrow(
    `D1 has not applied all migrations: ${last}.`,
  );
  expect(sent).toContain(statementsOf(last).join("\n"));
});

test("the triggers of 1.0.0 are those of its migrations, six without parentheses around a CASE", () => {
  using database = openFirstRelease();
  const rows = database.prepare(OUR_SCHEMA).all();
  const released = namesOf(database);
  expect(compareSchema(rows, released)).toEqual([]);
  using made = openMigrated(released);
  const texts = new Set(
    made
      .prepare(OUR_SCHEMA)
      .all()
      .map(({ sql }) => String(sql)),
  );
  const others = rows.flatMap(({ name, sql }) =>
    texts.has(String(sql)) || !/\bCASE\b/.test(String(sql)) ? [] : [name],
  );
  expect(others).toHaveLength(4);
  const changed = rows.map((row) =>
    row["name"] === "request_vetting_dated"
      ? { ...row, sql: String(row["sql"]).replace("THEN NULL", "THEN 0") }
      : row,
  );
  expect(compareSchema(changed, released)).toEqual([
    "The trigger request_vetting_dated is not as migrated.",
  ]);
});
