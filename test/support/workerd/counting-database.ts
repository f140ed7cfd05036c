import type { D1Database, D1PreparedStatement, D1Result } from "@cloudflare/workers-types";

import { recordStatements } from "./query-plans.ts";

export type Executed = { query: string; values: unknown[] };
type Counted = Executed & { rowsRead: number; rowsWritten: number };

/**
 * D1 for the Worker, with its round trips counted; from the first `reset` on also the rows that D1's `meta` reports and
 * the executed statements.
 */
export function countingDatabase(real: D1Database) {
  let countsRows = false;
  const originals = new WeakMap<
    D1PreparedStatement,
    { statement: D1PreparedStatement; source: Executed }
  >();
  const costs = {
    roundTrips: 0,
    rowsRead: 0,
    rowsWritten: 0,
    executed: [] as Counted[],
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
    for (const [index, { meta }] of (Array.isArray(results) ? results : [results]).entries()) {
      const rows = { rowsRead: meta.rows_read, rowsWritten: meta.rows_written };
      costs.rowsRead += rows.rowsRead;
      costs.rowsWritten += rows.rowsWritten;
      const source = sources[index];
      if (countsRows && source !== undefined) costs.executed.push({ ...source, ...rows });
    }
    return results;
  }

  function countStatement(statement: D1PreparedStatement, source: Executed): D1PreparedStatement {
    const { query } = source;
    const isRead = /^\s*(select|with)\b/i.test(query);
    const methods = {
      bind: (...values: unknown[]) => countStatement(statement.bind(...values), { query, values }),
      all: async () => count(await statement.all(), source),
      run: async () => count(await statement.run(), source),
      first: async (column?: string) => {
        const [row] = count(await statement.all(), source).results;
        return column === undefined ? (row ?? null) : (row?.[column] ?? null);
      },
      // `raw` has no meta, and `all` merges columns of the same name: a counted read executes both.
      raw: async () => {
        if (!countsRows) {
          costs.roundTrips += 1;
          return statement.raw();
        }
        const { results } = count(await statement.all(), source);
        return isRead ? statement.raw() : results.map((row) => Object.values(row));
      },
    };
    const counted = override(statement, methods);
    originals.set(counted, { statement, source });
    return counted;
  }

  const db = override(real, {
    prepare: (query: string) => countStatement(real.prepare(query), { query, values: [] }),
    batch: async (statements: D1PreparedStatement[]) => {
      for (const counted of statements) expectFixedLists(originals.get(counted)?.source.query);
      recordStatements(statements.map((counted) => originals.get(counted)?.source));
      return count(
        await real.batch(statements.map((counted) => originals.get(counted)?.statement ?? counted)),
        ...statements.map((counted) => originals.get(counted)?.source),
      );
    },
  });
  return { db, costs };
}

const LISTS = /\bin \(\?(?:, \?)*\)/gi;
const lists = new Map<string, string>();

/** D1 allows 100 variables in a statement: what a caller may make longer is passed as one (`idsIn`). */
function expectFixedLists(query = "") {
  const shape = query.replaceAll(LISTS, "(…)");
  const first = lists.get(shape) ?? query;
  lists.set(shape, first);
  if (first !== query)
    throw new Error(`The variables of this statement are of no fixed number: ${query}`);
}

/** The same object with other methods. */
export function override<Target extends object>(target: Target, methods: object): Target {
  return new Proxy(target, {
    get(_, name) {
      if (name in methods) return Reflect.get(methods, name);
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
