// A minute: Cloudflare's build is repeated in clones.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { StandInAccount } from "#test/support/commands/stand-in-wrangler.ts";

const GIVEN_DATABASE = "0b5f9a52-6f0e-4c67-8a3c-5d3e0f1a2b3c";
/** What the stand-in for wrangler creates. */
const CREATED = "5f1c0d6e-8f0a-4a8b-9a55-0123456789ab";
const QUEUES = ["muster-fetch", "muster-work", "muster-fetch-dead"];
const READ = "d1 execute DB --remote --json --command <statements>";
const IMPORT = "d1 execute DB --remote -y --file <file>";
const home = mkdtempSync(join(tmpdir(), "muster-button-"));
afterAll(() => rmSync(home, { recursive: true }));

let clones = 0;

type Account = Omit<StandInAccount, "isLoggedIn" | "accounts" | "failures" | "calls">;
const EMPTY: Account = { databases: [], queues: [], hasWorker: false, secrets: {} };

/**
 * Cloudflare's builds: each push is a new clone, in which the scripts of package.json run for the account. wrangler and vite
 * are replaced; `change` is what the button or a commit wrote into the clone.
 */
function openBuilds(present: Partial<Account> = {}, failures: StandInAccount["failures"] = {}) {
  const account = join(home, `account-${(clones += 1)}.json`);
  const start: StandInAccount = {
    ...EMPTY,
    ...present,
    // Its token knows no user, and must not be asked who it is.
    isLoggedIn: false,
    accounts: [],
    failures,
    calls: [],
  };
  writeFileSync(account, JSON.stringify(start));
  const read = (): StandInAccount => JSON.parse(readFileSync(account, "utf8"));

  function push(change: (config: string) => string = (config) => config, extra = {}) {
    const clone = join(home, `clone-${(clones += 1)}`);
    mkdirSync(join(clone, "node_modules/.bin"), { recursive: true });
    for (const name of ["worker", "shared", "web", "migrations"]) {
      symlinkSync(resolve(name), join(clone, name));
    }
    copyFileSync("package.json", join(clone, "package.json"));
    writeFileSync(join(clone, "wrangler.jsonc"), change(readFileSync("wrangler.jsonc", "utf8")));
    for (const name of ["wrangler", "vite"]) {
      const script = resolve(`test/support/commands/stand-in-${name}.ts`);
      const path = join(clone, "node_modules/.bin", name);
      writeFileSync(path, `#!/bin/sh\nexec "${process.execPath}" "${script}" "$@"\n`);
      chmodSync(path, 0o755);
    }
    writeFileSync(account, JSON.stringify({ ...read(), calls: [] }));
    const before = [readdirSync(clone), readdirSync(home)];
    const temporary = mkdtempSync(join(tmpdir(), "muster-builds-"));
    const env = { ...process.env };
    for (const name of Object.keys(env)) delete env[name];
    Object.assign(env, {
      PATH: process.env["PATH"],
      HOME: home,
      TMPDIR: temporary,
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      CI: "true",
      WORKERS_CI: "1",
      WORKERS_CI_BRANCH: "main",
      WORKERS_CI_COMMIT_SHA: "0123456789abcdef0123456789abcdef01234567",
      CLOUDFLARE_ACCOUNT_ID: "acc-1",
      CLOUDFLARE_API_TOKEN: "a-token-of-a-build",
      MUSTER_TEST_ACCOUNT: account,
      ...extra,
    });
    const run = (...args: string[]) =>
      spawnSync("npm", ["run", ...args], { cwd: clone, env, encoding: "utf8" });
    const built = run("build");
    const deployed = run("deploy", "--", "--no-visit");
    const after = [readdirSync(clone), readdirSync(home)];
    const left = readdirSync(temporary);
    rmSync(temporary, { recursive: true });
    const { calls, ...now } = read();
    return {
      codes: [built.status, deployed.status],
      said: deployed.stdout + deployed.stderr,
      calls,
      account: now,
      builds: readFileSync(join(clone, "dist/builds"), "utf8").trim().split("\n").length,
      newFiles: [
        ...(after[0] ?? []).filter((name) => !before[0]?.includes(name)),
        ...(after[1] ?? []).filter((name) => !before[1]?.includes(name) && name !== ".npm"),
        ...left.filter((name) => name.startsWith("muster-")),
      ].filter((name) => !name.endsWith(".sqlite")),
    };
  }
  return { push };
}

/** What the button writes: ids of what it has made, and the answers of its form. It may change the layout of the file. */
const given = (config: string) => {
  const { vars, ...rest } = JSON.parse(JSON.stringify(parseWhole(config)));
  const answers = { EVE_CLIENT_ID: "c0ffee", ADMIN_CHARACTER_IDS: "2112000001" };
  rest.d1_databases[0].database_id = GIVEN_DATABASE;
  return `// Written by a button\n${JSON.stringify({ ...rest, vars: { ...vars, ...answers } }, null, "\t")}`;
};

/** All of the file, and not only what a deployment reads of it. */
function parseWhole(config: string): unknown {
  return JSON.parse(config.replaceAll(/^\s*\/\/.*$/gm, "").replaceAll(/,(?=\s*[}\]])/g, ""));
}

test("with everything given, the build that the build command made is migrated and deployed, and nothing is provisioned", () => {
  const secrets = { EVE_CLIENT_SECRET: "s3cret", TOKEN_ENCRYPTION_KEY: "k3y" };
  const { push } = openBuilds({
    databases: [{ uuid: GIVEN_DATABASE, name: "muster" }],
    queues: QUEUES,
    hasWorker: true,
    secrets,
  });
  const { codes, said, calls, account, builds, newFiles } = push(given);
  expect([codes, said]).toEqual([[0, 0], expect.stringContaining("Built by the build command")]);
  expect(calls).toEqual([
    "d1 list --json",
    ...QUEUES.map((queue) => `queues info ${queue}`),
    "secret list --format json",
    "d1 execute DB --remote --json --command <statements>",
    READ,
    IMPORT,
    READ,
    "deploy --config dist/muster/wrangler.json --secrets-file <file> --tag 01234567",
  ]);
  expect(builds).toBe(1);
  expect(account.deployed).toMatchObject({
    name: "muster",
    database: GIVEN_DATABASE,
    vars: { EVE_CLIENT_ID: "c0ffee", ADMIN_CHARACTER_IDS: "2112000001" },
  });
  expect(account.secrets).toMatchObject(secrets);
  expect(newFiles).toEqual(["dist"]);

  // Again, with a variable of the build: what was built before has another value.
  const second = push(given, { ESI_CONTACT: "op@example.com" });
  expect([second.codes, second.builds]).toEqual([[0, 0], 2]);
  // The database lacks nothing: there is no import, and nothing to look at after it.
  expect(second.calls).toEqual(calls.toSpliced(calls.indexOf(IMPORT), 2));
  expect(second.account.secrets).toMatchObject(secrets);
  expect(second.account.deployed).toMatchObject({
    database: GIVEN_DATABASE,
    vars: { EVE_CLIENT_ID: "c0ffee", ESI_CONTACT: "op@example.com" },
  });
});

test("with nothing given but names, what is missing is made by those names, no key is made up, and the next push finds all of it", () => {
  const { push } = openBuilds();
  const first = push();
  expect([first.codes, first.said]).toEqual([[0, 0], expect.stringContaining("✓ Deployed")]);
  expect(first.calls.filter((call) => call.includes("create"))).toEqual([
    ...QUEUES.map((queue) => `queues create ${queue}`),
    "d1 create muster",
  ]);
  expect(first.account.deployed).toMatchObject({ database: CREATED });
  // The key of a clone that is thrown away would be lost.
  expect(Object.keys(first.account.secrets)).toEqual(["SIGNING_KEYS_1", "SIGNING_KEYS_2"]);
  expect(first.newFiles).toEqual(["dist"]);
  expect(first.said).toContain("Callback URL     https://muster.sable.workers.dev/auth/callback");
  expect(first.said).toContain("Variables and Secrets: EVE_CLIENT_SECRET");
  expect(first.said).not.toContain("npm run deploy");
  expect(first.said).toContain(
    "! The database is near the machine of this build, and cannot be moved.",
  );

  const chosen = openBuilds().push(undefined, { MUSTER_LOCATION: "apac" });
  expect(chosen.calls).toContain("d1 create muster --location apac");
  expect(chosen.said).not.toContain("near the machine of this build");

  const second = push();
  expect(second.said).not.toContain("near the machine of this build");
  expect(second.codes).toEqual([0, 0]);
  expect(second.calls.filter((call) => call.includes("create"))).toEqual([]);
  expect(second.account.deployed).toEqual(first.account.deployed);
  expect(second.newFiles).toEqual(["dist"]);
});

test("a Worker, a database and queues of other names are deployed beside the first", () => {
  const { push } = openBuilds({
    databases: [{ uuid: GIVEN_DATABASE, name: "muster" }],
    queues: QUEUES,
    hasWorker: true,
  });
  const renamed = push((config) =>
    config
      .replace('"name": "muster"', '"name": "sable-gate"')
      .replace('"database_name": "muster"', '"database_name": "sable-pilots"')
      .replaceAll('"muster-', '"sable-'),
  );
  expect([renamed.codes, renamed.said]).toEqual([
    [0, 0],
    expect.stringContaining("https://sable-gate.sable.workers.dev"),
  ]);
  expect(renamed.calls.filter((call) => call.includes("create"))).toEqual([
    "queues create sable-fetch",
    "queues create sable-work",
    "queues create sable-fetch-dead",
    "d1 create sable-pilots",
  ]);
  expect(renamed.calls).toContain(IMPORT);
  expect(renamed.account.deployed).toMatchObject({ name: "sable-gate", database: CREATED });

  const lost = push((config) => config.replaceAll('"muster-fetch-dead"', '"sable-lost"'));
  expect([lost.codes[1], lost.said]).toEqual([1, expect.stringContaining("must end with -dead")]);
});

test("a token without D1 or Queues ends the build, which says what the token lacks", () => {
  const { push } = openBuilds({}, { "d1 list": "Authentication error [code: 10000]" });
  const { codes, said, calls } = push();
  expect([codes[1], calls]).toEqual([1, ["d1 list --json"]]);
  expect(said).toContain("D1 edit, Queues edit");
  expect(said).toContain("Then retry the build");
});
