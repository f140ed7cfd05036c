import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import { IS_LONG } from "#test/support/long.ts";
import { findBrowser } from "#test/support/people/browser.ts";
import { ON_A_PHONE, PHONE } from "./phone.ts";
import { PORT, RUN } from "./port.ts";

const FLAGS = [
  "--no-sandbox",
  "--disable-quic",
  // Letters look alike on every machine.
  "--font-render-hinting=none",
  "--disable-lcd-text",
  // Drawing and network in the browser's own process, as messages between processes cost more than they do.
  "--in-process-gpu",
  "--enable-features=NetworkServiceInProcess2",
];

const DESKTOP = { width: 1280, height: 800 };

/** The built product in Chromium. Each worker serves it itself, with New Eden on the same port (own-product.ts). */
export default defineConfig({
  testDir: ".",
  globalSetup: fileURLToPath(new URL("state.ts", import.meta.url)),
  outputDir: fileURLToPath(new URL(`../../test-results/${RUN}`, import.meta.url)),
  // Only a test that hangs may time out, not one on a busy machine. All waits are for what the page shows.
  timeout: 300_000,
  // Two cores have time for three: some of a test is the product's own waits. A fourth only holds the others up.
  workers: 3,
  expect: { timeout: 60_000 },
  // A test that needs a second try is broken.
  retries: 0,
  forbidOnly: true,
  // Whole files that `npm run test:long` adds. The first line of each says why.
  ...(!IS_LONG && { testIgnore: "*.long.spec.ts" }),
  reporter: [["line"], ["json"]],
  use: {
    baseURL: `http://localhost:${PORT}`,
    launchOptions: { executablePath: findBrowser(), args: FLAGS },
    locale: "en-US",
    timezoneId: "UTC",
    // Pictures are dark; shots.spec.ts looks at every screen in light too.
    colorScheme: "dark",
    // Recording every test would take a third of their time.
    trace: "off",
    // Twinkling stars are drawn by the processor here; what moves is tested where it matters.
    contextOptions: { reducedMotion: "reduce" },
  },
  // The phone first: it has few files, and at the end one of them would keep a single worker busy.
  projects: [
    {
      name: "phone",
      testMatch: ON_A_PHONE,
      use: { viewport: PHONE, hasTouch: true, isMobile: true },
    },
    { name: "desktop", use: { viewport: DESKTOP } },
  ],
});
