import type { Page } from "@playwright/test";
import { SABLE_MERIDIAN_ID } from "#test/new-eden/ids.ts";
import { enter, signIn } from "./api-session.ts";
import { PHONE } from "./phone.ts";
import { expect, expectNoViolations, openMenu, test } from "./product.ts";

test("the landing page has 100 stars and names EVE SSO and Cloudflare Workers, the shell has 50", async ({
  page,
  newPilot,
}) => {
  await page.goto("/");
  await expect(page.locator(".star")).toHaveCount(100);
  await expect(
    page.getByText("Powered by EVE Online SSO • Built on Cloudflare Workers"),
  ).toBeVisible();
  const name = await newPilot("Stargazer");
  await enter(page, name);
  await expect(page.locator(".star")).toHaveCount(50);
});

test("nothing moves with prefers-reduced-motion, and with forced colors there are no stars", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await expect(page.locator(".star").first()).toBeAttached();
  const running = await page.evaluate(
    () => document.getAnimations().filter(({ playState }) => playState === "running").length,
  );
  expect(running).toBe(0);
  await page.emulateMedia({ forcedColors: "active" });
  await expect(page.locator(".stars")).toBeHidden();
  await expect(page.getByRole("button", { name: "Log in with EVE Online" })).toBeVisible();
});

test("a drawn login button replaces CCP's image if it cannot be loaded", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/);
  await page.route(/eve-sso-login/, (route) => route.abort());
  await page.goto("/");
  const button = page.getByRole("button", { name: "Log in with EVE Online" });
  await expect(button).toBeVisible();
  await expect(button.locator("img")).toHaveCount(0);
});

test("a portrait that cannot be loaded becomes a question mark", async ({
  page,
  newPilot,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/);
  await page.route(/\/portrait/, (route) => route.abort());
  const name = await newPilot("Faceless");
  await enter(page, name);
  await openMenu(page);
  await expect(page.getByText("?").first()).toBeVisible();
});

test("sign-in and logout work with the keyboard alone", async ({
  page,
  newPilot,
  expectedErrors,
}) => {
  // What the page still asks for when the session ends.
  expectedErrors.push(/status of 401/);
  const name = await newPilot("Typist");
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Log in with EVE Online" })).toBeVisible();
  await tabTo(page, "Log in with EVE Online");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name, exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Claim Your Main Character" })).toBeVisible();
  // The page takes the focus when it is drawn: a Tab before that would be lost.
  await expect(page.getByRole("main")).toBeFocused();
  await tabTo(page, "Claim as Main Character");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await tabTo(page, "Logout");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/$/);
});

/** Presses Tab until the control with this name has the focus. */
async function tabTo(page: Page, name: string) {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press("Tab");
    const label = await page.evaluate(() => {
      const focused = document.activeElement;
      // After the last control the focus is on <body>, whose text contains every name.
      if (focused === document.body) return "";
      return [
        focused?.getAttribute("aria-label"),
        focused?.querySelector("img")?.alt,
        focused?.textContent,
      ].join(" ");
    });
    if (label.includes(name)) return;
  }
  throw new Error(`Tab never reached ${name}.`);
}

test("the page's own link is in sight in a low window, and its tab on a narrow screen", async ({
  page,
}) => {
  await signIn(page, "Aurelia Voss");
  const current = page.locator("[aria-current=page]");
  await page.setViewportSize({ width: 1280, height: 360 });
  await page.goto("/admin/settings");
  const menu = page.getByRole("navigation", { name: "Admin" });
  await expect(menu.locator("[aria-current]")).toBeInViewport();
  await page.setViewportSize({ width: 320, height: 2000 });
  await page.goto(`/admin/corporations/${SABLE_MERIDIAN_ID}?tab=fetch`);
  await expect(page.locator("main nav a").and(current)).toBeInViewport({ ratio: 1 });
});

test("the slide-in menu opens, takes the focus and closes on Escape", async ({
  page,
  newPilot,
}) => {
  await page.setViewportSize({ width: 768, height: 800 });
  const name = await newPilot("Slider");
  await enter(page, name);
  const menu = page.getByRole("button", { name: "Menu", exact: true });
  await expect(page.getByRole("link", { name: "My Groups" })).not.toBeInViewport();
  await menu.click();
  await expect(page.getByRole("link", { name: "My Groups" })).toBeInViewport();
  await expectNoViolations(page);
  // No patch of the page's colour behind the name and the clock.
  const grounds = await page
    .locator("#sidebar footer *")
    .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
  expect(grounds.filter((ground) => ground === "rgb(5, 8, 12)")).toEqual([]);
  await expect(page.locator("#sidebar footer p").first()).toHaveCSS(
    "background-color",
    "rgba(0, 0, 0, 0)",
  );
  await page.keyboard.press("Escape");
  await expect(page.getByRole("link", { name: "My Groups" })).not.toBeInViewport();
  await expect(menu).toBeFocused();
});

test("on a phone the sidebar comes after the first paint, and takes the focus of a menu that was opened before", async ({
  page,
  newPilot,
}) => {
  await page.setViewportSize(PHONE);
  const name = await newPilot("Early");
  let arrive: () => void = () => undefined;
  const arrival = new Promise<void>((resolve) => (arrive = resolve));
  await page.route("**/sidebar.js", async (route) => {
    await arrival;
    await route.continue();
  });
  await enter(page, name);
  await page.goto("/groups");
  const menu = page.getByRole("button", { name: "Menu", exact: true });
  await menu.click();
  await expect(page.locator("#sidebar")).toHaveText("Loading...");
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();
  await menu.click();
  arrive();
  await expect(page.locator("#sidebar").getByRole("link").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();
});

test("a page stays when the code of what comes after its first paint fails, and gets it later", async ({
  page,
  newPilot,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/);
  const name = await newPilot("Patient");
  const failed = new Set<string>();
  await page.route(/\/(commands|account-cards)\.js$/, (route) => {
    const url = route.request().url();
    if (failed.has(url)) return route.continue();
    failed.add(url);
    return route.abort();
  });
  await enter(page, name);
  await expect.poll(() => failed.size).toBe(2);
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Sessions" })).toBeVisible();
  await page.getByRole("button", { name: "Search pilots, groups and actions" }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
});
