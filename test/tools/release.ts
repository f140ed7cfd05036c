import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { sealLog } from "#worker/audit/seals/seal.ts";
import { readConfig } from "#worker/ground/config.ts";
import { migrate } from "#test/tools/local/migrate.ts";
import { localVars } from "#test/new-eden/local-vars.ts";
import { seed } from "#test/new-eden/seed/seed.ts";
import { makePlace, openPlace, runOps } from "#test/support/commands/wrangler-place.ts";
import { openTestDatabase } from "#test/support/workerd/test-database.ts";
import { openTestQueue } from "#test/support/workerd/test-queue.ts";
import { readVersions, releasedList, releaseProblems, writeReleased } from "./released.ts";

/**
 * `npm run release`, before a release is tagged: it has a new version with its part of CHANGELOG.md and all translations. From then on
 * its migrations never change, and a backup of it, of the seeded community with a sealed log, is restored and upgraded by
 * test/logic/releases.long.test.ts for ever.
 */
const { version } = readVersions();
const problems = await releaseProblems();
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}
writeFileSync(releasedList("migrations"), writeReleased("migrations"));

const home = mkdtempSync(join(tmpdir(), "muster-release-"));
try {
  const place = makePlace(home, "seeded");
  process.env["MUSTER_STATE"] = place.state;
  const { env, dispose } = await openPlace(place);
  await migrate(env);
  await seed({ ...env, ...localVars(0) });
  const db = openTestDatabase(env.DB);
  const config = await readConfig(localVars(0));
  await sealLog({ db, config, queue: openTestQueue().binding, requestId: "release" });
  await dispose();
  const backup = join(home, "backup.sql");
  const args = ["--local", "--config", place.config, "--output", backup];
  const { status, said } = await runOps("backup/backup", ...args);
  if (status !== 0) throw new Error(said);
  const file = `test/releases/${version}.sql.gz`;
  const packed = gzipSync(readFileSync(backup), { level: 9 });
  writeFileSync(file, packed);
  console.log(`${file}: ${Math.round(packed.length / 1024)} KB, and ${releasedList("migrations")}`);
} finally {
  rmSync(home, { recursive: true });
}
