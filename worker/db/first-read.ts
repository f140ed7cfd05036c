import type { D1Result } from "@cloudflare/workers-types";
import type { Query } from "drizzle-orm";
import type { Database } from "./database.ts";
import type { Read } from "./statements.ts";

/**
 * A database whose first batch carries one statement more, so that what it reads costs no round trip of its own. `check`
 * throws to reject the batch. For reads only: the batch is not undone. `ensureRead` reads now if no batch has.
 */
export function withFirstRead<Result>(
  db: Database,
  statement: Read<Result>,
  check: (result: Result) => void,
): { db: Database; ensureRead: () => Promise<void> } {
  let firstBatch: Promise<unknown> | undefined;

  async function readFirst(queries: readonly Query[]): Promise<D1Result[]> {
    const [result, ...rest] = await db
      .send([statement.toSQL(), ...queries])
      .catch((error: unknown) => {
        // Nothing was executed, or a guard has undone it: the next batch carries the statement.
        firstBatch = undefined;
        throw error;
      });
    if (result === undefined) throw new Error("D1 answers every statement of a batch.");
    try {
      check(statement.read(result));
    } catch (error) {
      // A replica may be behind: only the primary rejects.
      if (db.usePrimary()) return readFirst(queries);
      throw error;
    }
    return rest;
  }

  function send(queries: readonly Query[]): Promise<D1Result[]> {
    if (firstBatch !== undefined) return db.send(queries);
    const results = readFirst(queries);
    firstBatch = results;
    return results;
  }

  return {
    db: { ...db, send },
    ensureRead: async () => {
      firstBatch ??= readFirst([]);
      await firstBatch;
    },
  };
}
