import type { D1PreparedStatement } from "@cloudflare/workers-types";
import { vi } from "vitest";
import { override } from "#test/support/workerd/counting-database.ts";

/**
 * An environment in which the invocation dies right after its call number `after`: the call is executed, and its result
 * never arrives. `died` resolves then.
 */
export function killAfter(env: Env, after: number) {
  const { promise: died, resolve } = Promise.withResolvers<"killed">();
  let calls = 0;
  const isAlive = () => calls < after;

  async function count<Value>(call: () => Promise<Value>): Promise<Value> {
    if (!isAlive()) return new Promise(() => {});
    calls += 1;
    const isLast = !isAlive();
    const value = await call();
    if (!isLast) return value;
    resolve("killed");
    return new Promise(() => {});
  }

  function wrapStatement(statement: D1PreparedStatement): D1PreparedStatement {
    return override(statement, {
      bind: (...values: unknown[]) => wrapStatement(statement.bind(...values)),
      all: () => count(() => statement.all()),
      run: () => count(() => statement.run()),
      raw: () => count(() => statement.raw()),
      first: (column?: string) =>
        count(() => (column === undefined ? statement.first() : statement.first(column))),
    });
  }

  const DB = override(env.DB, {
    prepare: (query: string) => wrapStatement(env.DB.prepare(query)),
    batch: (statements: D1PreparedStatement[]) => count(() => env.DB.batch(statements)),
  });

  const wrapQueue = (queue: Env["FETCH_QUEUE"]): Env["FETCH_QUEUE"] => ({
    send: (...message) => count(() => queue.send(...message)),
    metrics: () => queue.metrics(),
    sendBatch: (...messages) => count(() => queue.sendBatch(...messages)),
  });
  const queues = {
    FETCH_QUEUE: wrapQueue(env.FETCH_QUEUE),
    WORK_QUEUE: wrapQueue(env.WORK_QUEUE),
  };

  const original = globalThis.fetch;
  const spy = vi
    .spyOn(globalThis, "fetch")
    .mockImplementation((...request) => count(() => original(...request)));

  return {
    env: { ...env, DB, ...queues },
    died,
    calls: () => calls,
    restore: () => spy.mockRestore(),
  };
}
