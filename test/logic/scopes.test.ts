import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { CLAIMS } from "#shared/applications/claims.ts";
import { CLAIM_SCOPES } from "#shared/applications/scopes.ts";

test("the table of scopes and claims in docs/applications.md is the definition", () => {
  const text = readFileSync("docs/applications.md", "utf8");
  const rows = [...text.matchAll(/^\| `(\w+)` +\| (.*?) +\| (.*?) +\|$/gm)].map((row) =>
    row.slice(1),
  );
  expect(rows).toEqual([
    ["openid", "always", "`sub`"],
    ...CLAIMS.map((claim) => {
      const { scope, names } = CLAIM_SCOPES[claim];
      return [scope, claim, names.map((name) => `\`${name}\``).join(", ")];
    }),
    ["offline_access", "always", "a refresh token"],
  ]);
});

test("an application from before claims went by scope keeps what it had; a new one asks", () => {
  const db = new DatabaseSync(":memory:");
  const files = readdirSync("migrations")
    .filter((name) => name.endsWith(".sql"))
    .toSorted();
  const at = files.findIndex((name) => name.endsWith("_claims_by_scope.sql"));
  const migrate = (names: string[]) => {
    for (const name of names) db.exec(readFileSync(`migrations/${name}`, "utf8"));
  };
  const add = (id: string) =>
    db.exec(`insert into applications (id, name, is_public, redirect_uris, post_logout_uris, claims, created_at)
      values ('${id}', 'Wiki', false, '[]', '[]', '[]', 1)`);
  migrate(files.slice(0, at));
  add("before");
  migrate(files.slice(at));
  add("after");
  const found = db.prepare("select id, claims_by_scope as byScope from applications").all();
  expect(found).toMatchObject([
    { id: "before", byScope: 0 },
    { id: "after", byScope: 1 },
  ]);
});
