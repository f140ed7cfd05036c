import { expect, test } from "vitest";
import { titleOf } from "#web/setup/summary-title.ts";

test("everything works only if every check was made and is OK", () => {
  expect(titleOf(0, 0, 0)).toBe("Everything works");
  expect(titleOf(0, 0, 1)).toBe("No problem found, but not everything could be checked");
  expect(titleOf(0, 1, 1)).toBe("Some checks need attention");
  expect(titleOf(1, 1, 1)).toBe("Some checks failed");
});
