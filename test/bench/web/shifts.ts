import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { PHONE } from "./phone.ts";

/** The delay of a page's first response; each further one takes longer, so that they arrive one by one. */
const FIRST_ANSWER_MS = 300;
const NEXT_ANSWER_MS = 150;
/** Time until the last response and the fonts have been drawn. */
const SETTLE_MS = 3500;

/** The layout shift (CLS) on a phone while the API is slow: Lighthouse measures with a fast one. */
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
