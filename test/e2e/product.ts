import { basename } from "node:path";
import { expect, test as base } from "@playwright/test";
import type { Page, TestInfo } from "@playwright/test";
import { IS_LONG, SEED } from "#test/support/gates/seed.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import type { NewEden } from "#test/support/new-eden/new-eden.ts";
import { findViolations } from "./axe.ts";
import { ownProduct } from "./own-product.ts";
import { ON_A_PHONE, PHONE } from "./phone.ts";

type Product = {
  newEden: NewEden;
  expectedErrors: RegExp[];
  /** The file starts on a Muster on which nobody has signed in, instead of on the seeded community. */
  isEmpty: boolean;
  community: void;
};
type Shared = { product: ReturnType<typeof ownProduct> };

/** A start takes a second or two on two cores. */
const START_MS = 120_000;

/**
 * A page on the built product. Console errors and warnings, exceptions, content security policy reports and requests to
 * other machines fail the test, unless it adds them to `expectedErrors`.
 */
export const test = base.extend<Product, Shared>({
  product: [
    // Playwright parses the destructured names.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const product = ownProduct();
      await use(product);
      await product.stop();
    },
    { scope: "worker" },
  ],
  isEmpty: [false, { option: true }],
  community: [
    async ({ product, isEmpty }, use, { file, project, repeatEachIndex }) => {
      await product.serve([file, project.name, repeatEachIndex].join(" "), isEmpty);
      await use();
    },
    { auto: true, timeout: START_MS },
  ],
  newEden: async ({ baseURL }, use) => {
    await use(newEdenControl(`${baseURL}/new-eden`));
  },
  // A function, so that every test gets its own list. Playwright parses the destructured names.
  // oxlint-disable-next-line no-empty-pattern
  expectedErrors: async ({}, use) => {
    await use([]);
  },
  page: async ({ page, expectedErrors }, use) => {
    const problems: string[] = [];
    const watch = (watched: Page) => {
      watched.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) problems.push(message.text());
      });
      watched.on("pageerror", (error) => problems.push(`${error.name}: ${error.message}`));
      watched.on("request", (request) => {
        const { hostname } = new URL(request.url());
        if (!["localhost", "127.0.0.1", ""].includes(hostname)) problems.push(`Asked ${hostname}`);
      });
      watched.on("popup", watch);
    };
    watch(page);
    await use(page);
    const unexpected = problems.filter((text) => !expectedErrors.some((one) => one.test(text)));
    expect(unexpected).toEqual([]);
  },
});

export { expect };

/** Clicks the login button and selects a pilot at EVE. */
export async function logIn(page: Page, pilotName: string) {
  await page.goto("/");
  await page.getByRole("button", { name: "Log in with EVE Online" }).click();
  await choosePilot(page, pilotName);
}

export async function choosePilot(page: Page, pilotName: string) {
  await page.getByRole("button", { name: pilotName, exact: true }).click();
}

/** Opens the slide-in menu on small screens. */
export async function openMenu(page: Page) {
  await page.locator("#content").waitFor();
  const menu = page.getByRole("button", { name: "Menu", exact: true });
  if (await menu.isVisible()) await menu.click();
}

/**
 * Logs out, and waits for the document that the landing page then comes with: its address shows before, and opening another page would
 * cut it short. A page that is still loading would have its reads refused, so its load ends first.
 */
export async function logOut(page: Page) {
  await page.waitForLoadState("networkidle");
  await openMenu(page);
  const loaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Logout" }).click();
  await loaded;
  await expect(page.getByRole("button", { name: "Log in with EVE Online" })).toBeVisible();
}

/**
 * WCAG 2.2 AA as far as axe can check it, names without " :", and no scrolling sideways. A file that also runs on a phone looks at
 * each width there; every other looks at both here.
 */
export async function expectAccessible(page: Page) {
  if (ON_A_PHONE.includes(basename(base.info().file))) await expectAccessibleHere(page);
  else await expectAccessibleAtBothWidths(page);
}

/** How often a test has looked. */
const looks = new WeakMap<TestInfo, number>();

/**
 * The same on a wide screen, then in the width of a phone. axe looks at one of them, in turns and by the seed; at night at
 * both.
 */
export async function expectAccessibleAtBothWidths(page: Page) {
  const look = (looks.get(base.info()) ?? 0) + 1;
  looks.set(base.info(), look);
  const isWide = (look + SEED) % 2 === 0;
  await expectAccessibleHere(page, IS_LONG || isWide);
  const size = page.viewportSize();
  if (size === null || size.width <= PHONE.width) return;
  // A bar at the lower edge covers what is behind it, except at the end of the page.
  const isAtEnd = await page.evaluate(
    () => scrollY + innerHeight >= document.documentElement.scrollHeight - 1,
  );
  await page.setViewportSize(PHONE);
  if (isAtEnd) await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expectAccessibleHere(page, IS_LONG || !isWide);
  await page.setViewportSize(size);
}

/** The same in the window as it is. */
export async function expectAccessibleHere(page: Page, withAxe = true) {
  // Rows below the window are not laid out. axe would measure the places that they have before it scrolls to them.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { content-visibility: visible !important; }");
    document.adoptedStyleSheets = [sheet];
  });
  if (withAxe) expect(await findViolations(page)).toEqual([]);
  const names = (await page.locator("body").ariaSnapshot()).match(
    /(button|link) "[^"]* [:,;][^"]*"/g,
  );
  expect(names ?? []).toEqual([]);
  await expectToFit(page);
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
}

/** The page does not scroll sideways. */
export async function expectToFit(page: Page) {
  const overflow = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  // A page that is still loading may be wider for a moment.
  await expect.poll(overflow, { message: "pixels to the side" }).toBe(0);
}

let lastPilot = 0;

/** A unique name. */
export function pilotName(first: string): string {
  lastPilot += 1;
  return `${first} ${Date.now().toString(36)}${lastPilot}`;
}
