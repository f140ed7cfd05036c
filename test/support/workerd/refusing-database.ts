import type { D1Database, D1PreparedStatement } from "@cloudflare/workers-types";
import { override } from "./counting-database.ts";

/** D1's error messages: https://developers.cloudflare.com/changelog/post/2026-09-01-d1-free-tier-limit-enforcement/ */
const refusalOf = (rows: "read" | "write") =>
  `D1_ERROR: Your account has exceeded D1's free tier daily row ${rows} limit. Upgrade to a paid plan or wait until tomorrow (midnight UTC) to continue.`;

const READ = /^\s*(select|with)\b/i;

/**
 * D1 whose daily limits a test can exhaust: `refuse("write")` refuses every batch that writes, `refuse("read")` every
 * batch. `refuseAfter` first executes this many of the batches that it would refuse.
 */
export function refusingDatabase(real: D1Database) {
  let refused: "read" | "write" | undefined;
  let remaining = 0;
  const queries = new WeakMap<D1PreparedStatement, { query: string; real: D1PreparedStatement }>();

  function wrap(statement: D1PreparedStatement, query: string): D1PreparedStatement {
    const wrapped = override(statement, {
      bind: (...values: unknown[]) => wrap(statement.bind(...values), query),
    });
    queries.set(wrapped, { query, real: statement });
    return wrapped;
  }

  const db = override(real, {
    prepare: (query: string) => wrap(real.prepare(query), query),
    batch: async (statements: D1PreparedStatement[]) => {
      const isWrite = statements.some((statement) => {
        const query = queries.get(statement)?.query;
        return query !== undefined && !READ.test(query);
      });
      if (refused === "read" || (refused === "write" && isWrite)) {
        remaining -= 1;
        if (remaining < 0) throw new Error(refusalOf(refused));
      }
      return real.batch(statements.map((statement) => queries.get(statement)?.real ?? statement));
    },
  });

  function refuse(rows: "read" | "write" | undefined) {
    refused = rows;
    remaining = 0;
  }
  function refuseAfter(batches: number) {
    refused = "write";
    remaining = batches;
  }
  return { db, refuse, refuseAfter };
}
