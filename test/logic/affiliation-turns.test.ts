import { expect, test } from "vitest";
import { takeTurn } from "#worker/characters/refresh/affiliations.ts";

const ids = (count: number) => Array.from({ length: count }, (_, index) => index);

test("up to 20,000 characters are fetched every hour", () => {
  expect(takeTurn(ids(20_000), 7)).toHaveLength(20_000);
  expect(takeTurn([], 7)).toEqual([]);
});

test("more characters are spread over the hours without gaps", () => {
  const all = ids(50_001);
  const turns = [7, 8, 9].map((hour) => takeTurn(all, hour));
  expect(Math.max(...turns.map((turn) => turn.length))).toBeLessThanOrEqual(20_000);
  expect(turns.flat().toSorted((a, b) => a - b)).toEqual(all);
});
