import type {
  D1Database,
  D1ExecResult,
  D1PreparedStatement,
  D1Result,
} from "@cloudflare/workers-types";

const UNWRAP = Symbol("the statement behind a counted one");

/** D1 as the Worker sees it, counting round trips, and from the first `reset` on what D1's `meta` says of rows. */
export function countingDatabase(real: D1Database) {
  let countsRows = false;
  const costs = {
    roundTrips: 0,
    rowsRead: 0,
    rowsWritten: 0,
    reset() {
      countsRows = true;
      costs.roundTrips = costs.rowsRead = costs.rowsWritten = 0;
    },
  };

  function count<Result extends D1Result | D1Result[]>(results: Result): Result {
    costs.roundTrips += 1;
    for (const { meta } of Array.isArray(results) ? results : [results]) {
      costs.rowsRead += meta.rows_read;
      costs.rowsWritten += meta.rows_written;
    }
    return results;
  }

  function countStatement(statement: D1PreparedStatement, isRead: boolean): D1PreparedStatement {
    const counted = {
      [UNWRAP]: statement,
      bind: (...values: unknown[]) => countStatement(statement.bind(...values), isRead),
      all: async () => count(await statement.all()),
      run: async () => count(await statement.run()),
      first: async (column?: string) => {
        const [row] = count(await statement.all()).results;
        return column === undefined ? (row ?? null) : (row?.[column] ?? null);
      },
      // `raw` carries no meta, and `all` merges columns of one name: a read whose rows count is asked both ways.
      raw: async () => {
        if (!countsRows) {
          costs.roundTrips += 1;
          return statement.raw();
        }
        const { results } = count(await statement.all());
        return isRead ? statement.raw() : results.map((row) => Object.values(row));
      },
    };
    return counted as unknown as D1PreparedStatement;
  }

  const db = {
    prepare: (query: string) =>
      countStatement(real.prepare(query), /^\s*(select|with)\b/i.test(query)),
    batch: async (statements: (D1PreparedStatement & { [UNWRAP]?: D1PreparedStatement })[]) =>
      count(await real.batch(statements.map((statement) => statement[UNWRAP] ?? statement))),
    exec: (query: string): Promise<D1ExecResult> => real.exec(query),
  };
  return { db: db as unknown as D1Database, costs };
}
