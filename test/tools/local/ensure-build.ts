import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

/** The folders too: they are newer when a file was deleted. */
const SOURCES = [
  "{web,shared,worker}/**",
  "docs/applications.md",
  "CHANGELOG.md",
  "vite.config.ts",
  "wrangler.jsonc",
  "package-lock.json",
];
/** The build writes it. */
const OF_BUILD = "web/.wrangler";
const NOT_SOURCES = [`${OF_BUILD}/**`];
const BUILT = ["dist/client/index.html", "dist/muster/index.js", "dist/muster/wrangler.json"];
const LOCK = "node_modules/.tmp/build.lock";
const LONGEST_BUILD_MS = 300_000;

/** Builds dist/ as for production if it is older than its sources. Two processes take turns. */
export function ensureBuild() {
  mkdirSync("node_modules/.tmp", { recursive: true });
  using lock = new DatabaseSync(LOCK, { timeout: LONGEST_BUILD_MS });
  lock.exec("begin immediate");
  if (isFresh()) return;
  // Now, because a new folder makes `web` newer than what the build has written by then: the next one would build again.
  mkdirSync(OF_BUILD, { recursive: true });
  execFileSync("vite", ["build", "--manifest", "--logLevel", "warn"], {
    stdio: "inherit",
    // The pseudo-language is for the browser tests. It weighs nothing: nobody is offered it. Vitest sets NODE_ENV to "test".
    env: { ...process.env, NODE_ENV: undefined, PSEUDO_LANGUAGE: "1" },
    shell: process.platform === "win32",
  });
}

function isFresh(): boolean {
  const builtAt = Math.min(...BUILT.map(modifiedAt));
  return globSync(SOURCES, { exclude: NOT_SOURCES }).every((file) => modifiedAt(file) <= builtAt);
}

function modifiedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
