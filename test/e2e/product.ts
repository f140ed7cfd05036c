import { basename } from "node:path";
import { expect, test as base } from "@playwright/test";
import type { Page } from "@playwright/test";
import { IS_LONG } from "#test/support/long.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import type { NewEden } from "#test/support/new-eden/new-eden.ts";
import { findViolations } from "./axe.ts";
import { ownProduct } from "./own-product.ts";
import { ON_A_PHONE, PHONE } from "./phone.ts";

type Product = {
  newEden: NewEden;
  /** Creates a pilot, and returns the name. */
  newPilot: (first: string) => Promise<string>;
  expectedErrors: RegExp[];
  /** The file starts on a Muster on which nobody has signed in, instead of on the seeded community. */
  isEmpty: boolean;
  community: void;
};
type Shared = { product: ReturnType<typeof ownProduct> };

/** A start takes a second or two on two cores. */
const START_MS = 120_000;

/** The pointer rested on the name of a pilot whom Muster has not read, and the name asked for the card. */
const UNREAD_PILOT = /404 .*\/api\/characters\/\d+\/card$/;

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
  newPilot: async ({ newEden }, use) => {
    await use(async (first) => (await newEden.createPilot({ name: pilotName(first) })).name);
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
        const { url } = message.location();
        if (["error", "warning"].includes(message.type()))
          problems.push(`${message.text()} ${url}`);
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
    const expected = [UNREAD_PILOT, ...expectedErrors];
    const unexpected = problems.filter((text) => !expected.some((one) => one.test(text)));
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

/** What is in front of a screen. */
const IN_FRONT = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

/**
 * WCAG 2.2 AA as far as axe can check it, names without " :", and no scrolling sideways, in the window as it is and in the width of a
 * phone. shots.spec.ts looks at all of each screen with axe; here axe looks at what has opened in front of one, and in
 * `npm run test:long` at everything again. A file that also runs on a phone looks at each width there.
 */
export async function expectAccessible(page: Page) {
  const size = page.viewportSize();
  await expectAccessibleHere(page);
  if (ON_A_PHONE.includes(basename(base.info().file))) return;
  if (size === null || size.width <= PHONE.width) return;
  // A bar at the lower edge covers what is behind it, except at the end of the page.
  const isAtEnd = await page.evaluate(
    () => scrollY + innerHeight >= document.documentElement.scrollHeight - 1,
  );
  await page.setViewportSize(PHONE);
  if (isAtEnd) await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  if (IS_LONG) await expectAccessibleHere(page);
  else await expectToFit(page);
  await page.setViewportSize(size);
}

async function expectAccessibleHere(page: Page) {
  if (IS_LONG) await expectNoViolations(page);
  else if ((await page.locator(IN_FRONT).count()) > 0) await expectNoViolations(page, IN_FRONT);
  const names = (await page.locator("body").ariaSnapshot()).match(
    /(button|link) "[^"]* [:,;][^"]*"/g,
  );
  expect(names ?? []).toEqual([]);
  await expectToFit(page);
}

/** axe on all of the page, or on the parts that a selector finds. */
export async function expectNoViolations(page: Page, within?: string) {
  // Rows below the window are not laid out. axe would measure the places that they have before it scrolls to them.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { content-visibility: visible !important; }");
    document.adoptedStyleSheets = [sheet];
  });
  expect(await findViolations(page, within)).toEqual([]);
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
