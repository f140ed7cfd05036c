import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { writeSection } from "#test/bench/document.ts";
import { documentedCpu } from "./cpu.ts";
import { sizeSchema } from "./habits.ts";
import type { Size } from "./habits.ts";
import { resultFile } from "./network.ts";
import { markdown, overspent } from "./report.ts";
import type { Day } from "./report.ts";

/**
 * `npm run bench -- day`: simulates a day of a community of 500, or of the sizes that are given (`-- 500 10000`), prints the costs
 * and writes them to test-results/day.json. `--write` also writes the table into docs/performance.md. Fails when a community
 * with the free plan takes more than half of it.
 */
const { values, positionals } = parseArgs({
  options: { write: { type: "boolean", default: false } },
  allowPositionals: true,
});
const sizes =
  positionals.length === 0 ? [500 as const] : positionals.map((size) => sizeSchema.parse(size));

/** The line above the table. */
const INTRODUCTION = "which writes this section.\n";

function simulate(size: Size): Day {
  const { status } = spawnSync("vitest", ["run", "--config", "test/bench/day/vitest.config.ts"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DAY_USERS: String(size) },
  });
  if (status !== 0) throw new Error(`The day of ${size} users could not be simulated.`);
  return { ...JSON.parse(readFileSync(resultFile(size), "utf8")), cpu: documentedCpu(size) };
}

const days = sizes.map(simulate);
console.log(markdown(days, { withDetails: true }));
writeFileSync("test-results/day.json", JSON.stringify(days, null, 2));

if (values.write) writeSection(INTRODUCTION, markdown(days, { withDetails: false }));

const problems = days.filter(({ habits }) => habits.plan === "free").flatMap(overspent);
for (const problem of problems) console.error(`Of half the free plan: ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;
