import { readdirSync } from "node:fs";
import { compareSchema, OUR_SCHEMA } from "./check-schema.ts";

/** The first migrations of the folder: what 69 migrations made before them. Two, because D1 takes 100 KB at once. */
export const BASELINE = ["0077_baseline.sql", "0078_baseline_triggers.sql"] as const;
const LAST_BEFORE = "0076_kept_grants.sql";
/** A version with these 69 migrations: an older database or backup becomes one of the last schema before the baseline. */
export const VERSION_BEFORE = "the commit ad4d6164 of 25 November 2026";

/** As wrangler makes it. */
export const MIGRATIONS_TABLE =
  'CREATE TABLE IF NOT EXISTS "d1_migrations"(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)';
const MARK = `insert or ignore into d1_migrations (name) values ${BASELINE.map((name) => `('${name}')`).join(", ")}`;

/** A database that this version cannot migrate, with what to do about it. */
export class BaselineError extends Error {
  override name = "BaselineError";
}

export type DatabaseRow = Record<string, unknown>;
/** Sends statements to a database; returns the rows of each. */
export type Send = (statements: string[]) => Promise<DatabaseRow[][]>;

/** Which of the known migrations made the schema of a backup that had these. Throws when this version cannot restore it. */
export function schemaOfBackup(applied: string[], known: string[]): string[] {
  const newer = newerThan(known, applied);
  if (newer.length > 0) {
    throw new BaselineError(
      `The backup has migrations that this version of Muster does not know (${newer.join(", ")}), and nothing was touched: restore it with a newer version.`,
    );
  }
  const state = stateOf(applied);
  if (state === "older") {
    throw new BaselineError(
      `${tooOld("The backup", applied)}, and nothing was touched: restore it with ${VERSION_BEFORE}, migrate it there, and then use this version.`,
    );
  }
  const ours = state === "last before" ? [...BASELINE, ...applied] : applied;
  return ours.filter((name) => known.includes(name));
}

/** What to do about a database at Cloudflare that this version cannot use. */
const DEPLOYED: Advice = {
  older: `Deploy ${VERSION_BEFORE} first, then this version.`,
  newer:
    "Deploy that version or a newer one: git pull. To go back, restore the backup from before the update with this version: npx wrangler d1 create <name>, its name and id into wrangler.jsonc, npm run restore -- --remote <backup>, and this command again. OPERATIONS.md says what that loses.",
};
export type Advice = Record<"older" | "newer", string>;

/**
 * Makes sure that this version can migrate a database, and brings it across the baseline: marks that as applied where the schema
 * is the last one before it. Throws where it is an older one, or a newer version has migrated it. A new database, and one
 * that is across, stay as they are. May be killed and repeated. Returns the recorded migrations and the rows of `OUR_SCHEMA`.
 */
export async function crossBaseline(send: Send, advice = DEPLOYED) {
  const [, rows = [], schema = []] = await send([
    MIGRATIONS_TABLE,
    "select name from d1_migrations order by id",
    OUR_SCHEMA,
  ]);
  const applied = rows.map(({ name }) => String(name));
  const newer = newerThan(knownMigrations(), applied);
  if (newer.length > 0) {
    throw new BaselineError(
      `A newer version of Muster has migrated the database (${newer.join(", ")}), and nothing was changed. ${advice.newer}`,
    );
  }
  const state = stateOf(applied);
  if (state === "older") {
    throw new BaselineError(
      `${tooOld("The database", applied)}, and nothing was changed. ${advice.older}`,
    );
  }
  if (state !== "last before") return { applied, schema };
  const problems = compareSchema(schema, [...BASELINE], { mayHaveMore: true });
  if (problems.length > 0) {
    throw new BaselineError(
      `The database is not what its migrations made, and nothing was changed.\n${problems.join("\n")}`,
    );
  }
  await send([MARK]);
  return { applied: [...applied, ...BASELINE], schema };
}

function stateOf(applied: string[]): "new" | "across" | "last before" | "older" {
  if (applied.length === 0) return "new";
  if (applied.includes(BASELINE[0])) return "across";
  return applied.includes(LAST_BEFORE) ? "last before" : "older";
}

/** The migrations of this version, in their order. */
export function knownMigrations(folder = "migrations"): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .toSorted();
}

/** The migrations of a database that this version does not know, and that are not from before the baseline. */
function newerThan(known: string[], applied: string[]): string[] {
  return applied.filter((name) => name > BASELINE[0] && !known.includes(name));
}

function tooOld(what: string, applied: string[]): string {
  return `${what} is too old for this version of Muster (its last migration is ${applied.at(-1)})`;
}
