import { afterEach, expect, test } from "vitest";
import {
  formatInteger,
  formatIsk,
  formatIskShort,
  formatSp,
  formatTenths,
} from "#web/lib/format.ts";
import { speak } from "#web/language/messages.ts";

afterEach(() => speak("en", {}));

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

test.each([
  [4.25, "4.3"],
  [-10, "-10.0"],
  [0, "0.0"],
])("a security status of %d is formatted with one decimal as %s", (value, shown) => {
  expect(formatTenths(value)).toBe(shown);
});

test.each([
  ["de", 9_999.99, "9.999,99"],
  ["de", 48_210_000_000, "48,21\u00A0Mrd."],
  ["de", -310_600_000, "-310,6\u00A0Mio."],
  ["de", 5e15, "5.000\u00A0Bio."],
  ["ko", 48_210_000_000, "482.1억"],
  ["ko", 10_000, "1만"],
])("in %s, short ISK %d is %s", (language, amount, shown) => {
  speak(language, {});
  expect(formatIskShort(amount)).toBe(shown);
});

test.each([
  ["de", 999, "999"],
  ["de", 1000, "1.000"],
  ["de", 1_500_000, "1,5\u00A0Mio."],
  ["ko", 999, "999"],
  ["ko", 1000, "1천"],
])("in %s, %d skill points are %s", (language, points, shown) => {
  speak(language, {});
  expect(formatSp(points)).toBe(shown);
});
