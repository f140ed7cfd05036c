import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import type { Page } from "@playwright/test";
import { findBrowser } from "#test/support/people/browser.ts";

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--no-first-run",
  "--disable-extensions",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-default-apps",
  "--remote-debugging-port=0",
];

export type Chromium = {
  port: number;
  /** Uses a page of the browser's profile, then disconnects. */
  visit: <T>(work: (page: Page) => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
};

/** A browser with a new profile for both Playwright and Lighthouse. It trusts the edge's key. */
export async function openChromium(fingerprint: string): Promise<Chromium> {
  const profile = mkdtempSync(join(tmpdir(), "muster-chromium-"));
  const own = [
    `--user-data-dir=${profile}`,
    `--ignore-certificate-errors-spki-list=${fingerprint}`,
  ];
  const child = spawn(findBrowser(), [...FLAGS, ...own, "about:blank"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  process.once("exit", () => child.kill());
  const port = await readPort(child.stderr);
  return {
    port,
    visit: async (work) => {
      const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
      const [context] = browser.contexts();
      if (!context) throw new Error("The browser has no profile.");
      const page = await context.newPage();
      try {
        return await work(page);
      } finally {
        await page.close();
        await browser.close();
      }
    },
    close: async () => {
      const closed = new Promise((resolve) => child.once("exit", resolve));
      child.kill();
      await closed;
      rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Chromium prints its debugging address to stderr. */
async function readPort(stderr: NodeJS.ReadableStream): Promise<number> {
  let said = "";
  for await (const chunk of stderr) {
    said += String(chunk);
    const port = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(said)?.[1];
    if (port !== undefined) {
      stderr.resume();
      return Number(port);
    }
  }
  throw new Error(`The browser did not start: ${said}`);
}
