import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod/mini";

/**
 * All gates of the project. `npm run check`: format, lint, types, unused code, generated files, and the tests in
 * Node and in workerd. `npm test` (`--all`): also the build and the tests in the browser.
 * The last line counts gates and tests together.
 */
type Gate = { name: string; command: string[]; report?: string };
type Result = { name: string; ok: boolean; passed: number; failed: number };

const scratch = mkdtempSync(join(tmpdir(), "muster-check-"));
const report = (name: string) => join(scratch, `${name}.json`);

const STATIC_GATES: Gate[] = [
  { name: "format", command: ["oxfmt", "--check", ".", ".oxlint"] },
  { name: "lint", command: ["npm", "run", "--silent", "lint"] },
  { name: "types", command: ["npm", "run", "--silent", "types"] },
  { name: "unused code", command: ["knip"] },
  { name: "generated files", command: ["node", "test/support/check-generated.ts"] },
];
const WORKER_TESTS: Gate = {
  name: "tests in Node and workerd",
  command: [
    "vitest",
    "run",
    "--config=test/vitest.config.ts",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report("vitest")}`,
  ],
  report: report("vitest"),
};
const BUILD: Gate = { name: "build", command: ["node", "test/support/check-build.ts"] };
const BROWSER_TESTS: Gate = {
  name: "tests in the browser",
  command: ["playwright", "test", "--config", "test/e2e/playwright.config.ts"],
  report: report("playwright"),
};

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
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    console.log(`${ok ? "✓" : "✗"} ${name} (${seconds} s)`);
    if (!ok) console.log(output.join(""));
    const counts = file === undefined ? undefined : readCounts(file);
    resolve({ name, ok, passed: ok ? 1 : 0, failed: ok ? 0 : 1, ...counts });
  });
  return promise;
}

const reportSchema = z.object({
  numPassedTests: z.optional(z.number()),
  numFailedTests: z.optional(z.number()),
  stats: z.optional(z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() })),
});

/** The counts of a test report; undefined when there is none, which counts as one failure. */
function readCounts(file: string): { passed: number; failed: number } | undefined {
  try {
    const json = z.parse(reportSchema, JSON.parse(readFileSync(file, "utf8")));
    if (json.stats) {
      const { expected, flaky, unexpected } = json.stats;
      if (flaky > 0) console.log(`${flaky} tests passed only when they were tried again.`);
      return { passed: expected + flaky, failed: unexpected };
    }
    return { passed: json.numPassedTests ?? 0, failed: json.numFailedTests ?? 0 };
  } catch {
    return undefined;
  }
}

const isAll = process.argv.includes("--all");
const results = await Promise.all(STATIC_GATES.map((gate) => run(gate, false)));
results.push(await run(WORKER_TESTS, true));
if (isAll) {
  const build = await run(BUILD, true);
  results.push(build);
  if (build.ok) results.push(await run(BROWSER_TESTS, true));
}
rmSync(scratch, { recursive: true });

const sum = (key: "passed" | "failed") => results.reduce((total, result) => total + result[key], 0);
// A runner can fail without a failed test: after a crash, or when a test file does not load.
const crashed = results.filter((result) => !result.ok && result.failed === 0).length;
console.log(`${sum("passed")} passed, ${sum("failed") + crashed} failed`);
process.exitCode = results.every((result) => result.ok) ? 0 : 1;
