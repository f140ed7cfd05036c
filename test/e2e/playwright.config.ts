import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import { findBrowser } from "#test/support/browser.ts";
import { PORT } from "./port.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The last two: letters look alike on every machine. */
const FLAGS = [
  "--no-sandbox",
  "--disable-quic",
  "--font-render-hinting=none",
  "--disable-lcd-text",
];

const DESKTOP = { width: 1280, height: 800 };
const ALONE = "community-members.spec.ts";

/** The built product in Chromium, on a database of its own, with New Eden on the same port. */
export default defineConfig({
  testDir: ".",
  outputDir: fileURLToPath(new URL("../../test-results", import.meta.url)),
  timeout: 30_000,
  // Two cores have time for three: much of a test is the product's own waits.
  workers: 3,
  expect: { timeout: 10_000 },
  // A machine that is busy with something else may miss a deadline; what passes then is reported as flaky.
  retries: 2,
  forbidOnly: true,
  // What takes minutes, and finds the same as a shorter test in most changes: `MUSTER_LONG=1`.
  ...(process.env["MUSTER_LONG"] === undefined && { grepInvert: /@long/ }),
  reporter: [["line"], ["json"]],
  use: {
    baseURL: `http://localhost:${PORT}`,
    launchOptions: { executablePath: findBrowser(), args: FLAGS },
    locale: "en-US",
    timezoneId: "UTC",
    // Pictures are dark; shots.spec.ts looks at every screen in light too.
    colorScheme: "dark",
    trace: "on-first-retry",
    // Twinkling stars are drawn by the processor here; what moves is tested where it matters.
    contextOptions: { reducedMotion: "reduce" },
  },
  projects: [
    { name: "desktop", use: { viewport: DESKTOP }, testIgnore: ALONE },
    {
      name: "phone",
      // Stories of requests and refusals, in which nothing depends on the width of the screen.
      testIgnore: [
        ALONE,
        "defences.spec.ts",
        "discord-failures.spec.ts",
        "failing-calls.spec.ts",
        "fresh-proof.spec.ts",
        "lists.spec.ts",
        "proven-acts.spec.ts",
        "read-only.spec.ts",
        "return.spec.ts",
        "static-files.spec.ts",
        "walk-in.spec.ts",
      ],
      use: { viewport: { width: 375, height: 800 }, hasTouch: true, isMobile: true },
    },
    // It changes the whole community for a while. Alone: `--project=alone --no-deps`.
    {
      name: "alone",
      testMatch: ALONE,
      dependencies: ["desktop", "phone"],
      use: { viewport: DESKTOP },
    },
  ],
  webServer: {
    command: "node test/e2e/serve.ts",
    cwd: root,
    url: `http://localhost:${PORT}/`,
    timeout: 180_000,
    env: { PORT: String(PORT), MUSTER_STATE: `.wrangler/e2e-${PORT}` },
  },
});
