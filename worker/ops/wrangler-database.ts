import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { D1Meta } from "@cloudflare/workers-types";
import type { Query } from "drizzle-orm";
import { nothingSpent } from "#worker/db/database.ts";
import type { Database } from "#worker/db/database.ts";
import { d1, query } from "./wrangler.ts";
import type { DatabaseTarget } from "./wrangler.ts";

/** wrangler does not report the meta data of single statements. */
const UNKNOWN: D1Meta & Record<string, unknown> = {
  duration: 0,
  size_after: 0,
  rows_read: 0,
  rows_written: 0,
  last_row_id: 0,
  changed_db: false,
  changes: 0,
};

/** A database for a script; `send` returns the rows of each query. The changes of a write are always 0: use `returning` to count rows. */
export function databaseOf(
  send: (queries: readonly Query[]) => Promise<unknown[][]> | unknown[][],
): Database {
  let roundTrips = 0;
  return {
    send: async (queries) => {
      roundTrips += 1;
      const answers = await send(queries);
      return answers.map((results) => ({ results, success: true, meta: UNKNOWN }));
    },
    roundTrips: () => roundTrips,
    usePrimary: () => false,
    spending: nothingSpent(),
    readOnlyUntil: () => undefined,
  };
}

/** The Worker's database. */
export function openWranglerDatabase(target: DatabaseTarget): Database {
  return databaseOf((queries) => query(target, queries.map(toSql)));
}

/** wrangler takes no parameters, so they become literals. A `?` in a quoted text or name is not a parameter. */
function toSql({ sql, params }: Query): string {
  const values = params.values();
  return sql.replaceAll(/'(?:[^']|'')*'|"[^"]*"|\?/g, (part) =>
    part === "?" ? toLiteral(values.next().value) : part,
  );
}

function toLiteral(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  throw new Error(`D1 takes no ${typeof value} as a parameter here.`);
}

/**
 * Writes batches that are too long for a command line, as files. Each is one transaction, local and remote: "if the execution
 * fails to complete, your DB will return to its original state". Returns no rows.
 */
export function openSqlFileDatabase(target: DatabaseTarget): Database {
  return databaseOf(async (queries) => {
    // Only its owner may read the folder. The tokens in the file are encrypted; names are not.
    const folder = await mkdtemp(join(tmpdir(), "muster-move-in-"));
    try {
      const file = join(folder, "batch.sql");
      await writeFile(file, `${queries.map(toSql).join(";\n")};\n`, { mode: 0o600 });
      await d1("execute", target, ["-y", "--file", file]);
      return queries.map(() => []);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}
