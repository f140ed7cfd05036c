import { verifyLog } from "#worker/audit/seals/verify.ts";
import { failureOf, untilInterrupted } from "#worker/ops/backup/interruption.ts";
import { readFlags } from "#worker/ops/command.ts";
import { openWranglerDatabase } from "#worker/ops/wrangler-database.ts";
import { chooseTarget } from "#worker/ops/target.ts";
import { openBackup } from "./backup-database.ts";
import { inWords, readNoted } from "./words.ts";

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
