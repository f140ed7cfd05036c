import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { verifyLog } from "#worker/audit/seals/verify.ts";
import { nothingSpent } from "#worker/db/database.ts";
import type { Database } from "#worker/db/database.ts";
import { inWords, readNoted } from "./audit-words.ts";
import { failureOf, readFlags, untilInterrupted } from "./command.ts";
import { chooseTarget } from "./target.ts";
import { openWranglerDatabase, UNKNOWN } from "./wrangler-database.ts";

/** A backup (`npm run backup`) as a database in memory. The file is not changed. */
function openBackup(file: string): Database {
  const sqlite = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
  sqlite.exec(readFileSync(file, "utf8"));
  let roundTrips = 0;
  return {
    send: (queries) => {
      roundTrips += 1;
      return Promise.resolve(
        queries.map(({ sql, params }) => ({
          results: sqlite.prepare(sql).all(...params.map(toValue)),
          success: true as const,
          meta: UNKNOWN,
        })),
      );
    },
    roundTrips: () => roundTrips,
    usePrimary: () => false,
    spending: nothingSpent(),
    readOnlyUntil: () => undefined,
  };
}

function toValue(value: unknown): string | number | null {
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  throw new Error(`A query takes no ${typeof value} as a parameter.`);
}

const USAGE = "npm run audit:verify -- --remote|--local|<backup.sql> [--head <fingerprint>]";

/**
 * `npm run audit:verify -- --remote|--local|<backup.sql> [--head <fingerprint>]`: whether the log is what was sealed. The
 * fingerprint is one that Setup has shown (docs/decisions/0061-a-log-that-shows-changes.md).
 */
const { values, positionals } = readFlags(USAGE, {
  allowPositionals: true,
  options: {
    local: { type: "boolean" },
    remote: { type: "boolean" },
    head: { type: "string" },
    config: { type: "string" },
  },
});
const signal = untilInterrupted();
try {
  const noted = values.head === undefined ? undefined : readNoted(values.head);
  const [file] = positionals;
  const db =
    file === undefined
      ? openWranglerDatabase({ ...chooseTarget(values), signal })
      : openBackup(file);
  const verification = await verifyLog(db, noted);
  console.log(inWords(verification, noted));
  if (verification.findings.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(`The log was not verified. ${failureOf(error, signal)}`);
  process.exitCode = 2;
}
