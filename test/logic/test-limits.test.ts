import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** `}, 60_000);` after a test or a hook, the settings that mean the same, and waits that end after a second. */
const LIMIT =
  /^ *\}, [\d_]{4,}\);$|\b(?:testTimeout|hookTimeout)\b|^  \{ timeout: |\bvi\.wait(?:For|Until)\b/m;

test("no test in Node or workerd has a limit of its own: a busy machine may need more", () => {
  const rooms = "{worker,logic,web,new-eden,kills,recipes,shared,support}";
  const files = globSync(`test/${rooms}/**/*.{ts,tsx}`);
  expect(files.length).toBeGreaterThan(100);
  const own = files.filter((file) => LIMIT.test(readFileSync(file, "utf8")));
  expect(own.filter((file) => file !== "test/logic/test-limits.test.ts")).toEqual([]);
});
