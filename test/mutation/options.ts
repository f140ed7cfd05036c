import { fileURLToPath } from "node:url";

/** What both runs of Stryker have in common; `npm run mutate` starts them. Mutants live in a copy of the project. */
export function mutationOptions(place: "node" | "workerd", mutate: string[]) {
  return {
    mutate,
    testRunner: "vitest",
    vitest: { configFile: `test/mutation/${place}.vitest.config.ts`, related: true },
    plugins: [
      "@stryker-mutator/vitest-runner",
      fileURLToPath(new URL("ignore-sql.ts", import.meta.url)),
    ],
    ignorers: ["sql"],
    // Stryker would rewrite references to other projects, of which there are none, with TypeScript 5.
    tsconfigFile: "none",
    ignorePatterns: [".wrangler", "dist", "test-results", "web/.wrangler"],
    tempDirName: `.stryker/${place}`,
    reporters: ["clear-text", "progress-append-only", "json"],
    clearTextReporter: { logTests: false, reportTests: false },
    jsonReporter: { fileName: `.stryker/${place}.json` },
    // A mutant counts as caught when it never ends, not when the machine is busy.
    timeoutMS: 20_000,
    thresholds: { high: 95, low: 85, break: 85 },
  };
}
