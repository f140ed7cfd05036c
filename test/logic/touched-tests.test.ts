import { expect, test } from "vitest";
import { distancesFrom, readLinks } from "#test/support/gates/touched-tests.ts";

const links = readLinks(["test/{worker,logic,web}/**/*.test.{ts,tsx}"]);

test.each([
  ["imports a changed file", "worker/groups/group/policy.ts", "test/logic/group-policy.test.ts"],
  ["imports a changed document as text", "docs/applications.md", "test/web/recipes.test.ts"],
  ["starts a changed program", "test/local/start.ts", "test/logic/local-start.test.ts"],
  ["calls a changed route by the typed client", "worker/universe/skill-routes.ts", "skills"],
  ["calls a changed route by its path", "worker/auth/sessions/require-user.ts", "session"],
  ["calls a route whose rules have changed", "worker/enrolment/held/service.ts", "hold-decisions"],
  ["is named like a changed folder", "worker/watchlist/store.ts", "watchlist-kills"],
  ["upgrades a release", "migrations/0097_any.sql", "test/logic/releases.test.ts"],
  ["starts Muster with other packages", "package-lock.json", "test/logic/local-start.test.ts"],
])("a test that %s is near it", (_, changed, name) => {
  const near = [...distancesFrom([changed], links)].filter(([, distance]) => distance <= 2);
  const test = name.includes("/") ? name : `test/worker/${name}.test.ts`;
  expect(near.map(([file]) => file)).toContain(test);
});

test("a test that calls another route is not near a changed one", () => {
  const near = distancesFrom(["worker/enrolment/held/routes.ts"], links);
  expect(near.get("test/worker/skills.test.ts")).toBeUndefined();
});

test("a test whose name only begins with the letters of a changed folder is not near it", () => {
  const near = distancesFrom(["web/app/error-boundary.tsx"], { ...links, importers: new Map() });
  expect([...near.keys()]).not.toContain("test/worker/applications.test.ts");
});
