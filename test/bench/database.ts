import { createHash, randomUUID } from "node:crypto";
import {
  constants,
  copyFileSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { knownMigrations } from "#worker/ops/deploy/baseline.ts";
import { statementsOf } from "#worker/ops/deploy/migrate.ts";
import { insertCast, settleCast } from "./cast.ts";
import { fillCrowd } from "./crowd.ts";
import { startServer } from "./server.ts";

/** Filled databases are reused until a migration or the filling code changes. */
const CACHE = ".wrangler/bench";
const SOURCES = [
  "test/bench/cast.ts",
  "test/bench/crowd.ts",
  "test/support/people/fill-community.ts",
  ...globSync("migrations/*.sql").toSorted(),
];

/** A state directory with a community of this size that a run may change. */
export async function openCommunity(users: number, scratch: string): Promise<string> {
  const file = await findFilled(users);
  const state = join(scratch, `community-${users}`);
  const copy = join(state, dirname(file.inState), basename(file.inState));
  mkdirSync(dirname(copy), { recursive: true });
  copyFileSync(join(file.state, file.inState), copy, constants.COPYFILE_FICLONE);
  const db = new DatabaseSync(copy);
  settleCast(db);
  db.close();
  return state;
}

async function findFilled(users: number) {
  const hash = createHash("sha256");
  for (const source of SOURCES) hash.update(readFileSync(source));
  const state = join(CACHE, `${hash.digest("hex").slice(0, 12)}-${users}`);
  let inState = findDatabase(state);
  if (inState === undefined) {
    const started = Date.now();
    // Another process may fill the same one.
    const unfinished = `${state}-${randomUUID()}`;
    await migrate(unfinished);
    inState = findDatabase(unfinished);
    if (inState === undefined) throw new Error("D1 left no database where it was told to.");
    await fill(join(unfinished, inState), users);
    if (findDatabase(state) === undefined) renameSync(unfinished, state);
    else rmSync(unfinished, { recursive: true });
    const seconds = ((Date.now() - started) / 1000).toFixed(0);
    console.log(`Filled a community of ${users.toLocaleString("en")} in ${seconds} s.`);
  }
  return { state, inState };
}

export function findDatabase(state: string): string | undefined {
  return globSync("d1/*/*.sqlite", { cwd: state }).find((file) => !file.includes("metadata"));
}

/** Migrates like `wrangler d1 migrations apply`: through D1, so that the file is where D1 expects it. */
async function migrate(state: string) {
  mkdirSync(state, { recursive: true });
  const server = await startServer([{ path: "/nothing.js", contents: "export default {}" }], state);
  const database = await server.database();
  for (const name of knownMigrations()) {
    await database.batch(statementsOf(name).map((statement) => database.prepare(statement)));
  }
  await server.stop();
}

async function fill(file: string, users: number) {
  const db = new DatabaseSync(file);
  db.exec(
    "pragma synchronous = off; pragma cache_size = -500000; pragma temp_store = memory; begin",
  );
  insertCast(db);
  await fillCrowd(db, users);
  db.exec("commit; pragma wal_checkpoint(truncate)");
  db.close();
}
