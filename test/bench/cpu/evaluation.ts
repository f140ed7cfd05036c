import { groupsWithRules } from "#test/bench/rules.ts";
import { BUDGETS } from "#worker/ground/config.ts";
import type { Bench } from "./community.ts";
import type { Meter } from "./meter.ts";

/** Slices of the evaluation in a community with thirty rules: of changed users, of one user, and what decides on removals. */
export async function measureEvaluation(bench: Bench, meter: Meter, rounds: number) {
  await bench.execute(groupsWithRules());
  const mark = (count: number) =>
    bench.execute(
      `insert or replace into evaluation_marks (user_id, mark)
        select id, lower(hex(randomblob(8))) from users order by id limit ${count}`,
    );
  const { evaluatedUsers } = BUDGETS.free;
  for (let round = 0; round < rounds; round += 1) {
    for (const [count, what] of [
      [1, "one user"],
      [evaluatedUsers, `${evaluatedUsers} users`],
    ] as const) {
      await bench.execute(
        "update evaluation_state set sweep_after = null, lease_until = null, swept_at = 9e15",
      );
      await bench.execute("delete from membership_problems");
      await bench.execute("delete from evaluation_marks");
      await mark(count);
      await meter.deliver(`queue: evaluate (${what}, 30 rules)`, [{ kind: "evaluate" }]);
    }
  }
}
