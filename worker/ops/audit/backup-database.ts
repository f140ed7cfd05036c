import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { nothingSpent } from "#worker/db/database.ts";
import type { Database } from "#worker/db/database.ts";
import { UNKNOWN } from "#worker/ops/wrangler-database.ts";

/** A backup (`npm run backup`) as a database in memory. The file is not changed. */
export function openBackup(file: string): Database {
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
