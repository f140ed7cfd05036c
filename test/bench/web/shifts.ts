import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { PHONE } from "./phone.ts";

/** Of a page that has just been opened; each further answer takes a while longer, so that they come one by one. */
const FIRST_ANSWER_MS = 300;
const NEXT_ANSWER_MS = 150;
/** Until the last answer has been drawn, and the product's own faces. */
const SETTLE_MS = 3500;

/** How much a phone's screen moves (CLS) while the API is slow: Lighthouse asks one that answers at once. */
export async function measureShifts(page: Page, address: string): Promise<number> {
  let answers = 0;
  await page.setViewportSize(PHONE);
  await page.route("**/api/**", async (route) => {
    answers += 1;
    await sleep(FIRST_ANSWER_MS + answers * NEXT_ANSWER_MS);
    await route.continue();
  });
  await page.addInitScript(watchShifts);
  await page.goto(address);
  await page.waitForTimeout(SETTLE_MS);
  return page.evaluate(() => globalThis.shifted);
}

declare global {
  /** The sum of all layout shifts so far, in the page. */
  var shifted: number;
}

/** Runs in the page. */
function watchShifts() {
  globalThis.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ("value" in entry) globalThis.shifted += Number(entry.value);
    }
  }).observe({ type: "layout-shift", buffered: true });
}
