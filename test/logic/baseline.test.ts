import { createHash } from "node:crypto";
import { globSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { FORMER_FINGERPRINT, FORMER_MIGRATIONS } from "#test/support/former/database.ts";
import { BASELINE } from "#worker/ops/deploy/baseline.ts";
import { normalizeSql, openMigrated } from "#worker/ops/deploy/check-schema.ts";

const migrations = () => globSync("*.sql", { cwd: "migrations" }).toSorted();

test("the baseline makes the schema that 69 migrations made before it", () => {
  using database = openMigrated([...BASELINE]);
  const statements = database
    .prepare("select sql from sqlite_master where sql is not null and name not glob 'sqlite_*'")
    .all()
    .map(({ sql }) => normalizeSql(String(sql)));
  const fingerprint = createHash("sha256").update(statements.toSorted().join("\n")).digest("hex");
  expect(fingerprint).toBe(FORMER_FINGERPRINT);
  expect(FORMER_MIGRATIONS).toHaveLength(69);
});

test("every migration is short enough for D1, which takes 100 KB at once", () => {
  for (const name of migrations()) expect(statSync(`migrations/${name}`).size).toBeLessThan(90_000);
});
