import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { CLAIMS, CLAIM_SCOPES } from "#shared/applications/claims.ts";

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
