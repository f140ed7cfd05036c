import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** `}, 60_000);` after a test or a hook, and the settings that mean the same. */
const LIMIT = /^ *\}, [\d_]{4,}\);$|\b(?:testTimeout|hookTimeout)\b|^  \{ timeout: /m;

test("no test in Node or workerd has a limit of its own: a busy machine may need more", () => {
  const files = globSync("test/{worker,logic,web,new-eden,kills,recipes}/**/*.test.{ts,tsx}");
  expect(files.length).toBeGreaterThan(100);
  const own = files.filter((file) => LIMIT.test(readFileSync(file, "utf8")));
  expect(own.filter((file) => file !== "test/logic/test-limits.test.ts")).toEqual([]);
});
