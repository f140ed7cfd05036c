import type {
  D1Database,
  D1ExecResult,
  D1PreparedStatement,
  D1Result,
} from "@cloudflare/workers-types";

const UNWRAP = Symbol("the statement behind a counted one");
const SOURCE = Symbol("what a counted statement executes");

export type Executed = { query: string; values: unknown[] };

type Counted = D1PreparedStatement & { [UNWRAP]?: D1PreparedStatement; [SOURCE]?: Executed };

/**
 * D1 as the Worker sees it, counting round trips, and from the first `reset` on what D1's `meta` says of rows and
 * what was executed.
 */
export function countingDatabase(real: D1Database) {
  let countsRows = false;
  const costs = {
    roundTrips: 0,
    rowsRead: 0,
    rowsWritten: 0,
    executed: [] as Executed[],
    reset() {
      countsRows = true;
      costs.roundTrips = costs.rowsRead = costs.rowsWritten = 0;
      costs.executed = [];
    },
  };

  function count<Result extends D1Result | D1Result[]>(
    results: Result,
    ...sources: (Executed | undefined)[]
  ): Result {
    costs.roundTrips += 1;
    if (countsRows) costs.executed.push(...sources.filter((source) => source !== undefined));
    for (const { meta } of Array.isArray(results) ? results : [results]) {
      costs.rowsRead += meta.rows_read;
      costs.rowsWritten += meta.rows_written;
    }
    return results;
  }

  function countStatement(statement: D1PreparedStatement, source: Executed): D1PreparedStatement {
    const { query } = source;
    const isRead = /^\s*(select|with)\b/i.test(query);
    const counted = {
      [UNWRAP]: statement,
      [SOURCE]: source,
      bind: (...values: unknown[]) => countStatement(statement.bind(...values), { query, values }),
      all: async () => count(await statement.all(), source),
      run: async () => count(await statement.run(), source),
      first: async (column?: string) => {
        const [row] = count(await statement.all(), source).results;
        return column === undefined ? (row ?? null) : (row?.[column] ?? null);
      },
      // `raw` carries no meta, and `all` merges columns of one name: a read whose rows count is asked both ways.
      raw: async () => {
        if (!countsRows) {
          costs.roundTrips += 1;
          return statement.raw();
        }
        const { results } = count(await statement.all(), source);
        return isRead ? statement.raw() : results.map((row) => Object.values(row));
      },
    };
    return counted as unknown as D1PreparedStatement;
  }

  const db = {
    prepare: (query: string) => countStatement(real.prepare(query), { query, values: [] }),
    batch: async (statements: Counted[]) =>
      count(
        await real.batch(statements.map((statement) => statement[UNWRAP] ?? statement)),
        ...statements.map((statement) => statement[SOURCE]),
      ),
    exec: (query: string): Promise<D1ExecResult> => real.exec(query),
  };
  return { db: db as unknown as D1Database, costs };
}
