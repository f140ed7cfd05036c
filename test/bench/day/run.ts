import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { costliestOf, CPU_RESULTS } from "#test/bench/cpu/report.ts";
import type { Measured } from "#test/bench/cpu/report.ts";
import { writeSection } from "#test/bench/document.ts";
import type { Size } from "./habits.ts";
import { resultFile } from "./network.ts";
import { markdown, overspent } from "./report.ts";
import type { Day } from "./report.ts";

/**
 * `npm run bench:day`: simulates a day of a small and of a large community, prints the costs and writes them to
 * test-results/day.json. `--write` also writes the table into docs/performance.md. Fails when the small community takes
 * more than half of the free plan.
 */
/** The line above the table. */
const INTRODUCTION = "which writes this section.\n";

function simulate(size: Size): Day {
  const { status } = spawnSync("vitest", ["run", "--config", "test/bench/day/vitest.config.ts"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DAY_USERS: String(size) },
  });
  if (status !== 0) throw new Error(`The day of ${size} users could not be simulated.`);
  return { ...JSON.parse(readFileSync(resultFile(size), "utf8")), cpuMs: costliest(size) };
}

/** The day runs in the process of its tests, whose processor time says nothing: bench:cpu measures it. */
function costliest(size: Size): number {
  if (!existsSync(CPU_RESULTS)) spawnSync("node", ["test/bench/cpu/run.ts"], { stdio: "inherit" });
  const measured: Measured[] = JSON.parse(readFileSync(CPU_RESULTS, "utf8"));
  return costliestOf(measured.find(({ users }) => users === size)?.lines ?? []);
}

const [small, large] = [simulate(500), simulate(10_000)];
console.log(markdown(small, large, { withDetails: true }));
writeFileSync("test-results/day.json", JSON.stringify([small, large], null, 2));

if (process.argv.includes("--write")) {
  writeSection(INTRODUCTION, markdown(small, large, { withDetails: false }));
}

const problems = overspent(small);
for (const problem of problems) console.error(`Of half the free plan: ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;
