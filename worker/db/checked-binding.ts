import type { D1Database, D1PreparedStatement, D1Result } from "@cloudflare/workers-types";
import { isGuardFailure } from "./batch.ts";
import type { Binding } from "./database.ts";

/**
 * A binding whose first batch begins with a guard: it fails as a whole when the guard does, with the error of
 * `failure`. `settle` makes the check where no batch did, and answers with the guard's row.
 */
export function checkedBinding(
  binding: D1Database,
  guard: D1PreparedStatement,
  failure: () => Error,
): { binding: Binding; settle: () => Promise<unknown> } {
  let checked: Promise<D1Result[]> | undefined;

  async function guarded<Row>(statements: D1PreparedStatement[]) {
    try {
      return await binding.batch<Row>([guard, ...statements]);
    } catch (error) {
      throw isGuardFailure(error) ? failure() : error;
    }
  }

  async function batch<Row>(statements: D1PreparedStatement[]) {
    if (checked !== undefined) return binding.batch<Row>(statements);
    const answered = guarded<Row>(statements);
    checked = answered;
    const [, ...results] = await answered;
    return results;
  }

  return {
    binding: { prepare: (query) => binding.prepare(query), batch },
    settle: async () => {
      checked ??= guarded([]);
      const [first] = await checked;
      return first?.results[0];
    },
  };
}
