import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import * as z from "zod/mini";

const vitestSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      /** Why a file did not load. */
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.optional(z.nullable(z.array(z.string()))),
        }),
      ),
    }),
  ),
});

type PlaywrightResult = {
  duration: number;
  errors: { message?: string | undefined }[];
  attachments?: { name: string; path?: string | undefined }[] | undefined;
};
type PlaywrightSuite = {
  file: string;
  specs: {
    title: string;
    tests: { projectName: string; status: string; results: PlaywrightResult[] }[];
  }[];
  suites?: PlaywrightSuite[] | undefined;
};
const suiteSchema: z.ZodMiniType<PlaywrightSuite> = z.object({
  file: z.string(),
  specs: z.array(
    z.object({
      title: z.string(),
      tests: z.array(
        z.object({
          projectName: z.string(),
          status: z.string(),
          results: z.array(
            z.object({
              duration: z.number(),
              errors: z.array(z.object({ message: z.optional(z.string()) })),
              attachments: z.optional(
                z.array(z.object({ name: z.string(), path: z.optional(z.string()) })),
              ),
            }),
          ),
        }),
      ),
    }),
  ),
  get suites() {
    return z.optional(z.array(suiteSchema));
  },
});
const playwrightSchema = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number() }),
  suites: z.array(suiteSchema),
});

/** Seconds by test file. */
export type Durations = Record<string, number>;

/** `shown` is the page of a test in the browser, as a tree of roles and names. */
export type Failure = { title: string; message: string; shown?: string | undefined };

export type Report = {
  passed: number;
  failed: number;
  failures: Failure[];
  durations: Durations;
};

/** The counts, times and failures of a runner's JSON report. */
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
    failures: testResults.flatMap(failuresOfVitest),
    durations: Object.fromEntries(durations),
  };
}

function failuresOfVitest({
  name,
  message,
  assertionResults,
}: z.infer<typeof vitestSchema>["testResults"][number]): Failure[] {
  const file = relative(".", name);
  const failed = assertionResults.filter(({ status }) => status === "failed");
  const ofFile = message === "" ? [] : [{ title: file, message: plain(message) }];
  return failed.length === 0
    ? ofFile
    : failed.map(({ fullName, failureMessages }) => ({
        title: `${file}: ${fullName}`,
        message: plain((failureMessages ?? []).join("\n")),
      }));
}

function ofPlaywright({ stats, suites }: z.infer<typeof playwrightSchema>) {
  const durations = suites.map((suite): [string, number] => [
    `test/e2e/${suite.file}`,
    seconds(timeOf(suite)),
  ]);
  return {
    passed: stats.expected,
    failed: stats.unexpected,
    failures: failuresOfPlaywright(suites),
    durations: sumByName(durations),
  };
}

/** A file has a suite for each project. */
function sumByName(durations: [string, number][]): Durations {
  const sums: Durations = {};
  for (const [name, time] of durations) sums[name] = (sums[name] ?? 0) + time;
  return sums;
}

function failuresOfPlaywright(suites: PlaywrightSuite[]): Failure[] {
  return suites.flatMap(({ file, specs, suites: below = [] }) => [
    ...specs.flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status === "unexpected")
        .map(({ projectName, results }) => ({
          title: `${file} (${projectName}): ${title}`,
          message: plain(
            results
              .flatMap(({ errors }) => errors)
              .map(({ message = "" }) => message)
              .join("\n"),
          ),
          shown: results.map(shownAt).join(""),
        })),
    ),
    ...failuresOfPlaywright(below),
  ]);
}

/** What the page showed at the end of a failed test: the output of the run is all that CI keeps. */
function shownAt({ attachments = [] }: PlaywrightResult): string {
  const file = attachments.find(({ name }) => name === "error-context")?.path;
  if (file === undefined || !existsSync(file)) return "";
  const [, tree = ""] =
    /# Page snapshot\s+```yaml\n(.*?)\n```/s.exec(readFileSync(file, "utf8")) ?? [];
  return tree.replaceAll(/ \[(?:ref=\w+|cursor=pointer)\]/g, "");
}

function timeOf({ specs, suites = [] }: PlaywrightSuite): number {
  const own = specs.flatMap(({ tests }) => tests).flatMap(({ results }) => results);
  const below = suites.map(timeOf);
  return [...own.map(({ duration }) => duration), ...below].reduce((sum, time) => sum + time, 0);
}

function plain(message: string): string {
  return stripVTControlCharacters(message);
}

function seconds(ms: number): number {
  return Number((ms / 1000).toFixed(1));
}
