import { expect, test } from "vitest";
import { takeTurn } from "#worker/characters/refresh/affiliations.ts";

const ids = (count: number) => Array.from({ length: count }, (_, index) => index);

test("a community of up to twenty thousand characters is asked for every hour", () => {
  expect(takeTurn(ids(20_000), 7)).toHaveLength(20_000);
  expect(takeTurn([], 7)).toEqual([]);
});

test("in a larger one the hours take turns, and leave nobody out", () => {
  const all = ids(50_001);
  const turns = [7, 8, 9].map((hour) => takeTurn(all, hour));
  expect(Math.max(...turns.map((turn) => turn.length))).toBeLessThanOrEqual(20_000);
  expect(turns.flat().toSorted((a, b) => a - b)).toEqual(all);
});
