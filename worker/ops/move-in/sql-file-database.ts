import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nothingSpent } from "#worker/db/database.ts";
import type { Database } from "#worker/db/database.ts";
import { toSql, UNKNOWN } from "#worker/ops/wrangler-database.ts";
import { d1 } from "#worker/ops/wrangler.ts";
import type { Target } from "#worker/ops/wrangler.ts";

/**
 * Writes batches that are too long for a command line, as files. Each is one transaction, local and remote: "if the execution
 * fails to complete, your DB will return to its original state". Returns no rows.
 */
export function openSqlFileDatabase(target: Target): Database {
  let roundTrips = 0;
  return {
    send: async (queries) => {
      roundTrips += 1;
      // Only its owner may read the folder. The tokens in the file are encrypted; names are not.
      const folder = await mkdtemp(join(tmpdir(), "muster-move-in-"));
      try {
        const file = join(folder, "batch.sql");
        await writeFile(file, `${queries.map(toSql).join(";\n")};\n`, { mode: 0o600 });
        await d1("execute", target, ["-y", "--file", file]);
        return queries.map(() => ({ results: [], success: true, meta: UNKNOWN }));
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    roundTrips: () => roundTrips,
    usePrimary: () => false,
    spending: nothingSpent(),
    readOnlyUntil: () => undefined,
  };
}
