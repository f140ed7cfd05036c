import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { applicationScopes } from "#worker/esi/scopes.ts";
import { changeConfig } from "#worker/ops/deploy/config.ts";
import { checkBuild, deployedHostOf, planOf } from "#worker/ops/deploy/plan.ts";
import { adviceFor, nextSteps } from "#worker/ops/deploy/advice.ts";

const CONFIG = readFileSync("wrangler.jsonc", "utf8");
const NO_DATABASE = "00000000-0000-0000-0000-000000000000";
const CREATED = "5f1c0d6e-8f0a-4a8b-9a55-0123456789ab";

test("wrangler.jsonc is changed where it must be, and every comment and line stays", () => {
  const change = {
    databaseId: CREATED,
    accountId: "acc-1",
    host: "muster.example.com",
    vars: { ESI_CONTACT: 'me "at" $& example', EVE_CLIENT_ID: undefined },
  };
  const changed = changeConfig(CONFIG, change);
  const before = CONFIG.split("\n");
  const differing = changed.split("\n").filter((line) => !before.includes(line));
  expect(differing.map((line) => line.trim())).toEqual([
    '"account_id": "acc-1",',
    '"routes": [{"pattern":"muster.example.com","custom_domain":true}],',
    `"database_id": "${CREATED}",`,
    String.raw`"ESI_CONTACT": "me \"at\" $& example",`,
  ]);
  expect(changeConfig(changed, change)).toBe(changed);
  expect(changeConfig(CONFIG, {})).toBe(CONFIG);
  const moved = changeConfig(changed, { host: "pilots.example.com" });
  expect(moved).not.toContain("muster.example.com");
  const commented = `{\n  "name": "x",\n  // "ESI_CONTACT": "old",\n  "ESI_CONTACT": ""\n}`;
  expect(changeConfig(commented, { vars: { ESI_CONTACT: "new" } })).toBe(
    commented.replace('"ESI_CONTACT": ""', '"ESI_CONTACT": "new"'),
  );
  expect(() => changeConfig("{}", { databaseId: "x" })).toThrow('no "database_id"');
});

test("a database of this name is taken over, and one that is not in the account stops everything", () => {
  const present = { databases: [{ uuid: "db-1", name: "muster" }], missingQueues: [], secrets: [] };
  const plan = (databaseId: string) => planOf({ databaseId, databaseName: "muster" }, present);
  expect(plan(NO_DATABASE).database).toEqual({ do: "adopt", id: "db-1", name: "muster" });
  expect(plan("db-1").database).toEqual({ do: "nothing" });
  expect(plan("db-1").secrets).toEqual(["EVE_CLIENT_SECRET", "TOKEN_ENCRYPTION_KEY"]);
  expect(() => plan("db-2")).toThrow("another account");
});

test("a build for New Eden, or one without a database, is not deployed", () => {
  const build =
    (vars: Record<string, string>, database_id = CREATED) =>
    () =>
      checkBuild({ vars, d1_databases: [{ database_id }] });
  expect(build({ ESI_URL: "https://esi.evetech.net" })).not.toThrow();
  expect(build({ ESI_URL: "http://localhost:4273/new-eden/esi" })).toThrow(
    "not one for Cloudflare",
  );
  expect(build({ TOKEN_ENCRYPTION_KEY: "x" })).toThrow("not one for Cloudflare");
  expect(build({}, NO_DATABASE)).toThrow("not one for Cloudflare");
});

test("the address is the domain of one's own, else the one on workers.dev", () => {
  const output = (...targets: string[]) =>
    `{"type":"wrangler-session"}\n${JSON.stringify({ type: "deploy", targets })}\n`;
  expect(deployedHostOf(output("https://muster.sable.workers.dev", "schedule: 1"))).toBe(
    "muster.sable.workers.dev",
  );
  expect(
    deployedHostOf(output("https://x.workers.dev", "muster.example.com (custom domain)")),
  ).toBe("muster.example.com");
  expect(deployedHostOf(output("schedule: 1"))).toBeUndefined();
});

test("what to enter at CCP and Discord is told to the letter", () => {
  const words = nextSteps({
    host: "m.example",
    callbackPath: "/sso/callback",
    hasEveApplication: false,
    hasDiscord: false,
    hasAdministrators: false,
    isWorkersBuild: false,
  });
  for (const scope of applicationScopes()) expect(words).toContain(`\n     ${scope}\n`);
  expect(words).toContain("https://m.example/sso/callback");
  expect(words).toContain("https://m.example/discord/callback");
  expect(words).toContain("Public Client    on");
  expect(words).toContain("nobody administers yet");
});

test.for([
  ["You are not authenticated. Please run `wrangler login`.", "npx wrangler login"],
  ["Authentication error [code: 10000]", "API token needs"],
  ["You need to register a workers.dev subdomain before publishing to workers.dev", "--host"],
  ["fetch failed", "cloudflarestatus"],
] as const)("“%s” leads to advice", ([said, advice]) => {
  expect(adviceFor(said)).toContain(advice);
});
