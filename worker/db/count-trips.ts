import type { D1Database, D1PreparedStatement } from "@cloudflare/workers-types";

/** D1 as it is, counting its round trips for the line that the log gets. */
export function countTrips(real: D1Database) {
  let trips = 0;
  const originals = new WeakMap<object, D1PreparedStatement>();

  function count<Value>(value: Value): Value {
    trips += 1;
    return value;
  }

  function wrap(statement: D1PreparedStatement): D1PreparedStatement {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Drizzle uses only these methods
    const counted = {
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      all: () => count(statement.all()),
      run: () => count(statement.run()),
      raw: () => count(statement.raw()),
    } as unknown as D1PreparedStatement;
    originals.set(counted, statement);
    return counted;
  }

  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Drizzle uses only these methods
  const db = {
    prepare: (query: string) => wrap(real.prepare(query)),
    batch: (statements: D1PreparedStatement[]) =>
      count(real.batch(statements.map((statement) => originals.get(statement) ?? statement))),
  } as unknown as D1Database;
  return { db, trips: () => trips };
}
