import { defineConfig } from "vitest/config";
import { inWorkerd } from "#test/vitest.config.ts";

export default defineConfig({
  ...inWorkerd,
  test: {
    ...inWorkerd.test,
    include: ["test/worker/{tokens,lost-tokens,kept-grants,account,fresh-proof}.test.ts"],
  },
});
