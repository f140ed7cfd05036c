// A minute: backups and restores of a community start wrangler a dozen times.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import type { D1PreparedStatement } from "@cloudflare/workers-types";
import { afterAll, expect, test, vi } from "vitest";
import { migrate } from "#test/tools/local/migrate.ts";
import { AURELIA_VOSS_ID, SABLE_MERIDIAN_ID } from "#test/new-eden/ids.ts";
import { importLocalState } from "#test/new-eden/local-state.ts";
import { localVars, newEdenUrls } from "#test/new-eden/local-vars.ts";
import { getWorld, outboundService } from "#test/new-eden/outbound.ts";
import { seed } from "#test/new-eden/seed/seed.ts";
import { makePlace, openPlace, runOps } from "#test/support/commands/wrangler-place.ts";
import { openBrowser } from "#test/support/people/browser-session.ts";
import { UNLIMITED } from "#test/support/workerd/unlimited.ts";
import { app } from "#worker/app/app.ts";
import { getAccessToken } from "#worker/auth/tokens/access-tokens.ts";
import { readConfig } from "#worker/ground/config.ts";
import { openDatabase } from "#worker/db/database.ts";
import { readStatements } from "#worker/ops/read-backup.ts";
import { countImport } from "#worker/ops/backup/count-import.ts";

/** Two hundred kilobytes of what SQL and JSON find hard. */
const LONG = JSON.stringify(
  Array.from({ length: 2000 }, (_, id) => ({
    id,
    text: `it's (a, "b"); \n\\ Ёж 🚀 ${"x".repeat(40)}`,
  })),
);
const DESCRIPTION =
  "Two lines;\r\nit's 'quoted', C:\\new\\\\\\rig\\\n --no comment\u2028and a rocket 🚀";

const home = mkdtempSync(join(tmpdir(), "muster-backup-"));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

const place = (name: string) => makePlace(home, name);

const ops = (script: string, config: string, ...more: string[]) =>
  runOps(`backup/${script}`, "--local", "--config", config, ...more);

async function dump({ DB }: Env) {
  const { results } = await DB.prepare(
    "select name, sql from sqlite_master where name not glob '_cf_*' and name not glob 'sqlite_*' order by name",
  ).all<{ name: string; sql: string }>();
  const tables: Record<string, unknown> = { schema: results };
  for (const { name, sql } of results) {
    if (!sql.startsWith("CREATE TABLE")) continue;
    const { results: rows } = await DB.prepare(`select * from "${name}"`).all();
    tables[name] = rows.map((row) => JSON.stringify(row)).toSorted();
  }
  return tables;
}

test("a backup of a community is restored into an empty database, row by row, and the product runs on it", async () => {
  const [from, to] = [place("from"), place("to")];
  const original = await openPlace(from);
  await migrate(original.env);
  vi.stubEnv("MUSTER_STATE", from.state);
  await seed({ ...original.env, ...localVars(0) });
  const { DB } = original.env;
  await DB.batch([
    DB.prepare(
      "insert into corporation_pages values (?, 'assets', 1, 90, null, 2000, ?, null)",
    ).bind(SABLE_MERIDIAN_ID, LONG),
    DB.prepare("update groups set description = ? where rowid = 1").bind(DESCRIPTION),
  ]);
  const file = join(home, "backup.sql");
  spawnSync("git", ["init", "--quiet", home]);
  expect(await ops("backup", from.config, "--output", file)).toMatchObject({
    status: 0,
    said: expect.stringContaining(`Warning: git does not ignore ${file}`),
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await ops("backup", from.config, "--output", file)).said).toContain("is there already");
  const longest = readFileSync(file, "utf8")
    .split("\n")
    .reduce((most, line) => Math.max(most, Buffer.byteLength(line)), 0);
  expect(longest).toBeLessThan(100_000);

  const cutOff = join(home, "cut-off.sql");
  writeFileSync(cutOff, readFileSync(file, "utf8").slice(0, -200));
  expect(await ops("restore", to.config, cutOff)).toMatchObject({
    status: 1,
    said: expect.stringContaining("cut off"),
  });
  expect(await ops("restore", to.config, file)).toMatchObject({
    status: 0,
    said: expect.stringMatching(/\nRestored: \d{4} rows of \d{2,3} tables/),
  });
  expect(await ops("restore", to.config, file)).toMatchObject({
    status: 1,
    said: expect.stringContaining("not empty"),
  });

  const changed = join(home, "changed.sql");
  const trigger = "CREATE TRIGGER hidden AFTER INSERT ON users BEGIN DELETE FROM sessions;\nEND;\n";
  writeFileSync(
    changed,
    readFileSync(file, "utf8").replace(/^CREATE TRIGGER/m, `${trigger}CREATE TRIGGER`),
  );
  expect(await ops("restore", place("refusing").config, changed)).toMatchObject({
    status: 1,
    said: expect.stringContaining("The trigger hidden is of no migration."),
  });

  const restored = await openPlace(to);
  try {
    const expected = await dump(original.env);
    const found = await dump(restored.env);
    for (const [table, rows] of Object.entries(expected))
      expect([table, found[table]]).toEqual([table, rows]);
    await expectProductOn(restored.env, from.state);
  } finally {
    await Promise.all([original.dispose(), restored.dispose()]);
  }
});

test("the rows of an import are counted before it as D1 counts them", async () => {
  const place = makePlace(home, "counted");
  const { env, dispose } = await openPlace(place);
  try {
    const { DB } = env;
    const statements: D1PreparedStatement[] = [];
    for await (const sql of readStatements(join(home, "backup.sql")))
      statements.push(DB.prepare(sql));
    const written = (await DB.batch(statements)).reduce(
      (sum, { meta }) => sum + meta.rows_written,
      0,
    );
    expect(written).toBeGreaterThan(5_000);
    expect(await countImport(join(home, "backup.sql"))).toBe(written);
  } finally {
    await dispose();
  }
});

/** The administrator's old token still works, and so does signing in. */
async function expectProductOn(bindings: Env, state: string) {
  const newEdenBase = "https://new-eden.test/restored";
  await importLocalState(getWorld("restored"), join(state, "new-eden.json"));
  const env: Env = { ...bindings, ...localVars(0), ...UNLIMITED, ...newEdenUrls(newEdenBase) };
  const network = globalThis.fetch;
  globalThis.fetch = (...request) => outboundService(new Request(...request));
  try {
    const background: Promise<unknown>[] = [];
    const send = async (path: string, init?: RequestInit) => {
      const response = await app.fetch(new Request(`https://muster.test${path}`, init), env, {
        waitUntil: (promise: Promise<unknown>) => background.push(promise),
        passThroughOnException: () => {},
        props: {},
      });
      await Promise.all(background.splice(0));
      return response;
    };
    const context = {
      db: openDatabase(env.DB),
      config: await readConfig(env),
      queue: env.FETCH_QUEUE,
      requestId: "test",
    };
    expect(await getAccessToken(context, AURELIA_VOSS_ID)).toMatchObject({ state: "ok" });
    const browser = openBrowser({ send, newEdenBase });
    expect(await browser.logIn(AURELIA_VOSS_ID)).toMatchObject({ requiresClaimMain: false });
    expect((await browser.session()).user).toMatchObject({ is_admin: true });
    expect((await browser.send("/groups")).status).toBe(200);
  } finally {
    globalThis.fetch = network;
  }
}

/** Replaces wrangler: writes what others could read, and goes on. */
const SLOW_EXPORT = `#!/bin/sh
while [ "$1" != "--output" ]; do shift; done
echo "CREATE TABLE secrets (id);" > "$2"
exec sleep 60
`;

test.for(["SIGHUP", "SIGINT", "SIGTERM"] as const)(
  "a backup that ends by %s leaves no file, and only its owner could read its temporary file",
  async (signal) => {
    const folder = mkdtempSync(join(home, "interrupted-"));
    const programs = mkdtempSync(join(home, "bin-"));
    writeFileSync(join(programs, "wrangler"), SLOW_EXPORT, { mode: 0o755 });
    const file = join(folder, "backup.sql");
    // A file of an earlier attempt has the mode of then.
    writeFileSync(`${file}.part`, "", { mode: 0o644 });
    const backup = spawn(
      process.execPath,
      ["worker/ops/backup/backup.ts", "--local", "--output", file],
      {
        env: { ...process.env, PATH: `${programs}:${process.env["PATH"]}` },
        stdio: "ignore",
      },
    );
    const ended = new Promise((resolve) => backup.on("close", resolve));
    await expect
      .poll(() => statSync(`${file}.part`, { throwIfNoEntry: false })?.size)
      .toBeGreaterThan(0);
    expect(statSync(`${file}.part`).mode & 0o777).toBe(0o600);
    backup.kill(signal);
    expect(await ended).toBe(128 + constants.signals[signal]);
    expect(readdirSync(folder)).toEqual([]);
  },
);
