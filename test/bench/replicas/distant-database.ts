import type { D1Database, D1PreparedStatement } from "@cloudflare/workers-types";
import { override } from "#test/support/workerd/counting-database.ts";

/** `setTimeout` is a Worker's own clock, which tests may have replaced. */
declare const scheduler: { wait: (ms: number) => Promise<void> };

/** D1 with a primary that is far away and a replica that is near, both of which are the same database. */
export function distantDatabase(real: D1Database, replicaMs: number) {
  const settle = () => scheduler.wait(1.2 * distance.primaryMs);
  const distance = { primaryMs: 0, statements: 0, primary: 0, replica: 0, binding, settle };
  let bookmarks = 0;

  const batchAt = (isPrimary: boolean) => async (statements: D1PreparedStatement[]) => {
    distance[isPrimary ? "primary" : "replica"] += 1;
    distance.statements += statements.length;
    await scheduler.wait(isPrimary ? distance.primaryMs : replicaMs);
    return real.batch(statements);
  };

  /** Another isolate's. */
  function binding(): D1Database {
    return override(real, {
      batch: batchAt(true),
      withSession: (constraint: string) => ({
        prepare: (query: string) => real.prepare(query),
        batch: batchAt(constraint === "first-primary"),
        getBookmark: () => `${String((bookmarks += 1)).padStart(8, "0")}-${"0".repeat(50)}`,
      }),
    });
  }

  return distance;
}
