import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { failureOf, readFlags, untilInterrupted } from "#worker/ops/command.ts";
import { SPENDING_FLAGS, SPENDING_USAGE, spendRows } from "#worker/ops/deploy/daily-rows.ts";
import { crossBaseline, knownMigrations, schemaOfBackup } from "#worker/ops/deploy/baseline.ts";
import { chooseTarget, TARGET_FLAGS } from "#worker/ops/target.ts";
import { d1, query } from "#worker/ops/wrangler.ts";
import { arrangeDump } from "./arrange-dump.ts";
import { checkRestored, OUR_TABLES } from "./check-restored.ts";
import { countImport } from "./count-import.ts";

/** `npm run restore -- --remote|--local file`: imports a backup or an export of D1 into an empty database. */
const USAGE = `npm run restore -- --remote|--local ${SPENDING_USAGE} <file>`;
const { values, positionals } = readFlags(USAGE, {
  allowPositionals: true,
  options: { ...TARGET_FLAGS, ...SPENDING_FLAGS },
});
const REMOTE_ADVICE =
  "Make a new one (npx wrangler d1 create), put its id into wrangler.jsonc, and restore into that.";
const LOCAL_ADVICE =
  "Restore into a directory that does not exist yet: MUSTER_STATE=.wrangler/restored in front of this command, and later of npm run dev:live.";
/** Where an import costs nothing. */
const INSTEAD =
  "To look at the backup, restore it on this machine: MUSTER_STATE=.wrangler/restored npm run restore -- --local <file>.";
/** What migrates a local database: wrangler alone does not know MUSTER_STATE. */
const STARTED_LOCALLY = `MUSTER_STATE=${process.env["MUSTER_STATE"] ?? ".wrangler/state"} npm run dev:live`;
const [file = "", ...others] = positionals;
const arranged = `${file}.restoring`;
const signal = untilInterrupted();
try {
  const target = { ...chooseTarget(values, { mayBeNew: true }), signal };
  if (file === "" || others.length > 0) throw new Error(`Say which file. Usage: ${USAGE}`);
  const { counts, migrations } = await arrangeDump(file, arranged, signal);
  const known = knownMigrations();
  const made = schemaOfBackup(migrations, known);
  if (target.place === "--remote") {
    const rows = await countImport(arranged);
    await spendRows({ rows, config: target.config, flags: values, instead: INSTEAD }, "restore");
  }
  const [tables = []] = await query(target, [OUR_TABLES]);
  if (tables.length > 0) {
    throw new Error(
      `The database is not empty (${tables.length} tables): nothing was touched. ${target.place === "--local" ? LOCAL_ADVICE : REMOTE_ADVICE}`,
    );
  }
  await d1("execute", target, ["-y", "--file", arranged]);
  const problems = await checkRestored(target, counts, made);
  if (problems.length > 0) {
    throw new Error(
      `The database differs from the backup or from Muster's migrations: do not use it.\n${problems.join("\n")}`,
    );
  }
  const rows = [...counts.values()].reduce((sum, count) => sum + count, 0);
  await crossBaseline((statements) => query(target, statements));
  const missing = known.filter((name) => !made.includes(name));
  console.log(
    `Restored: ${rows} rows of ${counts.size} tables, counted again; the database is sound, and so are its references and counters.`,
  );
  if (missing.length > 0) {
    console.log(
      `${missing.length} newer migrations are to follow: ${target.place === "--remote" ? "npm run deploy" : STARTED_LOCALLY}`,
    );
  }
} catch (error) {
  console.error(`Not restored. ${failureOf(error, signal)}`);
  process.exitCode ??= 1;
} finally {
  if (existsSync(arranged)) await rm(arranged);
}
