import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { IS_LONG } from "#test/support/long.ts";
import { readReport } from "./reports.ts";
import type { Durations, Failure } from "./reports.ts";

/**
 * The gates of the project. `npm run check`: format, lint, types, unused code, generated files, and the tests in Node and workerd that
 * import what has changed since the main branch. `npm test` (`--all`): all of these tests, the build, and the tests in the browser; every
 * run runs every file, in the same way. `npm run test:long` (`--long`): the files `*.long.test.ts` and `*.long.spec.ts` too, all cases of
 * properties and walks, and the benchmarks at their smallest. The last line counts gates and tests together. Tests in Node and workerd do
 * not run beside those in the browser: on two cores both then took longer than one after the other.
 */
type Gate = { name: string; command: string[]; report?: string };
type Result = {
  name: string;
  ok: boolean;
  seconds: number;
  passed: number;
  failed: number;
  failures: Failure[];
  durations?: Durations;
};

const SLOWEST_SHOWN = 20;
/** The last lines of a run say what failed: a service that keeps only the end of its log still shows it. */
const FAILURES_SHOWN = 8;
const FAILURE_LINES = 10;
const PAGE_LINES = 150;

const isAll = IS_LONG || process.argv.includes("--all");
/** `--shard=2/4`: this part of the tests; the other gates run with the first. */
const shard = process.argv.find((argument) => argument.startsWith("--shard="));
const isFirst = shard === undefined || shard.startsWith("--shard=1/");

const scratch = mkdtempSync(join(tmpdir(), "muster-check-"));
const report = (name: string) => join(scratch, `${name}.json`);

/** Lint takes longest. */
const STATIC_GATES: Gate[] = [
  { name: "lint", command: ["oxlint", "--config", ".oxlint/oxlint.config.ts", "--quiet"] },
  { name: "types", command: ["tsc", "--build", "--checkers", "1"] },
  // What has not changed is not parsed again.
  {
    name: "unused code",
    command: ["knip", "--cache", "--cache-location", "node_modules/.tmp/knip"],
  },
  { name: "generated files", command: ["node", "test/tools/generated.ts"] },
  { name: "format", command: ["oxfmt", "--check", ".", ".oxlint"] },
];
/** Builds, and checks the budgets. */
const BUILD: Gate = { name: "build", command: ["node", "test/tools/check-build.ts"] };
/** While the tests in Node and workerd start, half of the machine is idle. */
const COMMUNITY: Gate = {
  name: "the community of the browser's tests",
  command: ["node", "test/tools/local/prepare-community.ts", join(scratch, "community")],
};
const IN_BROWSER: Gate = {
  name: "tests in the browser",
  command: ["playwright", "test", "--config", "test/e2e/playwright.config.ts", ...shardOption()],
  report: report("playwright"),
};

const inNode = (...options: string[]): Gate => ({
  name: "tests in Node and workerd",
  command: [
    "vitest",
    "run",
    "--config=test/vitest.config.ts",
    "--reporter=default",
    "--reporter=test/tools/progress.ts",
    "--reporter=json",
    `--outputFile.json=${report("vitest")}`,
    ...options,
  ],
  report: report("vitest"),
});

/** All of the bench of processor time but the writes, which need a scene for each of two hundred routes. */
const CPU_PARTS =
  "references,cold,reads,own-writes,applications,sign-ins,sheets,fetches,crons,evaluation,discord,followers,erasure,others,keys";
/** In a smaller community, the bench of processor time does not find the users of a Discord server. */
const SMALL = "--sizes=400";
const bench = (...options: string[]): Gate => ({
  name: `bench ${options[0]}`,
  command: ["node", "test/bench/run.ts", ...options],
});
const BENCHMARKS: Gate[] = [
  bench("api", SMALL, "--requests=1"),
  bench("cpu", SMALL, "--rounds=1", `--only=${CPU_PARTS}`),
  bench("cold", "--rounds=1"),
  // Fails when it takes more than half of the free plan.
  bench("day"),
];

/** A loud one says what it is doing, among the lines of others that run. */
function run({ name, command, report: file }: Gate, isLoud: boolean): Promise<Result> {
  const started = Date.now();
  const { promise, resolve } = Promise.withResolvers<Result>();
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    stdio: "pipe",
    env: {
      ...(process.stdout.isTTY && { FORCE_COLOR: "1" }),
      ...process.env,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report("playwright"),
      E2E_COMMUNITY: join(scratch, "community"),
    },
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      output.push(line);
      if (isLoud) console.log(line);
    });
  }
  child.on("error", (error) => output.push(String(error)));
  child.on("close", (code) => {
    const ok = code === 0;
    const seconds = (Date.now() - started) / 1000;
    console.log(`${ok ? "✓" : "✗"} ${name} (${seconds.toFixed(1)} s)`);
    if (!ok && !isLoud) console.log(output.join("\n"));
    const found = file === undefined ? undefined : readReport(file);
    const result = {
      name,
      ok,
      seconds,
      passed: ok ? 1 : 0,
      failed: ok ? 0 : 1,
      failures: [],
      ...found,
    };
    const isUnexplained = !ok && result.failures.length === 0;
    const end = { title: name, message: output.slice(-FAILURE_LINES).join("\n") };
    resolve(isUnexplained ? { ...result, failures: [end] } : result);
  });
  return promise;
}

const results: Result[] = [];

async function runTogether(...gates: Gate[]) {
  results.push(...(await Promise.all(gates.map((gate) => run(gate, true)))));
}

/** As many at once as there are cores: more of them hold each other up. */
async function runInLanes(gates: Gate[], lanes = availableParallelism()) {
  const left = [...gates];
  const lane = async () => {
    for (let gate = left.shift(); gate !== undefined; gate = left.shift()) {
      results.push(await run(gate, false));
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

function shardOption(): string[] {
  return shard === undefined ? [] : [shard];
}

async function runAll() {
  const gates = isFirst ? [BUILD, ...STATIC_GATES] : [BUILD];
  console.log(`[1/3] ${gates.map(({ name }) => name).join(", ")}: one line each when it ends`);
  await runInLanes(gates);
  console.log(`\n[2/3] ${COMMUNITY.name}, and the tests in Node and workerd`);
  await runTogether(COMMUNITY, inNode(...shardOption()));
  console.log("\n[3/3] the tests in the browser");
  if (results.some(({ name, ok }) => name === BUILD.name && ok)) await runTogether(IN_BROWSER);
  if (IS_LONG && isFirst) await runInLanes(BENCHMARKS, 1);
}

/** The tests pass when none imports what has changed. */
async function runChanged() {
  const base = git("merge-base", "HEAD", "origin/main") ?? "HEAD";
  await Promise.all([
    runInLanes(STATIC_GATES),
    runTogether(inNode(`--changed=${base}`, "--passWithNoTests", "--maxWorkers=1")),
  ]);
}

function git(...args: string[]): string | undefined {
  try {
    return execFileSync("git", args, { encoding: "utf8", stdio: "pipe" }).trim();
  } catch {
    return undefined;
  }
}

await (isAll ? runAll() : runChanged());
rmSync(scratch, { recursive: true });

const slowest = results
  .flatMap(({ durations = {} }) => Object.entries(durations))
  .toSorted(([, a], [, b]) => b - a)
  .slice(0, SLOWEST_SHOWN);
if (slowest.length > 0) console.log("\nThe slowest test files:");
for (const [file, seconds] of slowest) {
  console.log(`${seconds.toFixed(1).padStart(8)} s  ${file}`);
}
console.log("\nWhere the time went:");
for (const { name, seconds } of results) {
  console.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`);
}

const failures = results.flatMap((result) => result.failures);
if (failures.length > 0) console.log("\nWhat failed:");
for (const { title, message, shown } of failures.slice(0, FAILURES_SHOWN)) {
  console.log(`✗ ${title}`);
  for (const line of message.split("\n").slice(0, FAILURE_LINES)) console.log(`  ${line}`);
  if (!shown) continue;
  console.log("  The page at that time:");
  for (const line of shown.split("\n").slice(0, PAGE_LINES)) console.log(`    ${line}`);
}
if (failures.length > FAILURES_SHOWN) {
  console.log(`… and ${failures.length - FAILURES_SHOWN} more, above`);
}

const sum = (key: "passed" | "failed") => results.reduce((total, result) => total + result[key], 0);
// A runner can fail without a failed test: after a crash, or when a test file does not load.
const crashed = results.filter((result) => !result.ok && result.failed === 0).length;
console.log(`\n${sum("passed")} passed, ${sum("failed") + crashed} failed`);
process.exitCode = results.every((result) => result.ok) ? 0 : 1;
