import { defineConfig } from "vitest/config";
import { inWorkerd } from "#test/vitest.config.ts";

/** Without the file that ends pauses at once: the latency is one. */
export default defineConfig({
  ...inWorkerd,
  test: {
    ...inWorkerd.test,
    setupFiles: [],
    include: ["test/bench/replicas/replicas.test.ts"],
    disableConsoleIntercept: true,
    testTimeout: 900_000,
  },
});
