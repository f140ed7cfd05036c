import { verifyLog } from "#worker/audit/seals/verify.ts";
import type { Database } from "#worker/db/database.ts";
import { auditInWords, readNoted } from "./audit-words.ts";
import { failureOf, readFlags, untilInterrupted } from "./command.ts";
import { loadBackup } from "./read-backup.ts";
import { chooseTarget, TARGET_FLAGS } from "./target.ts";
import { databaseOf, openWranglerDatabase } from "./wrangler-database.ts";

/** A backup (`npm run backup`) as a database in memory. The file is not changed. */
async function openBackup(file: string): Promise<Database> {
  const sqlite = await loadBackup(file, ":memory:");
  return databaseOf((queries) =>
    queries.map(({ sql, params }) => sqlite.prepare(sql).all(...params.map(toValue))),
  );
}

function toValue(value: unknown): string | number | null {
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  throw new Error(`A query takes no ${typeof value} as a parameter.`);
}

const USAGE = "npm run audit:verify -- --remote|--local|<backup.sql> [--head <fingerprint>]";

/**
 * `npm run audit:verify -- --remote|--local|<backup.sql> [--head <fingerprint>]`: whether the log is what was sealed. The
 * fingerprint is one that the self-diagnosis has shown (docs/decisions/0061-a-log-that-shows-changes.md).
 */
const { values, positionals } = readFlags(USAGE, {
  allowPositionals: true,
  options: {
    ...TARGET_FLAGS,
    head: { type: "string" },
  },
});
const signal = untilInterrupted();
try {
  const noted = values.head === undefined ? undefined : readNoted(values.head);
  const [file, ...others] = positionals;
  if (others.length > 0 || (file !== undefined && (values.local || values.remote))) {
    throw new Error(`Name one database or one backup. Usage: ${USAGE}`);
  }
  const db =
    file === undefined
      ? openWranglerDatabase({ ...chooseTarget(values), signal })
      : await openBackup(file);
  const verification = await verifyLog(db, noted);
  console.log(auditInWords(verification, noted));
  if (verification.findings.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(`The log was not verified. ${failureOf(error, signal)}`);
  process.exitCode = 2;
}
