// Two minutes: the command runs thirty times, each with a wrangler and a database of its own.
import { createPrivateKey } from "node:crypto";
import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync } from "node:zlib";
import { afterAll, expect, test, vi } from "vitest";
import { localVars } from "#test/new-eden/local-vars.ts";
import { serveNewEden } from "#test/new-eden/server.ts";
import { COMMANDS } from "#worker/discord/commands/definitions.ts";
import type { StandInAccount } from "#test/support/commands/stand-in-wrangler.ts";
import { FORMER_MIGRATIONS, formerDatabase } from "#test/support/former/database.ts";
import { BASELINE, knownMigrations } from "#worker/ops/deploy/baseline.ts";
import { compareSchema, OUR_SCHEMA } from "#worker/ops/deploy/check-schema.ts";
import { BREAKPOINT } from "#worker/ops/deploy/migrate.ts";
import { visit } from "#worker/ops/deploy/steps.ts";

const CONFIG = readFileSync("wrangler.jsonc", "utf8");
const NO_DATABASE = "00000000-0000-0000-0000-000000000000";
const CREATED = "5f1c0d6e-8f0a-4a8b-9a55-0123456789ab";
const READ = "d1 execute DB --remote --json --command <statements>";
const IMPORT = "d1 execute DB --remote -y --file";
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** A clone and a Cloudflare account of its own; `deploy` runs the real script against both. */
function openClone(present: Partial<StandInAccount> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "muster-clone-"));
  folders.push(folder);
  const path = (name: string) => join(folder, name);
  const account: StandInAccount = {
    isLoggedIn: true,
    accounts: [{ id: "acc-1", name: "Sable" }],
    databases: [{ uuid: "11111111-1111-1111-1111-111111111111", name: "another" }],
    queues: [],
    hasWorker: false,
    secrets: {},
    failures: {},
    calls: [],
    ...present,
  };
  copyFileSync("wrangler.jsonc", path("wrangler.jsonc"));
  symlinkSync(resolve("migrations"), path("migrations"));
  mkdirSync(path("bin"));
  for (const name of ["wrangler", "vite"]) {
    const script = resolve(`test/support/commands/stand-in-${name}.ts`);
    writeFileSync(path(`bin/${name}`), `#!/bin/sh\nexec "${process.execPath}" "${script}" "$@"\n`);
    chmodSync(path(`bin/${name}`), 0o755);
  }
  const save = () => writeFileSync(path("account.json"), JSON.stringify(account));
  save();

  async function deploy(flags: string[] = [], extra: Record<string, string> = {}) {
    const env = { ...process.env };
    for (const name of Object.keys(env)) delete env[name];
    Object.assign(env, {
      PATH: `${path("bin")}:${process.env["PATH"]}`,
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      MUSTER_TEST_ACCOUNT: path("account.json"),
      ...extra,
    });
    const child = spawn(
      process.execPath,
      [resolve("worker/ops/deploy/deploy.ts"), "--no-visit", ...flags],
      { cwd: folder, env },
    );
    const said: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => said.push(chunk.toString()));
    }
    const { promise, resolve: close } = Promise.withResolvers<number | null>();
    child.on("close", close);
    const code = await promise;
    const { calls, ...after }: StandInAccount = JSON.parse(
      readFileSync(path("account.json"), "utf8"),
    );
    writeFileSync(path("account.json"), JSON.stringify({ ...after, calls: [] }));
    return { code, said: said.join(""), calls, account: after };
  }
  function change(changes: Partial<StandInAccount>) {
    const present: StandInAccount = JSON.parse(readFileSync(path("account.json"), "utf8"));
    writeFileSync(path("account.json"), JSON.stringify({ ...present, ...changes }));
  }
  const wrangler = (...args: string[]) =>
    spawnSync(path("bin/wrangler"), args, {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, MUSTER_TEST_ACCOUNT: path("account.json") },
    });
  const openDatabase = () => new DatabaseSync(`${path("account.json")}.sqlite`);
  return {
    deploy,
    wrangler,
    path,
    openDatabase,
    change,
    config: () => readFileSync(path("wrangler.jsonc"), "utf8"),
  };
}

/** The signing keys of a deployment, which Node can read. Cloudflare takes 5 KB for a secret. */
function stockOf({ secrets }: { secrets: Record<string, string> }): string[] {
  const values = [secrets["SIGNING_KEYS_1"] ?? "", secrets["SIGNING_KEYS_2"] ?? ""];
  for (const value of values) expect(value.length).toBeLessThan(5_000);
  const keys = values.flatMap((value) => value.split(","));
  for (const key of keys) {
    const der = { key: Buffer.from(key, "base64"), format: "der", type: "pkcs8" } as const;
    expect(createPrivateKey(der).asymmetricKeyDetails?.modulusLength).toBe(2048);
  }
  return keys;
}

test("a clean clone is provisioned and deployed, told what to enter where, and the second time only built and deployed", async () => {
  const clone = openClone();
  const first = await clone.deploy(["--admin-character-ids", "2112000001"]);
  expect(first.said).toContain("Deployed: https://muster.sable.workers.dev");
  expect(first.code).toBe(0);
  expect(first.calls).toEqual([
    "whoami --json",
    "d1 list --json",
    "queues info muster-fetch",
    "queues info muster-work",
    "queues info muster-fetch-dead",
    "secret list --format json",
    "queues create muster-fetch",
    "queues create muster-work",
    "queues create muster-fetch-dead",
    "d1 create muster",
    "d1 list --json",
    "d1 execute DB --remote --json --command <statements>",
    READ,
    `${IMPORT} <file>`,
    READ,
    expect.stringMatching(/^deploy --config dist\/muster\/wrangler.json --secrets-file <file>/),
  ]);
  expect(clone.config()).toBe(
    CONFIG.replace(NO_DATABASE, CREATED).replace(
      '"ADMIN_CHARACTER_IDS": ""',
      '"ADMIN_CHARACTER_IDS": "2112000001"',
    ),
  );
  expect(first.account.deployed).toMatchObject({ database: CREATED });
  expect(first.said).toContain("Callback URL     https://muster.sable.workers.dev/auth/callback");
  expect(first.said).toContain("Then run npm run deploy again");
  // The key is on this machine, for its owner alone, and at Cloudflare; not on the screen.
  const key = first.account.secrets["TOKEN_ENCRYPTION_KEY"] ?? "";
  expect(key).toMatch(/^[A-Za-z0-9+/]{43}=$/);
  const keyFile = clone.path("muster-encryption.key");
  expect(readFileSync(keyFile, "utf8").trim()).toBe(key);
  expect(statSync(keyFile).mode & 0o077).toBe(0);
  expect(first.said).not.toContain(key);
  expect(first.account.secrets).not.toHaveProperty("EVE_CLIENT_SECRET");
  const firstStock = stockOf(first.account);
  expect(firstStock).toHaveLength(6);
  expect(first.said).not.toContain(firstStock[0]);

  // With the application of EVE, and from now on.
  const eve = { EVE_CLIENT_ID: "c0ffee", EVE_CLIENT_SECRET: "s3cret" };
  const second = await clone.deploy([], eve);
  expect(second.account.secrets).toMatchObject({
    TOKEN_ENCRYPTION_KEY: key,
    EVE_CLIENT_SECRET: "s3cret",
  });
  expect(second.account.deployed?.vars).toMatchObject({ EVE_CLIENT_ID: "c0ffee" });
  expect(second.said).toContain("this is what your application must say");
  const third = await clone.deploy();
  expect(third.code).toBe(0);
  expect(third.calls.filter((call) => call.includes("create"))).toEqual([]);
  expect(third.calls.filter((call) => call.startsWith("d1 execute"))).toEqual([READ, READ]);
  // Only the signing keys are new.
  expect(third.account.secrets).toEqual({
    ...second.account.secrets,
    SIGNING_KEYS_1: expect.any(String),
    SIGNING_KEYS_2: expect.any(String),
  });
  expect(new Set([firstStock, stockOf(second.account), stockOf(third.account)].flat()).size).toBe(
    18,
  );
  expect(third.account.deployed).toEqual(second.account.deployed);
  expect(third.said + second.said).not.toContain("s3cret");
});

test("a step that fails says what to do, and the next run goes on from there", async () => {
  const loggedOut = await openClone({ isLoggedIn: false }).deploy();
  expect(loggedOut.code).toBe(1);
  expect(loggedOut.calls).toEqual(["whoami --json"]);
  expect(loggedOut.said).toContain("npx wrangler login");

  const accounts = [
    { id: "acc-1", name: "Sable" },
    { id: "acc-2", name: "Lantern" },
  ];
  const clone = openClone({ accounts, failures: { [IMPORT]: "fetch failed" } });
  const undecided = await clone.deploy();
  expect(undecided.said).toContain("acc-2  Lantern");
  expect(undecided.calls).toEqual(["whoami --json"]);
  const cut = await clone.deploy(["--account", "acc-2", "--host", "muster.example.com"]);
  expect(cut.code).toBe(1);
  expect(cut.said).toContain("Cloudflare could not be reached");
  expect(cut.account.hasWorker).toBe(false);
  expect(clone.config()).toContain('  "account_id": "acc-2",');
  expect(clone.config()).toContain(CREATED);
  const key = readFileSync(clone.path("muster-encryption.key"), "utf8").trim();

  writeFileSync(
    clone.path("account.json"),
    JSON.stringify({ ...cut.account, calls: [], failures: {} }),
  );
  const again = await clone.deploy();
  expect(again.code).toBe(0);
  expect(again.calls.filter((call) => call.includes("create"))).toEqual([]);
  expect(again.account.secrets).toMatchObject({ TOKEN_ENCRYPTION_KEY: key });
  expect(again.said).toContain("Callback URL     https://muster.example.com/auth/callback");
  expect(existsSync(clone.path("dist/muster/wrangler.json"))).toBe(true);
  expect(readFileSync(clone.path("dist/site-url"), "utf8")).toBe("https://muster.example.com");
});

test("an import that D1 cuts off ends the deployment, and the next one goes on with the statement after it", async () => {
  const clone = openClone({ importEndsAfter: 300 });
  const cut = await clone.deploy();
  expect([cut.code, cut.account.hasWorker]).toEqual([1, false]);
  expect(cut.said).toMatch(/✗ .*Network connection lost\.[^]*Then run npm run deploy again/);
  clone.change({ importEndsAfter: 9999 });
  const again = await clone.deploy();
  expect([again.code, again.said]).toEqual([0, expect.stringContaining("✓ Database migrated")]);
  const schema = clone.openDatabase().prepare(OUR_SCHEMA).all();
  expect(compareSchema(schema, knownMigrations())).toEqual([]);
});

test("a database of 1.0.0 gets the migrations of a later version, also after an import that was cut off", async () => {
  const clone = openClone({
    databases: [{ uuid: CREATED, name: "muster" }],
    hasWorker: true,
    importEndsAfter: 1,
  });
  rmSync(clone.path("migrations"));
  cpSync("migrations", clone.path("migrations"), { recursive: true });
  const later = [
    "CREATE TABLE `later` (`id` text PRIMARY KEY);",
    "CREATE TRIGGER `accounts_later` AFTER INSERT ON `users`\nBEGIN\n\tINSERT INTO later VALUES (new.id);\n\tSELECT 1;\nEND;",
  ];
  writeFileSync(clone.path("migrations/9000_later.sql"), later.join(`\n${BREAKPOINT}\n`));
  const backup = gunzipSync(readFileSync("test/releases/1.0.0.sql.gz"));
  const database = clone.openDatabase();
  database.exec(`begin; ${backup.toString()}; commit`);
  const countUsers = () => database.prepare("select count(*) as count from users").get();
  const before = countUsers();
  const cut = await clone.deploy();
  expect([cut.code, cut.calls.some((call) => call.startsWith("deploy "))]).toEqual([1, false]);
  clone.change({ importEndsAfter: 9999 });
  expect((await clone.deploy()).code).toBe(0);
  database.exec("insert into users (id, created_at) values ('later', 1)");
  expect(database.prepare("select id from later").all()).toEqual([{ id: "later" }]);
  database.exec("delete from users where id = 'later'");
  expect(countUsers()).toEqual(before);
});

test("what wrangler alone has begun to apply, and left half done, the next deployment completes", async () => {
  const clone = openClone({ databases: [{ uuid: CREATED, name: "muster" }] });
  const alone = clone.wrangler("d1", "migrations", "apply", "DB", "--remote");
  expect([alone.status, alone.stderr]).toEqual([1, expect.stringContaining("incomplete input")]);
  expect((await clone.deploy()).code).toBe(0);
  const schema = clone.openDatabase().prepare(OUR_SCHEMA).all();
  expect(compareSchema(schema, knownMigrations())).toEqual([]);
  // Where D1 does not cut, it finds everything applied.
  clone.change({ splitter: "BEGIN opens, and END; closes" });
  expect(clone.wrangler("d1", "migrations", "apply", "DB", "--remote").status).toBe(0);
});

test("a new database is made where the deployer says, and in no place that D1 does not have", async () => {
  const nowhere = await openClone().deploy(["--location", "moon"]);
  expect(nowhere.said).toContain(
    "✗ The location must be one of weur, eeur, wnam, enam, apac, oc: moon.",
  );
  expect(nowhere.calls.filter((call) => call.includes("create"))).toEqual([]);
  const byFlag = await openClone().deploy(["--location", "oc"], { MUSTER_LOCATION: "weur" });
  expect(byFlag.calls).toContain("d1 create muster --location oc");
  const there = { databases: [{ uuid: CREATED, name: "muster" }], hasWorker: true };
  const present = await openClone(there).deploy([], { MUSTER_LOCATION: "weur" });
  expect([present.code, present.calls.some((call) => call.startsWith("d1 create"))]).toEqual([
    0,
    false,
  ]);
});

test("a challenge in place of Muster is told to the deployer, who is no browser either", async () => {
  const headers = { "cf-mitigated": "challenge" };
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("<html>", { status: 403, headers })));
  expect(await visit("muster.example.com")).toContain("Switch Bot Fight Mode off");
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ status: "ok" })));
  expect(await visit("muster.example.com")).toBe("✓ It answers, and so does its database");
  vi.unstubAllGlobals();
});

/** A deployed Muster whose database had these migrations before the baseline. */
function openFormer(migrations = FORMER_MIGRATIONS) {
  const clone = openClone({ hasWorker: true, databases: [{ uuid: CREATED, name: "muster" }] });
  const database = clone.openDatabase();
  for (const statements of formerDatabase(migrations)) {
    database.exec(`begin; ${statements.join(";\n")}; commit`);
  }
  const applied = () =>
    database
      .prepare("select name from d1_migrations order by id")
      .all()
      .map(({ name }) => name);
  return { ...clone, database, applied };
}

test("a deployment of the last schema before the baseline is updated, also after an interruption", async () => {
  const clone = openFormer();
  clone.change({ failures: { [IMPORT]: "fetch failed" } });
  const { calls, code } = await clone.deploy();
  clone.change({ failures: {} });
  expect([code, calls.some((call) => call.startsWith("deploy "))]).toEqual([1, false]);
  expect(clone.applied()).toEqual([...FORMER_MIGRATIONS, ...BASELINE]);
  expect((await clone.deploy()).code).toBe(0);
  expect(clone.applied().slice(0, 71)).toEqual([...FORMER_MIGRATIONS, ...BASELINE]);
  expect(clone.database.prepare("select count(*) as count from users").get()).toEqual({
    count: 2,
  });
});

test("a deployment of an older schema is refused with the version to pass through, before anything changes", async () => {
  const older = FORMER_MIGRATIONS.slice(0, 60);
  const clone = openFormer(older);
  const { calls, code, said } = await clone.deploy();
  expect(code).toBe(1);
  expect(said).toContain(
    "✗ The database is too old for this version of Muster (its last migration is 0059_job_runs_by_job.sql), and nothing was changed. Deploy the commit ad4d6164 of 25 November 2026 first, then this version.\n",
  );
  expect(calls.some((call) => /^(?:d1 execute DB --remote -y|deploy) /.test(call))).toBe(false);
  expect(clone.applied()).toEqual(older);
});

test("a deployment of an older version is refused before it builds, and says how to restore", async () => {
  const clone = openClone();
  expect((await clone.deploy()).code).toBe(0);
  const database = clone.openDatabase();
  database.exec("insert into d1_migrations (name) values ('9000_later.sql')");
  const { calls, code, said } = await clone.deploy();
  expect(code).toBe(1);
  expect(said).toContain(
    "✗ A newer version of Muster has migrated the database (9000_later.sql), and nothing was changed. Deploy that version or a newer one: git pull. To go back, restore the backup from before the update with this version: npx wrangler d1 create",
  );
  expect(said).not.toContain("✓ Built");
  expect(calls.some((call) => /^(?:d1 execute DB --remote -y|deploy) /.test(call))).toBe(false);
});

test("with the bot's token in the environment, the commands are registered at Discord", async () => {
  const eden = await serveNewEden();
  const clone = openClone();
  const DISCORD_URL = `${eden.base}/discord`;
  const { DISCORD_BOT_TOKEN } = localVars(0);
  const { said, code } = await clone.deploy([], { DISCORD_BOT_TOKEN, DISCORD_URL });
  expect([said, code]).toEqual([expect.stringContaining("✓ Commands at Discord on "), 0]);
  const applications = [...eden.world.discord.applications.values()];
  const own = applications.find(({ interactionsUrl }) => interactionsUrl != null);
  expect(own?.interactionsUrl).toBe("https://muster.sable.workers.dev/api/discord/interactions");
  const names = [...(own?.commands.values() ?? [])].map((list) => list.map(({ name }) => name));
  expect(names.length).toBeGreaterThan(0);
  for (const list of names) expect(list).toEqual(COMMANDS.map(({ name }) => name));
  const refused = await clone.deploy([], { DISCORD_BOT_TOKEN: "wrong", DISCORD_URL });
  expect(refused.said).toContain("Discord does not accept the bot token.");
  eden.stop();
});
