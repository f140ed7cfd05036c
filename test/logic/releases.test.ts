import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import {
  readVersions,
  releasedList,
  releasedMigrations,
  releasedProblems,
  releasedVersions,
  releaseProblems,
  versionProblems,
  writeReleased,
} from "#test/tools/released.ts";
import { knownMigrations } from "#worker/ops/deploy/baseline.ts";
import { openMigrated } from "#worker/ops/deploy/check-schema.ts";

const home = mkdtempSync(join(tmpdir(), "muster-releases-"));
afterAll(() => rmSync(home, { recursive: true }));

test("this version is the same in all files and the newest of CHANGELOG.md, and has its backup", () => {
  const { version, inFiles } = readVersions();
  expect(new Set(Object.values(inFiles))).toEqual(new Set([version]));
  expect(/^## (\d+\.\d+\.\d+)/m.exec(readFileSync("CHANGELOG.md", "utf8"))?.[1]).toBe(version);
  expect(releasedVersions()).toContain(version);
});

test("a release has a new version, the same in all files, of which CHANGELOG.md says something", () => {
  const part =
    "# Changes\n\n## 1.1.0\n\n### New\n\n- **Operations.** Fleets.\n\n## 1.0.0\n\n- All.\n";
  const release = {
    version: "1.1.0",
    inFiles: { "package-lock.json": "1.1.0" },
    changelog: part,
    backups: ["1.0.0"],
  };
  expect(versionProblems(release)).toEqual([]);
  expect(versionProblems({ ...release, inFiles: { "package-lock.json": "1.0.0" } })).toEqual([
    "package-lock.json has the version 1.0.0, and package.json 1.1.0.",
  ]);
  expect(versionProblems({ ...release, backups: ["1.0.0", "1.1.0"] })).toEqual([
    expect.stringContaining("test/releases has 1.1.0 already"),
  ]);
  expect(
    versionProblems({ ...release, changelog: part.replace("## 1.1.0", "## Unreleased") }),
  ).toEqual(["CHANGELOG.md begins with “Unreleased”, and must begin with “1.1.0”."]);
  expect(
    versionProblems({ ...release, changelog: part.replace("- **Operations.** Fleets.\n", "") }),
  ).toEqual(["CHANGELOG.md says nothing of 1.1.0."]);
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

test("a release with a text that is not translated is refused", async () => {
  const sources = mkdtempSync(join(home, "texts-"));
  mkdirSync(join(sources, "web"));
  const code =
    'import { msg } from "#web/language/macros.ts"; export const HELD = msg`Held since noon`;';
  writeFileSync(join(sources, "web/held.ts"), code);
  expect(await releaseProblems(sources)).toContain("de: Held since noon");
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
