import { defineConfig } from "vitest/config";
import { inWorkerd } from "#test/vitest.config.ts";

export default defineConfig({
  ...inWorkerd,
  test: {
    ...inWorkerd.test,
    include: ["test/bench/alarms/alarms.test.ts"],
    disableConsoleIntercept: true,
    testTimeout: 900_000,
  },
});
