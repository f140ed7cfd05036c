import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { readDurations } from "./durations.ts";
import { readRouteCallers } from "./route-callers.ts";
import { isSlow } from "./slow-files.ts";

/** These import the whole product: what is behind them is everybody's. The tests behind a route are those that call it. */
const WHOLE = new Set([
  "worker/app/app.ts",
  "worker/index.ts",
  "worker/app/scheduled.ts",
  "worker/app/queue.ts",
  "worker/app/registry.ts",
]);
const TESTS = "test/{worker,logic,web,new-eden,recipes,kills}/**/*.test.{ts,tsx}";
const IN_BROWSER = "test/e2e/*.spec.ts";
const SOURCES = "{worker,web,shared,test}/**/*.{ts,tsx}";
/** The estimate for a file that has not run in this checkout yet. */
const GUESS_SECONDS = { slow: 20, other: 3 };
/** A test file whose name begins with the name of a changed folder is as near as one that imports the file. */
const BY_NAME = 1;

export type Touched = { changed: number; files: string[]; left: number };

/**
 * The test files in Node and workerd that the change of this branch may touch, the nearest first, as many as take so many
 * seconds.
 */
export function touchedTests(seconds: number): Touched {
  const changed = changedFiles();
  const distances = distancesFrom(changed, readLinks([TESTS]));
  const durations = readDurations();
  const near = [...distances]
    .map(([file, distance]) => ({ file, distance, takes: durations[file] ?? guess(file) }))
    .toSorted((a, b) => a.distance - b.distance || a.takes - b.takes);
  const files: string[] = [];
  let used = 0;
  for (const { file, takes } of near) {
    if (used + takes > seconds && files.length > 0) continue;
    used += takes;
    files.push(file);
  }
  return { changed: changed.length, files, left: near.length - files.length };
}

/** The test files that have changed, import what has changed, or are named like its folder. None outside a repository. */
export function nearTests(): Set<string> {
  try {
    const distances = distancesFrom(changedFiles(), readLinks([TESTS, IN_BROWSER]));
    return new Set([...distances].flatMap(([file, distance]) => (distance <= BY_NAME ? file : [])));
  } catch {
    return new Set();
  }
}

/** False outside a repository. */
export function touchesBenchmarks(): boolean {
  try {
    return changedFiles().some((file) => file.startsWith("test/bench/"));
  } catch {
    return false;
  }
}

/** What differs from main, else from the last commit. */
export function changedFiles(): string[] {
  const base = firstOf(["origin/main", "main"].map((branch) => ["merge-base", "HEAD", branch]));
  const against = (commit: string) => [
    ...git(["diff", "--name-only", "--no-renames", commit]),
    ...git(["ls-files", "--others", "--exclude-standard"]),
  ];
  const ofBranch = base === undefined ? [] : against(base);
  const files = ofBranch.length > 0 ? ofBranch : against("HEAD~1");
  return files.filter((file) => existsSync(file));
}

function firstOf(commands: string[][]): string | undefined {
  for (const command of commands) {
    try {
      return git(command)[0];
    } catch {
      // A clone may have only one of the branches.
    }
  }
  return undefined;
}

function git(args: string[]): string[] {
  const said = execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return said.split("\n").filter((line) => line !== "");
}

type Links = {
  tests: string[];
  importers: Map<string, string[]>;
  callers: Map<string, string[]>;
};

/** What connects the sources with the test files of these patterns. */
export function readLinks(patterns: string[]): Links {
  const tests = globSync(patterns);
  return { tests, importers: readImporters(), callers: readRouteCallers(tests) };
}

/** How many imports, and calls of a route, are between each test file and the nearest changed one. */
export function distancesFrom(
  changed: string[],
  { tests, importers, callers }: Links,
): Map<string, number> {
  const distances = new Map<string, number>(changed.map((file) => [file, 0]));
  for (const [file, distance] of distances) {
    if (WHOLE.has(file)) continue;
    for (const next of [...(importers.get(file) ?? []), ...(callers.get(file) ?? [])]) {
      if (!distances.has(next)) distances.set(next, distance + 1);
    }
  }
  const stems = new Set(changed.flatMap(stemsOf));
  const named = tests.filter((test) => [...stems].some((stem) => isNamedAfter(stem, test)));
  for (const test of named) {
    distances.set(test, Math.min(BY_NAME, distances.get(test) ?? BY_NAME));
  }
  return new Map(
    tests.flatMap((test) => {
      const distance = distances.get(test);
      return distance === undefined ? [] : [[test, distance] as const];
    }),
  );
}

/**
 * `worker/groups/…` → "group", `worker/ops/backup/…` → "backup". A migration upgrades the databases of releases, and a new version
 * of a tool may start or deploy Muster in another way.
 */
function stemsOf(file: string): string[] {
  if (file === "package-lock.json") return ["local-start", "deploy", "backup"];
  if (/^(migrations|test\/releases)\//.test(file)) return ["release", "baseline"];
  const folder = /^(?:worker\/ops|worker|web|shared)\/([^/.]+)/.exec(file)?.[1];
  return folder === undefined ? [] : [folder.replace(/s$/, "")];
}

function guess(test: string): number {
  return isSlow(test) ? GUESS_SECONDS.slow : GUESS_SECONDS.other;
}

/** Whole words: the folder `app` has nothing to do with applications. */
function isNamedAfter(stem: string, test: string): boolean {
  const name = test.split("/").at(-1) ?? "";
  return new RegExp(`^${stem}(s|ing)?[-.]`).test(name);
}

const IMPORT = /(?:from|import)\s*\(?\s*"((?:#|\.\/)[^"?]+)/g;
/** `"worker/ops/backup/backup.ts"`: a program that is started, or a file that is read. */
const NAMED = /"([\w./-]+\.(?:tsx?|mjs|jsonc?|md|css))"/g;

/** By file: the files that import it, or name it from the root of the repository. */
function readImporters(): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const file of globSync(SOURCES)) {
    const text = readFileSync(file, "utf8");
    const imported = [...text.matchAll(IMPORT)].map(([, name = ""]) =>
      name.startsWith("#") ? name.slice(1) : normalize(join(dirname(file), name)),
    );
    const named = [...text.matchAll(NAMED)].map(([, name = ""]) => name);
    for (const used of new Set([...imported, ...named])) {
      importers.set(used, [...(importers.get(used) ?? []), file]);
    }
  }
  return importers;
}
