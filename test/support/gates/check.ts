import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keepDurations, readReport } from "./durations.ts";
import type { Durations } from "./durations.ts";
import { IS_LONG, SEED } from "./seed.ts";
import { changedFiles, touchedTests } from "./touched-tests.ts";

/**
 * The gates of the project. `npm run check`: format, lint of what has changed, types, unused code, generated files, and the tests
 * in Node and in workerd that the change touches. `npm test` (`--all`): all tests there, the build, the tests in the browser, and the
 * benchmarks at their smallest: what they measure then means nothing, but they run. `npm run test:long` (`--long`):
 * the same with all cases of the properties, all parts of the walks and of the benchmarks, and the long tests in the browser. The last
 * line counts gates and tests together.
 */
type Gate = { name: string; command: string[]; report?: string };
type Result = {
  name: string;
  ok: boolean;
  seconds: number;
  passed: number;
  failed: number;
  durations?: Durations;
};

const SLOWEST_SHOWN = 10;
/** How much test time `npm run check` picks. With two cores and the start it stays below a minute. */
const TOUCHED_SECONDS = 40;

const scratch = mkdtempSync(join(tmpdir(), "muster-check-"));
const report = (name: string) => join(scratch, `${name}.json`);

/** Lint takes longest, and looks at each file by itself. */
const lint = (files: string[]): Gate => ({
  name: files.length > 0 ? `lint of ${files.length} changed files` : "lint",
  command: ["npm", "run", "--silent", "lint", "--", ...files],
});
const STATIC_GATES: Gate[] = [
  { name: "format", command: ["oxfmt", "--check", ".", ".oxlint"] },
  { name: "types", command: ["npm", "run", "--silent", "types"] },
  { name: "unused code", command: ["knip"] },
  { name: "generated files", command: ["node", "test/support/check-generated.ts"] },
];
const BUILD: Gate = { name: "build", command: ["node", "test/support/check-build.ts"] };
const IN_BROWSER: Gate = {
  name: "tests in the browser",
  command: ["playwright", "test", "--config", "test/e2e/playwright.config.ts"],
  report: report("playwright"),
};

const testsInNode = (files: string[]): Gate => ({
  name: "tests in Node and workerd",
  command: [
    "vitest",
    "run",
    "--config=test/vitest.config.ts",
    "--reporter=default",
    "--reporter=test/support/gates/progress.ts",
    "--reporter=json",
    `--outputFile.json=${report("vitest")}`,
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
];

function run({ name, command, report: file }: Gate, isLoud: boolean): Promise<Result> {
  const started = Date.now();
  const { promise, resolve } = Promise.withResolvers<Result>();
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    stdio: isLoud ? "inherit" : "pipe",
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report("playwright") },
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => output.push(chunk.toString()));
  }
  child.on("error", (error) => output.push(String(error)));
  child.on("close", (code) => {
    const ok = code === 0;
    const seconds = (Date.now() - started) / 1000;
    console.log(`${ok ? "✓" : "✗"} ${name} (${seconds.toFixed(1)} s)`);
    if (!ok) console.log(output.join(""));
    const found = file === undefined ? undefined : readReport(file);
    for (const title of found?.flaky ?? []) console.log(`second try: ${title}`);
    resolve({ name, ok, seconds, passed: ok ? 1 : 0, failed: ok ? 0 : 1, ...found });
  });
  return promise;
}

const isAll = IS_LONG || process.argv.includes("--all");
const results: Result[] = [];

/** Says what begins, and how much of all of it this is. */
function announce(title: string) {
  phases += 1;
  console.log(`\n[${phases}/${phaseCount}] ${title}`);
}
let phases = 0;
const phaseCount = isAll ? 4 : 2;

async function phase(title: string, gates: Gate[], isLoud: boolean) {
  announce(title);
  results.push(...(await Promise.all(gates.map((gate) => run(gate, isLoud)))));
}

/** One after the other. */
async function runInTurn(gates: Gate[], isLoud: boolean) {
  for (const gate of gates) results.push(await run(gate, isLoud));
}

const part = IS_LONG ? "all cases and parts" : `part ${SEED} (MUSTER_SEED=${SEED} takes it again)`;
if (isAll) console.log(`Properties, kills, walks and pictures: ${part}.`);
const changed = isAll ? [] : changedFiles().filter((file) => /\.tsx?$/.test(file));
const gates = [lint(changed), ...STATIC_GATES];
const names = gates.map(({ name }) => name).join(", ");
await phase(`${names}: together, one line each when it ends`, gates, false);
if (isAll) {
  await phase("all tests in Node and workerd", [testsInNode([])], true);
} else {
  const { changed, files, left } = touchedTests(TOUCHED_SECONDS);
  const rest = left === 0 ? "" : `; ${left} further ones are left to npm test`;
  const what = `${files.length} test files near the ${changed} files that git says have changed${rest}`;
  if (files.length > 0) await phase(what, [testsInNode(files)], true);
  else console.log(`\nNo test file in Node or workerd is near the ${changed} changed files.`);
}
if (isAll) {
  await phase("build, and its budgets", [BUILD], true);
  const isBuilt = results.at(-1)?.ok ?? false;
  announce("tests in the browser, and benchmarks at their smallest while those wait");
  const inBrowser = isBuilt ? [IN_BROWSER] : [];
  // Each benchmark builds.
  await Promise.all([runInTurn(inBrowser, true), runInTurn(BENCHMARKS, false)]);
}
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

const sum = (key: "passed" | "failed") => results.reduce((total, result) => total + result[key], 0);
// A runner can fail without a failed test: after a crash, or when a test file does not load.
const crashed = results.filter((result) => !result.ok && result.failed === 0).length;
console.log(`\n${sum("passed")} passed, ${sum("failed") + crashed} failed`);
process.exitCode = results.every((result) => result.ok) ? 0 : 1;
