import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import * as z from "zod/mini";

/** How long each test file took in its last run, in seconds; of this checkout, not of the repository. */
const FILE = "node_modules/.tmp/test-durations.json";

const durationsSchema = z.record(z.string(), z.number());
export type Durations = z.infer<typeof durationsSchema>;

export function readDurations(): Durations {
  try {
    return z.parse(durationsSchema, JSON.parse(readFileSync(FILE, "utf8")));
  } catch {
    return {};
  }
}

export function keepDurations(durations: Durations) {
  mkdirSync("node_modules/.tmp", { recursive: true });
  writeFileSync(FILE, JSON.stringify({ ...readDurations(), ...durations }));
}

const vitestSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
});

type PlaywrightSuite = {
  file: string;
  specs: { title: string; tests: { status: string; results: { duration: number }[] }[] }[];
  suites?: PlaywrightSuite[] | undefined;
};
const suiteSchema: z.ZodMiniType<PlaywrightSuite> = z.object({
  file: z.string(),
  specs: z.array(
    z.object({
      title: z.string(),
      tests: z.array(
        z.object({
          status: z.string(),
          results: z.array(z.object({ duration: z.number() })),
        }),
      ),
    }),
  ),
  get suites() {
    return z.optional(z.array(suiteSchema));
  },
});
const playwrightSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(suiteSchema),
});

export type Report = {
  passed: number;
  failed: number;
  /** The titles of what passed when it was tried again. */
  flaky: string[];
  durations: Durations;
};

/** The counts and times of a runner's JSON report. */
export function readReport(file: string): Report | undefined {
  try {
    const json: unknown = JSON.parse(readFileSync(file, "utf8"));
    const vitest = z.safeParse(vitestSchema, json);
    return vitest.success ? ofVitest(vitest.data) : ofPlaywright(z.parse(playwrightSchema, json));
  } catch {
    return undefined;
  }
}

function ofVitest({ numPassedTests, numFailedTests, testResults }: z.infer<typeof vitestSchema>) {
  const durations = testResults.map(({ name, startTime, endTime }): [string, number] => [
    relative(".", name),
    seconds(endTime - startTime),
  ]);
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    flaky: [],
    durations: Object.fromEntries(durations),
  };
}

function ofPlaywright({ stats, suites }: z.infer<typeof playwrightSchema>) {
  const durations = suites.map((suite): [string, number] => [
    `test/e2e/${suite.file}`,
    seconds(timeOf(suite)),
  ]);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    flaky: suites.flatMap(flakyOf),
    durations: sumByName(durations),
  };
}

/** A file has a suite for each project. */
function sumByName(durations: [string, number][]): Durations {
  const sums: Durations = {};
  for (const [name, time] of durations) sums[name] = (sums[name] ?? 0) + time;
  return sums;
}

function flakyOf({ file, specs, suites = [] }: PlaywrightSuite): string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === "flaky"));
  return [...own.map(({ title }) => `${file}: ${title}`), ...suites.flatMap(flakyOf)];
}

function timeOf({ specs, suites = [] }: PlaywrightSuite): number {
  const own = specs.flatMap(({ tests }) => tests).flatMap(({ results }) => results);
  const below = suites.map(timeOf);
  return [...own.map(({ duration }) => duration), ...below].reduce((sum, time) => sum + time, 0);
}

function seconds(ms: number): number {
  return Number((ms / 1000).toFixed(1));
}
