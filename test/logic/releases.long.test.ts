// Half a minute for each release: its backup is restored by the command, upgraded, and served by a Worker that is built.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { ensureBuild } from "#test/tools/local/ensure-build.ts";
import { migrate } from "#test/tools/local/migrate.ts";
import { releasedVersions } from "#test/tools/released.ts";
import { makePlace, openPlace, runOps } from "#test/support/commands/wrangler-place.ts";
import { verifyLog } from "#worker/audit/seals/verify.ts";
import { openDatabase } from "#worker/db/database.ts";
import { startRestored } from "#worker/ops/backup/start-restored.ts";
import { knownMigrations } from "#worker/ops/deploy/baseline.ts";
import { compareSchema, OUR_SCHEMA } from "#worker/ops/deploy/check-schema.ts";

/** What stands in the seeded community of every release. */
const KNOWN_PILOTS = ["Aurelia Voss", "Tiberius Kole"];

const home = mkdtempSync(join(tmpdir(), "muster-releases-"));
afterAll(() => rmSync(home, { recursive: true }));

test.for(releasedVersions())(
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
    // wrangler would migrate the database in .wrangler/state instead.
    expect(restored.said).not.toContain("d1 migrations apply");

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
