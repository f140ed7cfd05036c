import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { HABITS } from "./habits.ts";
import type { Size } from "./habits.ts";
import { resultFile } from "./network.ts";
import { markdown, overspent } from "./report.ts";
import type { Day } from "./report.ts";

/**
 * `npm run bench:day`: simulates a day of a small and of a large community, prints what it costs, and leaves it as
 * JSON in test-results/day.json. With `--readme` its table goes into the README. Fails when the small community does
 * not fit the free plan with half to spare.
 */
const HEADING = "## What a day costs\n";

function simulate(size: Size): Day {
  const { status } = spawnSync("vitest", ["run", "--config", "test/bench/day/vitest.config.ts"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DAY_USERS: String(size) },
  });
  if (status !== 0) throw new Error(`The day of ${size} users could not be simulated.`);
  return JSON.parse(readFileSync(resultFile(size), "utf8")) as Day;
}

const [small, large] = (Object.keys(HABITS).map(Number) as Size[]).map(simulate);
if (small === undefined || large === undefined) throw new Error("unreachable");
console.log(markdown(small, large, { withDetails: true }));
writeFileSync("test-results/day.json", JSON.stringify([small, large], null, 2));

if (process.argv.includes("--readme")) {
  const readme = readFileSync("README.md", "utf8");
  const begin = readme.indexOf(HEADING) + HEADING.length;
  const end = readme.indexOf("\n## ", begin);
  if (begin < HEADING.length || end === -1) throw new Error(`README.md has no ${HEADING}`);
  const table = markdown(small, large, { withDetails: false });
  writeFileSync("README.md", `${readme.slice(0, begin)}\n${table}\n${readme.slice(end)}`);
}

const problems = overspent(small);
for (const problem of problems) console.error(`Of half the free plan: ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;
