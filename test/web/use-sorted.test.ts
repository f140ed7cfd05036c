import { expect, test } from "vitest";
import { sortRows } from "#web/lib/use-sorted.ts";

test("rows are sorted in both directions, and rows without a value come last", () => {
  const rows = [{ at: 2 }, { at: null }, { at: 10 }, { at: 1 }];
  const sorted = (isDescending: boolean) =>
    sortRows(rows, ({ at }) => at, isDescending).map(({ at }) => at);
  expect(sorted(false)).toEqual([1, 2, 10, null]);
  expect(sorted(true)).toEqual([10, 2, 1, null]);
});

test("names are sorted as people expect, whatever their case", () => {
  const sorted = sortRows(["sable", "Älteste", "Lantern"], (name) => name, false);
  expect(sorted).toEqual(["Älteste", "Lantern", "sable"]);
});
