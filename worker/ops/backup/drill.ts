import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { OUR_TABLES } from "./check-restored.ts";
import { compareBackups, countTokens } from "./compare-backups.ts";
import { countImport } from "./count-import.ts";
import { failureOf, readFlags, untilInterrupted } from "#worker/ops/command.ts";
import { parseConfig } from "#worker/ops/deploy/config.ts";
import { SPENDING_FLAGS, SPENDING_USAGE, spendRows } from "#worker/ops/deploy/daily-rows.ts";
import { ENCRYPTION_KEY } from "#worker/ground/crypto.ts";
import { chooseTarget, TARGET_FLAGS } from "#worker/ops/target.ts";
import { listDatabases, query, runProgram, wrangler } from "#worker/ops/wrangler.ts";
import type { DatabaseTarget } from "#worker/ops/wrangler.ts";

type LiveDatabase = { name: string; id: string; account?: string | undefined };

/** A new local database in a folder of its own, which the build finds there: the configuration is the live one. */
function openLocalScratch(folder: string, liveConfig: string) {
  mkdirSync(folder, { recursive: true });
  const config = join(folder, "wrangler.jsonc");
  copyFileSync(liveConfig, config);
  symlinkSync(resolve("migrations"), join(folder, "migrations"), "junction");
  return { config, state: join(folder, ".wrangler/state") };
}

/**
 * The database at Cloudflare to restore into: the one of this name, or one that `open` creates. Throws when it is the live one, or not
 * empty. `open` returns the configuration that names it.
 */
async function findRemoteScratch(folder: string, name: string, live: LiveDatabase) {
  const find = async () => (await listDatabases()).find((database) => database.name === name)?.uuid;
  const configFor = (id: string) => writeConfig(folder, { name, id, account: live.account });
  const present = name === live.name ? live.id : await find();
  if (present === live.id) {
    throw new Error(`${name} is the live database. Give another name: --into muster-drill`);
  }
  if (present !== undefined) {
    const config = configFor(present);
    const [tables = []] = await query({ place: "--remote", config }, [OUR_TABLES]);
    if (tables.length === 0) return { isNew: false, open: () => Promise.resolve(config) };
    throw new Error(
      `${name} is not empty (${tables.length} tables): nothing was changed. Give the name of a new database, or delete that one first: npx wrangler d1 delete ${name}`,
    );
  }
  const open = async () => {
    await wrangler(["d1", "create", name]);
    const id = await find();
    if (id === undefined) throw new Error(`The database ${name} was not created.`);
    return configFor(id);
  };
  return { isNew: true, open };
}

function writeConfig(folder: string, { name, id, account }: LiveDatabase): string {
  mkdirSync(folder, { recursive: true });
  const config = join(folder, "wrangler.jsonc");
  const database = { binding: "DB", database_name: name, database_id: id };
  writeFileSync(
    config,
    JSON.stringify({
      name: "muster-drill",
      compatibility_date: "2026-10-01",
      ...(account !== undefined && { account_id: account }),
      d1_databases: [{ ...database, migrations_dir: resolve("migrations") }],
    }),
  );
  return config;
}

/**
 * `npm run drill [-- --remote --into <name>]`: makes a backup, restores it into an empty database, and finds out whether a
 * community could go on with it. Ends with 0 if it could, with 1 if a step failed, and with 2 if nothing was tried.
 */
const USAGE = `npm run drill [-- --remote --into <name> ${SPENDING_USAGE}] [--no-build]`;
const { values } = readFlags(USAGE, {
  options: {
    ...TARGET_FLAGS,
    /** The database at Cloudflare to restore into. */
    into: { type: "string" },
    config: { type: "string", default: "wrangler.jsonc" },
    /** Starts the build that is in dist/. */
    "no-build": { type: "boolean" },
    ...SPENDING_FLAGS,
  },
});
/** A drill that writes nothing at Cloudflare. */
const INSTEAD =
  "A backup can be tried on this machine instead: npm run backup -- --remote --output muster-drill.sql, then MUSTER_STATE=.wrangler/drill npm run restore -- --local muster-drill.sql.";
const BUILD = "dist";
const OPS = resolve(import.meta.dirname, "..");
const signal = untilInterrupted();
// Only their owner may read the copies.
process.umask(0o077);
const folder = mkdtempSync(join(tmpdir(), "muster-drill-"));
const path = (name: string) => join(folder, name);
const done = (text: string) => console.log(`✓ ${text.trim()}`);
const began = Date.now();
let hasBegun = false;
/** The database at Cloudflare that holds a copy. */
let copy: string | undefined;
try {
  const scratch = await openScratch();
  hasBegun = true;
  await drill(scratch);
  if (scratch.remote !== undefined) await removeRemote(scratch.remote);
  const seconds = Math.round((Date.now() - began) / 1000);
  console.log(`\nThe drill passed in ${seconds} s: a community can go on with this backup.`);
} catch (error) {
  console.error(`✗ ${failureOf(error, signal)}`);
  console.error(
    hasBegun
      ? "\nThe drill failed: do not rely on backups before you know why."
      : "\nThere was no drill.",
  );
  if (copy !== undefined) keepRemote(copy);
  process.exitCode ??= hasBegun ? 1 : 2;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

type Scratch = Awaited<ReturnType<typeof openScratch>>;

/** Where the backup comes from, and the empty databases that it is restored into. Throws when the drill must not begin. */
async function openScratch() {
  const { config, into, remote: isRemote = false } = values;
  if (values["no-build"] && !existsSync(join(BUILD, "muster/wrangler.json"))) {
    throw new Error(
      `There is no build in ${BUILD}/. Leave out --no-build, or make one first: npm run build`,
    );
  }
  if (into !== undefined && !isRemote) {
    throw new Error("--into names a database at Cloudflare: add --remote, or leave it out.");
  }
  if (!keysToTry().every((key) => ENCRYPTION_KEY.test(key))) {
    throw new Error(
      "A key in TOKEN_ENCRYPTION_KEY or TOKEN_ENCRYPTION_KEY_PREVIOUS is not 32 bytes in base64. Correct it, or take it out of the environment.",
    );
  }
  const live = chooseTarget(isRemote ? values : { ...values, local: true });
  const local = openLocalScratch(path("local"), config);
  if (!isRemote) return { live, local };
  if (into === undefined) {
    throw new Error("Say into which database: npm run drill -- --remote --into muster-drill");
  }
  const { d1_databases, account_id: account } = parseConfig(readFileSync(config, "utf8"));
  const [{ database_name: name, database_id: id }] = d1_databases;
  const found = await findRemoteScratch(path("remote"), into, { name, id, account });
  return { live, local, remote: { ...found, name: into } };
}

async function drill({ live, local, remote }: Scratch) {
  const [backup, restored] = [path("backup.sql"), path("restored.sql")];
  await ops("backup/backup", live, "--output", backup);
  done("A backup was made");
  const target: DatabaseTarget = {
    place: live.place,
    config: remote === undefined ? local.config : await openCopy(remote, backup),
  };
  // Counted and confirmed here, where there is a terminal.
  await ops("backup/restore", target, "--over-half", "--yes", backup);
  done("It was restored into an empty database: schema, references and counters are right");
  done(lastLines(await ops("verify-audit", target)));

  await ops("backup/backup", target, "--output", restored);
  const { tables, rows, problems } = await compareBackups(backup, restored, folder);
  if (problems.length > 0) {
    throw new Error(`The restored database is not as the backup.\n${problems.join("\n")}`);
  }
  done(`All ${rows} rows of ${tables} tables are as in the backup`);
  await tryKey();

  const started: DatabaseTarget = { place: "--local", config: local.config };
  if (remote !== undefined) await ops("backup/restore", started, restored);
  const migrations = ["d1", "migrations", "apply", "DB", "--local", "--config", local.config];
  await wrangler(migrations, { signal });
  if (!values["no-build"]) await runProgram("vite", ["build", "--logLevel", "warn"], { signal });
  // It loads wrangler and miniflare, which take seconds: a drill that is refused does without.
  const { startRestored } = await import("./start-restored.ts");
  done(`Muster starts on it, and answers: ${await startRestored(BUILD, local.state)}`);
}

/** The configuration of the database at Cloudflare, if the rows of this backup may be written there. */
async function openCopy({ name, open }: NonNullable<Scratch["remote"]>, backup: string) {
  const rows = await countImport(backup);
  // Without consent, nothing was tried.
  hasBegun = false;
  await spendRows({ rows, config: values.config, flags: values, instead: INSTEAD }, "drill");
  hasBegun = true;
  const config = await open();
  copy = name;
  return config;
}

/** Runs a command of Muster on a database; returns its output. */
function ops(
  command: string,
  { place, config }: DatabaseTarget,
  ...args: string[]
): Promise<string> {
  const script = join(OPS, `${command}.ts`);
  const database = [place, ...(config === undefined ? [] : ["--config", config])];
  // A local database is beside its configuration.
  const env = { MUSTER_STATE: undefined };
  return runProgram(process.execPath, [script, ...database, ...args], { env, signal });
}

/** Without the line that names the database. */
function lastLines(said: string): string {
  return said.replace(/^Database: .*\n/, "");
}

/** The keys in the environment, the current one first. */
function keysToTry(): string[] {
  const { TOKEN_ENCRYPTION_KEY: key, TOKEN_ENCRYPTION_KEY_PREVIOUS: previous = "" } = process.env;
  return key ? [key, ...previous.split(",").map((old) => old.trim())].filter(Boolean) : [];
}

/** The tokens in a backup are of use only with the encryption key, which is kept elsewhere. */
async function tryKey() {
  const [key, ...previous] = keysToTry();
  if (key === undefined) {
    console.log("- The tokens were not tried: TOKEN_ENCRYPTION_KEY is not in the environment");
    return;
  }
  const { tokens, lost } = await countTokens(path("found.sqlite"), key, previous);
  if (lost > 0) throw new Error(`The encryption key does not fit ${lost} of ${tokens} tokens.`);
  done(`The encryption key fits all ${tokens} tokens`);
}

/** The database that this drill created. One that was there stays, with the copy. */
async function removeRemote({ name, isNew }: { name: string; isNew: boolean }) {
  if (!isNew) return keepRemote(name);
  await wrangler(["d1", "delete", name, "-y"], { signal });
  done(`The database ${name} is deleted again`);
}

function keepRemote(name: string) {
  console.log(`The database ${name} has a copy of your community: npx wrangler d1 delete ${name}`);
}
