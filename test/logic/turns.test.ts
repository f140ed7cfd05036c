import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { IN_BROWSER, IN_NODE, leftOut } from "#test/support/gates/turns.ts";

test.each([
  ["in Node and workerd", IN_NODE],
  ["in the browser", IN_BROWSER],
])(
  "each test file that takes turns %s is there, and has one in as many runs as there are parts",
  (_, turns) => {
    expect(turns.files.filter((file) => !existsSync(file))).toEqual([]);
    const runs = Array.from({ length: turns.parts }, (_, seed) => leftOut(turns, seed, new Set()));
    const taken = runs.flatMap((left) => turns.files.filter((file) => !left.includes(file)));
    expect(taken.toSorted()).toEqual(turns.files.toSorted());
  },
);

test("a test file that the change touches has its turn in every run", () => {
  const touched = new Set(IN_NODE.files);
  const seeds = Array.from({ length: IN_NODE.parts }, (_, seed) => seed);
  expect(seeds.flatMap((seed) => leftOut(IN_NODE, seed, touched))).toEqual([]);
});
