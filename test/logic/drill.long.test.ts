// A minute: each drill restores a backup and starts the product on it.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ensureBuild } from "#test/tools/local/ensure-build.ts";
import { migrate } from "#test/tools/local/migrate.ts";
import { localVars } from "#test/new-eden/local-vars.ts";
import { seed } from "#test/new-eden/seed/seed.ts";
import { makePlace, openPlace, runOpsWith } from "#test/support/commands/wrangler-place.ts";
import { oneOf } from "#test/support/workerd/share.ts";
import { openTestDatabase } from "#test/support/workerd/test-database.ts";
import { openTestQueue } from "#test/support/workerd/test-queue.ts";
import { sealLog } from "#worker/audit/seals/seal.ts";
import { encryptGrant } from "#worker/auth/tokens/encrypted-tokens.ts";
import { readConfig } from "#worker/ground/config.ts";
import { importKeyring } from "#worker/ground/crypto.ts";
import { compareBackups, countTokens } from "#worker/ops/backup/compare-backups.ts";

const LIVE_ID = "00000000-0000-0000-0000-000000000000";
const TAKEN = { uuid: "22222222-2222-4222-8222-222222222222", name: "wiki", table: "pages" };
const { TOKEN_ENCRYPTION_KEY } = localVars(0);

const home = mkdtempSync(join(tmpdir(), "muster-drilled-"));
const scratch = join(home, "tmp");
const databases = join(home, "databases.json");
const live = makePlace(home, "live");
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

beforeAll(async () => {
  mkdirSync(scratch);
  mkdirSync(join(home, "bin"));
  const standIn = resolve("test/support/commands/stand-in-remote-d1.ts");
  writeFileSync(
    join(home, "bin/wrangler"),
    `#!/bin/sh\nexec "${process.execPath}" "${standIn}" "$@"\n`,
    { mode: 0o755 },
  );
  const { env, dispose } = await openPlace(live);
  vi.stubEnv("MUSTER_STATE", live.state);
  await migrate(env);
  await seed({ ...env, ...localVars(0) });
  vi.unstubAllEnvs();
  const db = openTestDatabase(env.DB);
  const config = await readConfig(localVars(0));
  await sealLog({ db, config, queue: openTestQueue().binding, requestId: "test" });
  await dispose();
  ensureBuild();
});

/** Runs a drill of the live database, in an account with these other databases. */
async function drill(others: { uuid: string; name: string; table?: string }[], ...args: string[]) {
  const { MUSTER_STATE: _, ...env } = process.env;
  writeFileSync(databases, JSON.stringify([{ uuid: LIVE_ID, name: "muster" }, ...others]));
  const { status, said } = await runOpsWith(
    {
      ...env,
      TMPDIR: scratch,
      PATH: `${join(home, "bin")}${delimiter}${env["PATH"]}`,
      MUSTER_TEST_DATABASES: databases,
      MUSTER_TEST_WRANGLER: resolve("node_modules/.bin/wrangler"),
      TOKEN_ENCRYPTION_KEY,
    },
    "backup/drill",
    "--no-build",
    "--config",
    live.config,
    ...args,
  );
  const left: (typeof TAKEN)[] = JSON.parse(readFileSync(databases, "utf8"));
  return { status, said, names: left.map(({ name }) => name) };
}

test.for(oneOf([["--local"], ["--remote", "--into", "muster-drill"]]))(
  "a drill restores a backup, compares every row, verifies the log, and starts Muster: %j",
  async (place) => {
    const { status, said, names } = await drill([TAKEN], ...place);
    expect(said).toContain("✓ The log is sound: ");
    expect(said).toMatch(/✓ All \d{4} rows of \d{3} tables are as in the backup\n/);
    expect(said).toMatch(/✓ The encryption key fits all \d+ tokens\n/);
    expect(said).toMatch(/✓ Muster starts on it, and answers: the first page, and 3 more as \w/);
    expect(said).toMatch(/\nThe drill passed in \d+ s: /);
    expect(status).toBe(0);
    // Neither the copies nor the database at Cloudflare are left.
    expect(names).toEqual(["muster", "wiki"]);
    expect(readdirSync(scratch).filter((name) => name.startsWith("muster-"))).toEqual([]);
  },
);

test("a drill does not begin on the live database, on one that is not empty, or without a name", async () => {
  const byName = await drill([], "--remote", "--into", "muster");
  expect(byName).toMatchObject({
    status: 2,
    said: expect.stringContaining("✗ muster is the live database."),
  });
  const unnamed = await drill([], "--remote");
  expect(unnamed).toMatchObject({
    status: 2,
    said: expect.stringContaining("npm run drill -- --remote --into muster-drill"),
  });
  const used = await drill([TAKEN], "--remote", "--into", "wiki");
  expect(used).toMatchObject({
    status: 2,
    said: expect.stringMatching(
      /^✗ wiki is not empty \(1 tables\): nothing was changed\. Give the name of a new database, .*\n\nThere was no drill\.\n$/m,
    ),
    names: ["muster", "wiki"],
  });
  const byId = await drill([{ uuid: LIVE_ID, name: "alias" }], "--remote", "--into", "alias");
  expect(byId).toMatchObject({
    status: 2,
    said: expect.stringContaining("✗ alias is the live database."),
  });
});

test("a drill that would use up more than half of a day at Cloudflare makes no database there unless it is asked twice", async () => {
  const { env, dispose } = await openPlace(live);
  await env.DB.batch([
    env.DB.prepare('create table "filler" (id integer primary key)'),
    env.DB.prepare(
      "insert into filler with recursive n (i) as (select 1 union all select i + 1 from n where i < 45000) select i from n",
    ),
  ]);
  await dispose();
  const { status, said, names } = await drill([TAKEN], "--remote", "--into", "muster-drill");
  expect(said).toMatch(
    /✓ A backup was made\nThis writes 5\d,\d{3} rows at Cloudflare, .*: 5\d % of /,
  );
  expect(said).toMatch(
    /✗ On the free plan, .*wrangler d1 time-travel restore DB.*\n\nThere was no drill\.\n$/,
  );
  expect([status, names]).toEqual([2, ["muster", "wiki"]]);
});

const TABLE = `CREATE TABLE "pilots" ("id" integer primary key, "name" text);`;
const row = (id: number, name: string) =>
  `INSERT INTO "pilots" ("id","name") VALUES(${id},'${name}');`;
const file = (name: string, ...lines: string[]) => {
  const path = join(home, name);
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
};

test("a row that is missing, changed or new is found, and so is a table", async () => {
  const wanted = file("wanted.sql", TABLE, row(1, "Aurelia"), row(2, "Tiberius"));
  const compare = async (name: string, ...lines: string[]) => {
    const folder = mkdtempSync(join(home, "compared-"));
    return compareBackups(wanted, file(name, ...lines), folder);
  };
  const same = await compare("same.sql", TABLE, row(2, "Tiberius"), row(1, "Aurelia"));
  expect(same).toEqual({ tables: 1, rows: 2, problems: [] });
  const missing = await compare("missing.sql", TABLE, row(1, "Aurelia"));
  expect(missing.problems).toEqual([
    "pilots: 1 of 2 rows are missing or changed, 0 of 1 are others.",
  ]);
  const changed = await compare("changed.sql", TABLE, row(1, "Aurelia"), row(2, "Tiberios"));
  expect(changed.problems).toEqual([
    "pilots: 1 of 2 rows are missing or changed, 1 of 2 are others.",
  ]);
  const other = await compare("other.sql", `CREATE TABLE "ships" ("id" integer);`);
  expect(other.problems).toEqual([
    "pilots cannot be compared: no such table: found.pilots.",
    "ships cannot be compared: no such table: main.ships.",
  ]);
});

test("a key that does not fit is found", async () => {
  const path = join(home, "tokens.sqlite");
  const keyring = await importKeyring(TOKEN_ENCRYPTION_KEY, []);
  const { refreshToken } = await encryptGrant(
    { ...(await readConfig(localVars(0))), keyring },
    { refreshToken: "refresh", accessToken: "access" },
    { characterId: 7, scopes: [], expiresAt: new Date() },
  );
  const database = new DatabaseSync(path);
  database.exec("create table eve_tokens (character_id integer, refresh_token text)");
  database.prepare("insert into eve_tokens values (7, ?)").run(refreshToken);
  database.close();
  const another = Buffer.alloc(32, 1).toString("base64");
  expect(await countTokens(path, TOKEN_ENCRYPTION_KEY, [])).toEqual({ tokens: 1, lost: 0 });
  expect(await countTokens(path, another, [TOKEN_ENCRYPTION_KEY])).toEqual({ tokens: 1, lost: 0 });
  expect(await countTokens(path, another, [])).toEqual({ tokens: 1, lost: 1 });
});
