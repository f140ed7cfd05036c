import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { ensureBuild } from "#test/local/ensure-build.ts";
import { migrate } from "#test/local/migrate.ts";
import { makePlace, openPlace, runOps } from "#test/support/commands/wrangler-place.ts";
import { releasedList, releasedProblems, writeReleased } from "#test/support/releases/released.ts";
import { verifyLog } from "#worker/audit/seals/verify.ts";
import { openDatabase } from "#worker/db/database.ts";
import { startRestored } from "#worker/ops/drill/start-restored.ts";
import { knownMigrations } from "#worker/ops/schema/baseline.ts";
import { compareSchema, OUR_SCHEMA } from "#worker/ops/schema/check-schema.ts";
import { PRODUCT_VERSION } from "#worker/ground/version.ts";

const RELEASES = globSync("test/releases/*.sql.gz").map((file) => basename(file, ".sql.gz"));
/** What stands in the seeded community of every release. */
const KNOWN_PILOTS = ["Aurelia Voss", "Tiberius Kole"];

const home = mkdtempSync(join(tmpdir(), "muster-releases-"));
afterAll(() => rmSync(home, { recursive: true }));

test.for(RELEASES)(
  "a backup of %s is restored, its log is sound, its database is upgraded, and Muster reads it",
  async (version) => {
    const place = makePlace(home, version);
    const backup = join(home, `${version}.sql`);
    writeFileSync(backup, gunzipSync(readFileSync(`test/releases/${version}.sql.gz`)));
    const restored = await runOps("backup/restore", "--local", "--config", place.config, backup);
    expect(restored).toMatchObject({
      status: 0,
      said: expect.stringMatching(/\nRestored: \d{4} rows/),
    });

    const { env, dispose } = await openPlace(place);
    try {
      const { findings, sealed } = await verifyLog(openDatabase(env.DB));
      expect(findings).toEqual([]);
      expect(sealed).toBeGreaterThan(0);
      const namesOf = async () => {
        const { results } = await env.DB.prepare(
          "select name from characters where user_id is not null order by name",
        ).all<{ name: string }>();
        return results.map(({ name }) => name);
      };
      const before = await namesOf();
      expect(before).toEqual(expect.arrayContaining(KNOWN_PILOTS));
      await migrate(env);
      const { results: schema } = await env.DB.prepare(OUR_SCHEMA).all();
      expect(compareSchema(schema, knownMigrations())).toEqual([]);
      const { results: dangling } = await env.DB.prepare("pragma foreign_key_check").all();
      expect(dangling).toEqual([]);
      expect(await namesOf()).toEqual(before);
    } finally {
      await dispose();
    }
    ensureBuild();
    expect(await startRestored("dist", place.state)).toMatch(/^the first page, and 3 more as \w/);
  },
);

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
