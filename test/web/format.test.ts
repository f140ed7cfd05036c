import { expect, test } from "vitest";
import {
  formatCount,
  formatInteger,
  formatIsk,
  formatIskShort,
  formatSp,
} from "#web/lib/format.ts";

test.each([
  [0, "0.00 ISK"],
  [0.005, "0.01 ISK"],
  [1234.5, "1,234.50 ISK"],
  [48_210_000_000.129, "48,210,000,000.13 ISK"],
  [-1500, "-1,500.00 ISK"],
])("ISK %d is formatted with separators and two decimals as %s", (amount, shown) => {
  expect(formatIsk(amount)).toBe(shown);
});

test.each([
  [0, "0.00"],
  [9_999.99, "9,999.99"],
  [9_999.995, "10.00k"],
  [10_000, "10.00k"],
  [999_994, "999.99k"],
  [999_994.99, "999.99k"],
  [999_995, "1.00m"],
  [1_000_000, "1.00m"],
  [310_600_000, "310.60m"],
  [999_995_000, "1.00b"],
  [48_210_000_000, "48.21b"],
  [1.2e12, "1.20t"],
  [5e15, "5000.00t"],
  [-48_210_000_000, "-48.21b"],
])("short ISK %d is formatted as %s, never as 1000 of a unit", (amount, shown) => {
  expect(formatIskShort(amount)).toBe(shown);
});

test.each([
  [0, "0"],
  [999, "999"],
  [1000, "1.0K"],
  [45_255, "45.3K"],
  [999_949, "999.9K"],
  [999_950, "1000.0K"],
  [999_999, "1000.0K"],
  [1_000_000, "1.00M"],
  [92_400_000, "92.40M"],
])("%d skill points are formatted as %s", (points, shown) => {
  expect(formatSp(points)).toBe(shown);
});

test("integers are formatted with separators and no decimals", () => {
  expect(formatInteger(1_204)).toBe("1,204");
  expect(formatInteger(0)).toBe("0");
  expect(formatInteger(1_204.6)).toBe("1,205");
});

test("a count uses the singular or plural of its noun", () => {
  expect(formatCount(0, "member")).toBe("0 members");
  expect(formatCount(1, "member")).toBe("1 member");
  expect(formatCount(1_204, "member")).toBe("1,204 members");
  expect(formatCount(2, "category", "categories")).toBe("2 categories");
});
