import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { repositoryOf, withDeployButton } from "#test/tools/deploy-button.ts";
import { parseConfig } from "#worker/ops/deploy/config.ts";

const NO_DATABASE = "00000000-0000-0000-0000-000000000000";

const packageSchema = z.object({
  cloudflare: z.object({
    bindings: z.record(z.string(), z.object({ description: z.string() })),
  }),
});
const readPackage = () => z.parse(packageSchema, JSON.parse(readFileSync("package.json", "utf8")));

test("the form of a deploy button describes each database, queue, variable and secret, with a link", () => {
  const { cloudflare } = readPackage();
  const config = parseConfig(readFileSync("wrangler.jsonc", "utf8"));
  const secrets = Object.entries(parseEnv(readFileSync(".dev.vars.example", "utf8")));
  // A name that is a variable and a secret cannot be deployed.
  expect(secrets.filter(([name]) => name in config.vars)).toEqual([]);
  expect(secrets.filter(([, value]) => value !== "")).toEqual([]);
  const { DB, ...described } = cloudflare.bindings;
  const asked = [
    ...config.queues.producers.map(({ binding }) => binding),
    ...Object.keys(config.vars),
    ...secrets.map(([name]) => name),
  ];
  expect(Object.keys(described).toSorted()).toEqual(asked.toSorted());
  for (const binding of [DB, ...Object.values(described)]) {
    expect(binding?.description).toMatch(/\]\(https:\/\/[^)]+\)/);
  }
  expect(config.d1_databases[0].database_id).toBe(NO_DATABASE);
});

test("the README gets the button of the repository that package.json names, and loses it without one", () => {
  const readme = readFileSync("README.md", "utf8");
  const repository = repositoryOf(readFileSync("package.json", "utf8"));
  // As `npm run generate` has left it.
  expect(withDeployButton(readme, repository)).toBe(readme);

  const plain = withDeployButton(readme, undefined);
  const shown = withDeployButton(plain, "https://github.com/sable/muster");
  expect(shown).toContain(
    "## Deploy\n\n[![Deploy to Cloudflare](https://deploy.workers.cloudflare.com/button)](https://deploy.workers.cloudflare.com/?url=https://github.com/sable/muster)\n\nYou need",
  );
  expect(withDeployButton(shown, undefined)).toBe(plain);
  for (const same of [
    "github:sable/muster",
    "git+https://github.com/sable/muster.git",
    "git+ssh://git@github.com/sable/muster.git",
  ]) {
    expect(withDeployButton(shown, same)).toBe(shown);
  }
  expect(withDeployButton(shown, "https://gitlab.com/sable/muster")).toContain(
    "?url=https://gitlab.com/sable/muster)",
  );
  expect(() => withDeployButton(plain, "https://git.example.com/sable/muster")).toThrow(
    "A deploy button needs https://github.com/<owner>/<name>",
  );
  expect(repositoryOf('{"repository":{"type":"git","url":"git+https://github.com/a/b.git"}}')).toBe(
    "git+https://github.com/a/b.git",
  );
  expect(repositoryOf('{"name":"muster"}')).toBeUndefined();
});
