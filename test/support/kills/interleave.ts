import type { D1PreparedStatement } from "@cloudflare/workers-types";
import { override } from "#test/support/workerd/counting-database.ts";

/**
 * An environment in which `act` happens before the invocation's call number `at` of D1, counted from 0. `finish` does it then if the
 * invocation had fewer calls.
 */
export function interleave(env: Env, at: number, act: () => Promise<void>) {
  let [calls, isDone] = [0, false];
  const finish = async () => {
    if (isDone) return;
    isDone = true;
    await act();
  };
  const DB = override(env.DB, {
    batch: async (statements: D1PreparedStatement[]) => {
      if (calls === at) await finish();
      calls += 1;
      return env.DB.batch(statements);
    },
  });
  return { env: { ...env, DB }, finish };
}
