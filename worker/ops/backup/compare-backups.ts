import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { getTableName } from "drizzle-orm";
import { decryptToken } from "#worker/auth/tokens/encrypted-tokens.ts";
import { eveTokens } from "#worker/db/schema/accounts.ts";
import { importKeyring } from "#worker/ground/crypto.ts";
import { loadBackup, tablesOf } from "#worker/ops/read-backup.ts";

type Comparison = { tables: number; rows: number; problems: string[] };

/**
 * Compares every row of every table of two backups. Both become databases in this folder, so that a large backup needs
 * no more memory than a small one. wrangler's own list of migrations is left out: a restore adds to it.
 */
export async function compareBackups(
  wanted: string,
  found: string,
  folder: string,
): Promise<Comparison> {
  const file = join(folder, "found.sqlite");
  (await loadBackup(found, file)).close();
  using database = await loadBackup(wanted, join(folder, "wanted.sqlite"));
  database.prepare("attach ? as found").run(file);
  const tables = [...new Set([...tablesOf(database, "main"), ...tablesOf(database, "found")])];
  const compared: Comparison = { tables: 0, rows: 0, problems: [] };
  for (const table of tables.toSorted()) {
    compared.tables += 1;
    const problem = compareTable(database, table, (rows) => (compared.rows += rows));
    if (problem !== undefined) compared.problems.push(problem);
  }
  return compared;
}

function compareTable(
  database: DatabaseSync,
  table: string,
  count: (rows: number) => void,
): string | undefined {
  const [ours, theirs] = [`main."${table}"`, `found."${table}"`];
  try {
    const { wanted, found, lost, other } = {
      ...database
        .prepare(
          `select (select count(*) from ${ours}) as wanted, (select count(*) from ${theirs}) as found,
          (select count(*) from (select * from ${ours} except select * from ${theirs})) as lost,
          (select count(*) from (select * from ${theirs} except select * from ${ours})) as other`,
        )
        .get(),
    };
    count(Number(wanted));
    return wanted === found && lost === 0 && other === 0
      ? undefined
      : `${table}: ${String(lost)} of ${String(wanted)} rows are missing or changed, ${String(other)} of ${String(found)} are others.`;
  } catch (error) {
    return `${table} cannot be compared: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

type Counted = { tokens: number; lost: number };

/** How many of EVE's tokens in a database are there, and how many of them these keys do not decrypt. */
export async function countTokens(file: string, key: string, previous: string[]): Promise<Counted> {
  const keyring = await importKeyring(key, previous);
  using database = new DatabaseSync(file, { readOnly: true });
  const { refreshToken, characterId } = eveTokens;
  const rows = database.prepare(
    `select ${characterId.name} as id, ${refreshToken.name} as token from ${getTableName(eveTokens)}`,
  );
  const counted = { tokens: 0, lost: 0 };
  for (const { id, token } of rows.iterate()) {
    counted.tokens += 1;
    try {
      await decryptToken({ keyring }, String(token), Number(id));
    } catch {
      counted.lost += 1;
    }
  }
  return counted;
}
