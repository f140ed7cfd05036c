// A minute: the demo is built, and deployed twice.
import { spawn } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, test } from "vitest";
import { SNAPSHOT_FILE } from "#test/demo/config.ts";
import type { StandInAccount } from "#test/support/commands/stand-in-wrangler.ts";

const CREATED = "5f1c0d6e-8f0a-4a8b-9a55-0123456789ab";
const QUEUES = ["muster-demo-fetch", "muster-demo-work", "muster-demo-fetch-dead"];
const home = mkdtempSync(join(tmpdir(), "muster-demo-deploy-"));
afterAll(() => rmSync(home, { recursive: true }));

/** A clone and an account at Cloudflare, in which a Muster is deployed; wrangler and vite are replaced. */
function openClone(name: string, present: Partial<StandInAccount> = {}) {
  const clone = join(home, name);
  const account = join(home, `${name}.json`);
  mkdirSync(join(clone, "node_modules/.bin"), { recursive: true });
  for (const folder of ["worker", "test", "migrations"])
    symlinkSync(resolve(folder), join(clone, folder));
  copyFileSync("wrangler.jsonc", join(clone, "wrangler.jsonc"));
  for (const program of ["wrangler", "vite"]) {
    const script = resolve(`test/support/commands/stand-in-${program}.ts`);
    const path = join(clone, "node_modules/.bin", program);
    writeFileSync(path, `#!/bin/sh\nexec "${process.execPath}" "${script}" "$@"\n`, {
      mode: 0o755,
    });
  }
  const start: StandInAccount = {
    isLoggedIn: true,
    accounts: [{ id: "acc-1", name: "Sable" }],
    databases: [{ uuid: "11111111-1111-1111-1111-111111111111", name: "muster" }],
    queues: ["muster-fetch", "muster-work", "muster-fetch-dead"],
    hasWorker: true,
    secrets: {},
    failures: {},
    calls: [],
    ...present,
  };
  writeFileSync(account, JSON.stringify(start));
  const read = (): StandInAccount => JSON.parse(readFileSync(account, "utf8"));

  async function deploy(extra: Record<string, string> = {}) {
    writeFileSync(account, JSON.stringify({ ...read(), calls: [] }));
    const { CLOUDFLARE_ACCOUNT_ID: _, CLOUDFLARE_API_TOKEN: __, ...env } = process.env;
    const PATH = [join(clone, "node_modules/.bin"), resolve("node_modules/.bin"), env["PATH"]].join(
      delimiter,
    );
    const child = spawn(process.execPath, [resolve("test/demo/deploy.ts")], {
      cwd: clone,
      env: { ...env, PATH, MUSTER_TEST_ACCOUNT: account, ...extra },
    });
    const said: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => said.push(chunk.toString()));
    }
    const { promise, resolve: close } = Promise.withResolvers<number | null>();
    child.on("close", close);
    const code = await promise;
    const { calls, ...after } = read();
    return { code, said: said.join(""), calls, account: after };
  }
  const openDatabase = () => new DatabaseSync(`${account}.sqlite`);
  return { deploy, openDatabase, clone };
}

const CONFIG = "--config dist-demo/muster/wrangler.json";
const READS = `d1 execute DB --remote ${CONFIG} --json --command <statements>`;
const onTheDatabase = (...imports: string[]) => [
  `d1 execute DB --remote ${CONFIG} -y --command <statements>`,
  READS,
  ...imports,
  `d1 execute DB --remote ${CONFIG} -y --file dist-demo/schema.sql`,
  `deploy ${CONFIG}`,
];

test("the demo makes what it needs beside a Muster and is deployed; the second time it is updated", async () => {
  const { deploy, openDatabase, clone } = openClone("clone");
  const first = await deploy();
  expect([first.code, first.said]).toEqual([
    0,
    expect.stringContaining("The first visit seeds the community."),
  ]);
  expect(first.calls).toEqual([
    "whoami --json",
    "d1 list --json",
    "d1 create muster-demo",
    "d1 list --json",
    ...QUEUES.flatMap((queue) => [`queues info ${queue}`, `queues create ${queue}`]),
    ...onTheDatabase(`d1 execute DB --remote ${CONFIG} -y --file <file>`, READS),
  ]);
  expect(first.account.deployed).toMatchObject({ name: "muster-demo", database: CREATED });
  // Nothing of the Muster beside it is touched, and the clone can deploy one.
  expect(first.account.databases[0]).toEqual({
    uuid: "11111111-1111-1111-1111-111111111111",
    name: "muster",
  });
  expect(first.account.secrets).toEqual({});
  expect(readFileSync(join(clone, "wrangler.jsonc"), "utf8")).toBe(
    readFileSync("wrangler.jsonc", "utf8"),
  );
  expect(readFileSync(join(clone, "dist-demo/client/docs/api.html"), "utf8")).toContain(
    "Demo: nothing here is real.",
  );

  // A statement of D1 takes 100 KB, and a value 2 MB.
  const schema: string[] = JSON.parse(readFileSync(join(clone, "dist-demo/schema.json"), "utf8"));
  expect(Math.max(...schema.map((statement) => statement.length))).toBeLessThan(100_000);
  expect(statSync(join(clone, SNAPSHOT_FILE)).size).toBeLessThan(1_500_000);

  // A visitor has been there.
  using database = openDatabase();
  database.exec("insert into demo_world values ('20000 1', 3, '{}')");
  const second = await deploy();
  expect([second.code, second.said]).toEqual([0, expect.stringContaining("✓ Database migrated")]);
  expect(second.calls).toEqual([
    "whoami --json",
    "d1 list --json",
    "d1 list --json",
    ...QUEUES.map((queue) => `queues info ${queue}`),
    ...onTheDatabase(),
  ]);
  expect(second.account.deployed).toEqual(first.account.deployed);
  expect(database.prepare("select version from demo_world").get()).toEqual({ version: 3 });
});

test("without a login, with several accounts, or without a right, the demo says what to do and makes nothing", async () => {
  const loggedOut = await openClone("logged-out", { isLoggedIn: false }).deploy();
  expect([loggedOut.code, loggedOut.calls]).toEqual([1, ["whoami --json"]]);
  expect(loggedOut.said).toBe(
    "\n✗ You are not logged in to Cloudflare.\n\nLog in to Cloudflare first: npx wrangler login. Without a browser, set CLOUDFLARE_API_TOKEN to a token with the template “Edit Cloudflare Workers” and D1 and Queues edit added.\n",
  );

  const accounts = [
    { id: "acc-1", name: "Sable" },
    { id: "acc-2", name: "Lantern" },
  ];
  const failures = { "d1 list": "Authentication error [code: 10000]" };
  const several = openClone("several", { accounts, failures });
  const undecided = await several.deploy();
  expect([undecided.code, undecided.calls]).toEqual([1, ["whoami --json"]]);
  expect(undecided.said).toContain(
    "✗ Say in which account: CLOUDFLARE_ACCOUNT_ID=<id> npm run deploy:demo. This login has:\n  acc-1  Sable\n  acc-2  Lantern\n",
  );
  const unknown = await several.deploy({ CLOUDFLARE_ACCOUNT_ID: "acc-3" });
  expect([unknown.code, unknown.calls]).toEqual([1, ["whoami --json"]]);
  const chosen = await several.deploy({ CLOUDFLARE_ACCOUNT_ID: "acc-2" });
  expect([chosen.code, chosen.calls]).toEqual([1, ["whoami --json", "d1 list --json"]]);
  expect(chosen.said).toContain("✓ Logged in as op@example.com, account Lantern\n");
  expect(chosen.said).toContain("An API token needs: Workers Scripts edit, D1 edit, Queues edit");
});
