import { defineConfig } from "vitest/config";
import { inWorkerdOn } from "#test/vitest.config.ts";
import { benchNetwork } from "./network.ts";

const inWorkerd = inWorkerdOn(benchNetwork, { DAY_USERS: process.env["DAY_USERS"] ?? "500" });

/** Started by run.ts for one community size at a time. */
export default defineConfig({
  ...inWorkerd,
  test: { ...inWorkerd.test, include: ["test/bench/day/day.test.ts"], silent: true },
});
