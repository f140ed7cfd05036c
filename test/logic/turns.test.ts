import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { COMMANDS, JOURNEYS, leftOut, STORIES } from "#test/support/gates/turns.ts";

test.each(Object.entries({ STORIES, JOURNEYS }))(
  "each test file of %s is there, and has a turn in as many runs as there are parts",
  (_, turns) => {
    expect(turns.files.filter((file) => !existsSync(file))).toEqual([]);
    const runs = Array.from({ length: turns.parts ?? 0 }, (_, seed) =>
      leftOut(turns, seed, new Set()),
    );
    const taken = runs.flatMap((left) => turns.files.filter((file) => !left.includes(file)));
    expect(taken.toSorted()).toEqual(turns.files.toSorted());
  },
);

test("a command has no turn: its test runs each night, and when the change touches it", () => {
  expect(COMMANDS.files.filter((file) => !existsSync(file))).toEqual([]);
  expect(leftOut(COMMANDS, 0, new Set())).toEqual(COMMANDS.files);
  const [first = "", ...others] = COMMANDS.files;
  expect(leftOut(COMMANDS, 0, new Set([first]))).toEqual(others);
});

test("a test file that the change touches has its turn in every run", () => {
  const touched = new Set(STORIES.files);
  const seeds = Array.from({ length: STORIES.files.length }, (_, seed) => seed);
  expect(seeds.flatMap((seed) => leftOut(STORIES, seed, touched))).toEqual([]);
});
