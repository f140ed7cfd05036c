import type { D1PreparedStatement } from "@cloudflare/workers-types";
import { openDatabase } from "./database.ts";
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
  const binding = db.$client;
  let firstBatch: Promise<unknown> | undefined;

  async function readFirst<Row>(statements: D1PreparedStatement[]) {
    const { sql, params } = statement.toSQL();
    const first = binding.prepare(sql).bind(...params);
    const [result, ...rest] = await binding.batch<Row>([first, ...statements]);
    if (result === undefined) throw new Error("D1 answers every statement of a batch.");
    check(statement.read(result));
    return rest;
  }

  function batch<Row>(statements: D1PreparedStatement[]) {
    if (firstBatch !== undefined) return binding.batch<Row>(statements);
    const results = readFirst<Row>(statements);
    firstBatch = results;
    return results;
  }

  return {
    db: openDatabase({ prepare: (query) => binding.prepare(query), batch }),
    ensureRead: async () => {
      firstBatch ??= readFirst([]);
      await firstBatch;
    },
  };
}
