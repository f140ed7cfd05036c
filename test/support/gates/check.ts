import { spawn } from "node:child_process";
import { globSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { keepDurations } from "./durations.ts";
import type { Durations } from "./durations.ts";
import { readReport } from "./reports.ts";
import type { Failure } from "./reports.ts";
import { IS_LONG, SEED } from "./seed.ts";
import { changedFiles, nearTests, touchedTests, touchesBenchmarks } from "./touched-tests.ts";
import { COMMANDS, JOURNEYS, leftOut, STORIES } from "./turns.ts";

/**
 * The gates of the project. `npm run check`: format, lint of what has changed, types, unused code, generated files, and the tests
 * in Node and in workerd that the change touches. `npm test` (`--all`): all tests there, the build, the tests in the browser, and after a
 * change of the benchmarks one of them at its smallest: what it measures then means nothing, but it runs. `npm run test:long` (`--long`):
 * the same with all cases of the properties, all parts of the walks and of the benchmarks, and the long tests in the browser. The last
 * line counts gates and tests together. Tests in Node and workerd do not run beside those
 * in the browser: on two cores both then took longer than one after the other.
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

const SLOWEST_SHOWN = 10;
/** The last lines of a run say what failed: a service that keeps only the end of its log still shows it. */
const FAILURES_SHOWN = 8;
const FAILURE_LINES = 10;
/** How much test time `npm run check` picks. With two cores and the other gates it stays below a minute. */
const TOUCHED_SECONDS = 30;

const scratch = mkdtempSync(join(tmpdir(), "muster-check-"));
const report = (name: string) => join(scratch, `${name}.json`);

/** Lint takes longest, and looks at each file by itself. */
const lint = (files: string[]): Gate => ({
  name: files.length > 0 ? `lint of ${files.length} changed files` : "lint",
  command: ["npm", "run", "--silent", "lint", "--", ...files],
});
const STATIC_GATES: Gate[] = [
  { name: "types", command: ["npm", "run", "--silent", "types"] },
  // What has not changed is not parsed again.
  {
    name: "unused code",
    command: ["knip", "--cache", "--cache-location", "node_modules/.tmp/knip"],
  },
  { name: "generated files", command: ["node", "test/support/check-generated.ts"] },
  { name: "format", command: ["oxfmt", "--check", ".", ".oxlint"] },
];
/** Builds, and checks the budgets. */
const BUILD: Gate = { name: "build", command: ["node", "test/support/check-build.ts"] };
/** While the tests in Node and workerd start, half of the machine is idle. */
const COMMUNITY: Gate = {
  name: "the community of the browser's tests",
  command: ["node", "test/local/prepare-community.ts", join(scratch, "community")],
};
/** A file whose turn it is not is no failure when it is named: the runner is given the others. */
const testsInBrowser = (excluded: string[]): Gate => ({
  name: "tests in the browser",
  command: [
    "playwright",
    "test",
    "--config",
    "test/e2e/playwright.config.ts",
    ...globSync("test/e2e/*.spec.ts").filter((file) => !excluded.includes(file)),
  ],
  report: report("playwright"),
});

/** Without files, all run. */
const testsInNode = (files: string[], excluded: string[] = []): Gate => ({
  name: "tests in Node and workerd",
  command: [
    "vitest",
    "run",
    "--config=test/vitest.config.ts",
    "--reporter=default",
    "--reporter=test/support/gates/progress.ts",
    "--reporter=json",
    `--outputFile.json=${report("vitest")}`,
    ...excluded.map((file) => `--exclude=${file}`),
    // Loading the product into a second workerd takes longer than a few files do, and the other gates need the other core.
    ...(files.length > 0 ? ["--maxWorkers=1"] : []),
    ...files,
  ],
  report: report("vitest"),
});

/** Long: every part of bench:cpu but the writes, which need a scene for each of two hundred routes. */
const CPU_PARTS = IS_LONG
  ? "references,cold,reads,own-writes,applications,sign-ins,sheets,fetches,crons,evaluation,discord,followers,erasure,others,keys"
  : "crons";
/** Long: every route. */
const BENCH_PART = IS_LONG ? [] : ["--only=/groups/my-groups"];
/** In a smaller community, bench:cpu does not find the users of a Discord server. */
const SMALL = "--sizes=400";
const BENCHMARKS: Gate[] = [
  { name: "bench", command: ["node", "test/bench/run.ts", SMALL, "--requests=1", ...BENCH_PART] },
  {
    name: "bench:cpu",
    command: ["node", "test/bench/cpu/run.ts", SMALL, "--rounds=1", `--only=${CPU_PARTS}`],
  },
  { name: "bench:cold", command: ["node", "test/bench/cold/run.ts", "--rounds=1"] },
  // Fails when it takes more than half of the free plan.
  ...(IS_LONG ? [{ name: "bench:day", command: ["node", "test/bench/day/run.ts"] }] : []),
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
    for (const title of found?.flaky ?? []) console.log(`second try: ${title}`);
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

const isAll = IS_LONG || process.argv.includes("--all");
const results: Result[] = [];

async function runTogether(gates: Gate[], isLoud: boolean) {
  results.push(...(await Promise.all(gates.map((gate) => run(gate, isLoud)))));
}

/** As many at once as there are cores: more of them hold each other up. */
async function runInLanes(gates: Gate[]) {
  const left = [...gates];
  const lanes = Array.from({ length: availableParallelism() }, async () => {
    for (let gate = left.shift(); gate !== undefined; gate = left.shift()) {
      results.push(await run(gate, false));
    }
  });
  await Promise.all(lanes);
}

/** Says what begins. */
function announce(title: string) {
  console.log(`\n${title}`);
}

/** What needs the build. Each benchmark builds too: a run takes one of them, if the change touches benchmarks. */
async function runOnBuild(excluded: string[]) {
  const isBuilt = results.some(({ name, ok }) => name === BUILD.name && ok);
  const inBrowser = isBuilt ? [run(testsInBrowser(excluded), true)] : [];
  const taken = BENCHMARKS.filter(
    (_, index) => IS_LONG || (touchesBenchmarks() && index === SEED % BENCHMARKS.length),
  );
  const benchmarks = taken.reduce<Promise<Result[]>>(
    async (before, gate) => [...(await before), await run(gate, false)],
    Promise.resolve([]),
  );
  results.push(...(await Promise.all(inBrowser)), ...(await benchmarks));
}

async function runAll() {
  const part = IS_LONG
    ? "all cases and parts"
    : `part ${SEED} (MUSTER_SEED=${SEED} takes it again)`;
  console.log(`Properties, kills, walks and pictures: ${part}.`);
  // The longest first.
  const gates = [lint([]), BUILD, ...STATIC_GATES];
  announce(`[1/3] ${namesOf(gates)}: one line each when it ends`);
  await runInLanes(gates);
  const touched = nearTests();
  const [commands = [], stories = [], notInBrowser = []] = [COMMANDS, STORIES, JOURNEYS].map(
    (turns) => (IS_LONG ? [] : leftOut(turns, SEED, touched)),
  );
  const notInNode = [...commands, ...stories];
  announce(`[2/3] the tests in Node and workerd${without(notInNode)}; ${COMMUNITY.name}`);
  await runTogether([COMMUNITY, testsInNode([], notInNode)], true);
  announce(`[3/3] the tests in the browser${without(notInBrowser)}${benchmarksOfRun()}`);
  await runOnBuild(notInBrowser);
}

async function runTouched() {
  const scripts = changedFiles().filter((file) => /\.tsx?$/.test(file));
  const gates = [lint(scripts), ...STATIC_GATES];
  const { changed, files, left } = touchedTests(TOUCHED_SECONDS);
  const rest = left === 0 ? "" : `; ${left} further ones are left to npm test`;
  announce(
    `${namesOf(gates)}, and ${files.length} test files near the ${changed} files that git says have changed${rest}`,
  );
  const tests = files.length > 0 ? [testsInNode(files)] : [];
  await Promise.all([runInLanes(gates), runTogether(tests, true)]);
}

function benchmarksOfRun(): string {
  if (IS_LONG) return ", and the benchmarks at their smallest";
  return touchesBenchmarks() ? ", and a benchmark at its smallest" : "";
}

function without(files: string[]): string {
  return files.length === 0 ? "" : `, without ${files.length} files whose turn it is not`;
}

function namesOf(gates: Gate[]): string {
  return gates.map(({ name }) => name).join(", ");
}

await (isAll ? runAll() : runTouched());
rmSync(scratch, { recursive: true });

const durations: Durations = Object.assign({}, ...results.map(({ durations = {} }) => durations));
keepDurations(durations);
const slowest = Object.entries(durations).toSorted(([, a], [, b]) => b - a);
if (slowest.length > 0) {
  console.log("\nThe slowest test files:");
  for (const [file, seconds] of slowest.slice(0, SLOWEST_SHOWN)) {
    console.log(`${seconds.toFixed(1).padStart(8)} s  ${file}`);
  }
}
console.log("\nWhere the time went:");
for (const { name, seconds } of results) {
  console.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`);
}

const failures = results.flatMap((result) => result.failures);
if (failures.length > 0) console.log("\nWhat failed:");
for (const { title, message } of failures.slice(0, FAILURES_SHOWN)) {
  console.log(`✗ ${title}`);
  for (const line of message.split("\n").slice(0, FAILURE_LINES)) console.log(`  ${line}`);
}
if (failures.length > FAILURES_SHOWN) {
  console.log(`… and ${failures.length - FAILURES_SHOWN} more, above`);
}

const sum = (key: "passed" | "failed") => results.reduce((total, result) => total + result[key], 0);
// A runner can fail without a failed test: after a crash, or when a test file does not load.
const crashed = results.filter((result) => !result.ok && result.failed === 0).length;
console.log(`\n${sum("passed")} passed, ${sum("failed") + crashed} failed`);
process.exitCode = results.every((result) => result.ok) ? 0 : 1;
