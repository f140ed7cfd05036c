import { expect, test } from "vitest";
import { sortRows } from "#web/ui/use-sorted-rows.ts";

const rows = [
  { name: "wing 10", size: 2, at: null },
  { name: "Wing 9", size: 10, at: "2026-02-01" },
  { name: "Ångström", size: 2, at: "2026-01-01" },
];
const values = {
  name: ({ name }: (typeof rows)[number]) => name,
  size: ({ size }: (typeof rows)[number]) => size,
  at: ({ at }: (typeof rows)[number]) => at,
};
const names = (key: string, isDescending = false) =>
  sortRows(rows, values, { key, isDescending }).map(({ name }) => name);

test("rows are sorted by name without regard to case, and numbers in names by value", () => {
  expect(names("name")).toEqual(["Ångström", "Wing 9", "wing 10"]);
  expect(names("name", true)).toEqual(["wing 10", "Wing 9", "Ångström"]);
});

test("rows are sorted by number, and equal ones keep their order", () => {
  expect(names("size")).toEqual(["wing 10", "Ångström", "Wing 9"]);
  expect(names("size", true)).toEqual(["Wing 9", "wing 10", "Ångström"]);
  expect(names("unknown")).toEqual(rows.map(({ name }) => name));
});

test("rows without a value come last in both directions", () => {
  expect(names("at")).toEqual(["Ångström", "Wing 9", "wing 10"]);
  expect(names("at", true)).toEqual(["Wing 9", "Ångström", "wing 10"]);
});
