import type { Page } from "@playwright/test";
import { PHONE } from "./phone.ts";
import type { Product } from "./product.ts";
import { EVERYONE } from "./routes.ts";

const CPU_SLOWDOWN = 4;
/** Event Timing reports durations from here on. */
const SHORTEST_MS = 16;
/** Time until the frame with the result has been drawn and reported. */
const SETTLE_MS = 1000;

type Interaction = {
  name: string;
  route: string;
  /** Runs before the measurement. */
  before?: (page: Page) => Promise<void>;
  act: (page: Page) => Promise<void>;
};

/** Ten pages of a hundred. */
async function loadThousand(page: Page) {
  const more = page.getByRole("button", { name: "Load more" });
  const rows = page.locator("main tbody tr");
  for (let loaded = 100; loaded < 900; loaded += 100) {
    await more.click();
    await rows.nth(loaded + 99).waitFor({ state: "attached" });
  }
}

const INTERACTIONS: Interaction[] = [
  {
    name: "open the menu",
    route: "/dashboard",
    act: (page) => page.getByRole("button", { name: "Menu", exact: true }).click(),
  },
  {
    name: "join",
    route: "/groups",
    act: (page) => page.getByRole("button", { name: "Quick Join" }).first().click(),
  },
  {
    name: "filter: type and search",
    route: "/groups",
    act: async (page) => {
      await page.getByLabel("Search", { exact: true }).pressSequentially("Wing 1");
      await page.keyboard.press("Enter");
    },
  },
  {
    name: "change the tab",
    route: EVERYONE,
    act: (page) => page.getByRole("link", { name: /^Requests/ }).click(),
  },
  {
    name: "load more after 900 members",
    route: EVERYONE,
    before: loadThousand,
    act: (page) => page.getByRole("button", { name: "Load more" }).click(),
  },
  {
    name: "open the actions of one of 900 members",
    route: EVERYONE,
    before: loadThousand,
    act: (page) =>
      page
        .getByRole("button", { name: /^Actions for Filler/ })
        .first()
        .click(),
  },
];

export type Latency = { interaction: string; ms: number };

/** The time from each interaction to the next frame (INP), with the CPU throttled by four. */
export async function measureInteractions(page: Page, { origin }: Product): Promise<Latency[]> {
  const session = await page.context().newCDPSession(page);
  await page.setViewportSize(PHONE);
  const latencies: Latency[] = [];
  for (const { name, route, before, act } of INTERACTIONS) {
    await page.goto(`${origin}${route}`);
    await page.waitForLoadState("networkidle");
    await before?.(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    await page.evaluate(watchEvents, SHORTEST_MS);
    await act(page);
    await page.waitForTimeout(SETTLE_MS);
    latencies.push({ interaction: name, ms: await page.evaluate(longestEvent) });
    await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  }
  return latencies;
}

declare global {
  /** The slowest interaction so far, in the page. */
  var longestMs: number;
}

/** Runs in the page. */
function watchEvents(durationThreshold: number) {
  globalThis.longestMs = 0;
  const options = { type: "event", durationThreshold };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof PerformanceEventTiming) || entry.interactionId === 0) continue;
      globalThis.longestMs = Math.max(globalThis.longestMs, entry.duration);
    }
  }).observe(options);
}

function longestEvent(): number {
  return globalThis.longestMs;
}
