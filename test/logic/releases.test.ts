import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import * as z from "zod/mini";
import {
  releasedList,
  releasedMigrations,
  releasedProblems,
  writeReleased,
} from "#test/tools/released.ts";
import { knownMigrations } from "#worker/ops/deploy/baseline.ts";
import { openMigrated } from "#worker/ops/deploy/check-schema.ts";
import { PRODUCT_VERSION } from "#worker/ground/version.ts";

const RELEASES = globSync("test/releases/*.sql.gz").map((file) => basename(file, ".sql.gz"));
const home = mkdtempSync(join(tmpdir(), "muster-releases-"));
afterAll(() => rmSync(home, { recursive: true }));

test("this version is that of package.json and the newest of CHANGELOG.md, and has its backup", () => {
  const { version } = z.parse(
    z.object({ version: z.string() }),
    JSON.parse(readFileSync("package.json", "utf8")),
  );
  expect(PRODUCT_VERSION).toBe(version);
  expect(/^## (\d+\.\d+\.\d+)/m.exec(readFileSync("CHANGELOG.md", "utf8"))?.[1]).toBe(version);
  expect(RELEASES).toContain(version);
});

test("a migration of a release must not change, go, or be preceded by a new one", () => {
  const folder = mkdtempSync(join(home, "migrations-"));
  const path = (name: string) => join(folder, name);
  writeFileSync(path("0001_first.sql"), "select 1;\n");
  writeFileSync(path("0003_second.sql"), "select 2;\n");
  writeFileSync(releasedList(folder), writeReleased(folder));
  copyFileSync(path("0003_second.sql"), path("0004_new.sql"));
  expect(releasedProblems(folder)).toEqual([]);
  copyFileSync(path("0004_new.sql"), path("0002_late.sql"));
  expect(releasedProblems(folder)).toEqual([
    `${folder}/0002_late.sql must follow 0003_second.sql, which is released: give it a new number.`,
  ]);
  rmSync(path("0002_late.sql"));
  writeFileSync(path("0001_first.sql"), "select 3;\n");
  rmSync(path("0003_second.sql"));
  expect(releasedProblems(folder)).toEqual([
    `${folder}/0001_first.sql is part of a release and was changed: put it back, and write another.`,
    `${folder}/0003_second.sql is part of a release and is gone: put it back.`,
  ]);
});

/** What a writer must know: columns that must be given, and those that there are. */
function columnsAfter(migrations: readonly string[]): { all: string[]; required: string[] } {
  using database = openMigrated(migrations);
  const columns = database
    .prepare(
      `select m.name || '.' || c.name as name, c."notnull" and c.dflt_value is null and c.pk = 0 as required
       from sqlite_master m join pragma_table_xinfo(m.name) c where m.type = 'table'`,
    )
    .all();
  const names = (rows: typeof columns) => rows.map(({ name }) => String(name));
  return { all: names(columns), required: names(columns.filter(({ required }) => required === 1)) };
}

test("the version of the last release reads and writes the schema of this one, while it is deployed or after a rollback", () => {
  const released = columnsAfter(releasedMigrations("migrations"));
  const now = columnsAfter(knownMigrations());
  expect(released.all.length).toBeGreaterThan(400);
  expect(released.all.filter((name) => !now.all.includes(name))).toEqual([]);
  const tables = new Set(released.all.map((name) => name.split(".")[0]));
  const unknown = now.required.filter((name) => !released.all.includes(name));
  expect(unknown.filter((name) => tables.has(name.split(".")[0]))).toEqual([]);
});
