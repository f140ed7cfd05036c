import type { D1Database, D1PreparedStatement } from "@cloudflare/workers-types";
import { vi } from "vitest";

/** Subrequests of a statement; all others only prepare it. */
const CALLS = new Set<string | symbol>(["all", "run", "raw", "first"]);

/**
 * An environment in which the invocation dies right after its call number `after`: the call is carried out, but
 * nobody lives to see the answer. `died` is settled then.
 */
export function mortal(env: Env, after: number) {
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
    return new Proxy(statement, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        const method = value as (...args: unknown[]) => unknown;
        if (name === "bind") {
          return (...args: unknown[]) =>
            wrapStatement(method.apply(target, args) as D1PreparedStatement);
        }
        if (!CALLS.has(name)) return method.bind(target);
        return (...args: unknown[]) => count(async () => method.apply(target, args));
      },
    });
  }

  const DB = {
    prepare: (query: string) => wrapStatement(env.DB.prepare(query)),
    batch: (statements: D1PreparedStatement[]) => count(() => env.DB.batch(statements)),
  } as unknown as D1Database;

  const FETCH_QUEUE: Env["FETCH_QUEUE"] = {
    send: (...message) => count(() => env.FETCH_QUEUE.send(...message)),
    metrics: () => env.FETCH_QUEUE.metrics(),
    sendBatch: (...messages) => count(() => env.FETCH_QUEUE.sendBatch(...messages)),
  };

  const original = globalThis.fetch;
  const spy = vi
    .spyOn(globalThis, "fetch")
    .mockImplementation((...request) => count(() => original(...request)));

  return {
    env: { ...env, DB, FETCH_QUEUE },
    died,
    calls: () => calls,
    restore: () => spy.mockRestore(),
  };
}
