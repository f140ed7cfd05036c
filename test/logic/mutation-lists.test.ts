import { globSync } from "node:fs";
import { expect, test } from "vitest";
import node from "#test/mutation/node.ts";
import workerd from "#test/mutation/workerd.ts";

/** SQL and middleware, which the tests on D1 prove. */
const IN_SQL = ["worker/roster/policy.ts", "worker/watchlist/policy.ts"];

test("every policy is in a list of the mutation run, or decides in SQL", () => {
  const mutated = globSync([...node.mutate, ...workerd.mutate]);
  const policies = globSync("worker/**/*policy.ts");
  expect([...mutated, ...IN_SQL]).toEqual(expect.arrayContaining(policies));
});

test("every entry of the lists names a file", () => {
  const entries = [...node.mutate, ...workerd.mutate, ...IN_SQL];
  expect(entries.filter((entry) => globSync(entry).length === 0)).toEqual([]);
});
