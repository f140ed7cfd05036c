import { fileURLToPath } from "node:url";

/** The score below which a run fails. */
const BREAK = { node: 95, workerd: 90 };

/** The options of both runs of Stryker. Mutants are made in a copy of the project. */
export function mutationOptions(place: keyof typeof BREAK, mutate: string[]) {
  return {
    mutate,
    testRunner: "vitest",
    vitest: { configFile: `test/mutation/${place}.vitest.config.ts`, related: true },
    plugins: [
      "@stryker-mutator/vitest-runner",
      fileURLToPath(new URL("ignore-sql.ts", import.meta.url)),
    ],
    ignorers: ["sql"],
    // Stryker would rewrite the project references with TypeScript 5.
    tsconfigFile: "none",
    ignorePatterns: [".wrangler", "dist", "test-results", "web/.wrangler"],
    tempDirName: `.stryker/${place}`,
    reporters: ["clear-text", "progress-append-only", "json"],
    clearTextReporter: { logTests: false, reportTests: false },
    jsonReporter: { fileName: `.stryker/${place}.json` },
    // A mutant that never ends counts as detected; a busy machine must not.
    timeoutMS: 20_000,
    dryRunTimeoutMinutes: 15,
    thresholds: { high: 95, low: 85, break: BREAK[place] },
  };
}
