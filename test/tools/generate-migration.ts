import { execFileSync } from "node:child_process";
import { globSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BREAKPOINT } from "#worker/ops/deploy/migrate.ts";
import { declaredTriggers, migratedTriggers, triggerChanges } from "./triggers.ts";

/**
 * `npm run db:generate -- --name what`: one migration with what changed in worker/db/schema/ and worker/db/triggers/.
 * Changed triggers are dropped before the tables change (SQLite refuses to drop a column that a trigger names).
 * drizzle-kit compares with the latest snapshot alone, so the former ones go.
 */
const FOLDER = "migrations";
const SEPARATOR = `\n${BREAKPOINT}\n`;
/** What drizzle-kit writes into a migration without changed tables. */
const PLACEHOLDER = "-- Custom SQL migration file";
const options = process.argv.slice(2);

const former = new Set(readdirSync(FOLDER));
const declared = declaredTriggers();
const { drops, creates } = triggerChanges(declared, migratedTriggers(FOLDER));
execFileSync("drizzle-kit", ["generate", ...options], { stdio: "inherit" });
if (drops.length + creates.length > 0 && generated() === undefined) {
  execFileSync("drizzle-kit", ["generate", "--custom", ...options], { stdio: "inherit" });
}
const file = generated();
if (file !== undefined) {
  const path = join(FOLDER, file);
  const text = readFileSync(path, "utf8").trim();
  const tables = text.startsWith(PLACEHOLDER) ? [] : [text];
  writeFileSync(path, `${[...drops, ...tables].join(SEPARATOR)}\n`);
  // drizzle-kit rebuilds some tables, and a rebuilt table has lost its triggers: compare again.
  const after = triggerChanges(declared, migratedTriggers(FOLDER));
  const statements = [...drops, ...tables, ...after.drops, ...after.creates];
  writeFileSync(path, `${statements.join(SEPARATOR)}\n`);
}
for (const snapshot of snapshots().slice(0, -1)) rmSync(snapshot);

function snapshots(): string[] {
  return globSync(join(FOLDER, "meta/*_snapshot.json")).toSorted();
}

function generated(): string | undefined {
  return readdirSync(FOLDER).find((name) => name.endsWith(".sql") && !former.has(name));
}
