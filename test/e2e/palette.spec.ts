import type { Page } from "@playwright/test";
import { enter } from "./api-session.ts";
import {
  expect,
  expectAccessible,
  expectAccessibleAtBothWidths,
  pilotName,
  test,
} from "./product.ts";

const palette = (page: Page) => page.getByRole("dialog", { name: "Search" });
const shortcuts = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });
const option = (page: Page, name: string) => page.getByRole("option", { name });

/** Retries, because the shortcut works only after the palette's code has loaded. */
async function openWithKeys(page: Page) {
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(palette(page)).toBeVisible({ timeout: 500 });
  }).toPass();
}

test("the palette finds pilots, groups, pages and actions by touch and by mouse", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/);
  await enter(page, "Aurelia Voss");
  const opener = page.getByRole("button", { name: "Search pilots, groups and actions" });
  await opener.click();
  const field = page.getByRole("combobox", { name: "Search pilots, groups, pages and actions" });
  await field.fill("m");
  await expect(option(page, "My Groups")).toBeVisible();
  await field.fill("mira");
  await expect(option(page, "Mira Tal Admin page")).toHaveAttribute("aria-selected", "true");
  await expect(option(page, "Mira Tal Sheet")).toBeVisible();
  await expectAccessible(page);
  // Her page as a player, from there to the sheet, and back.
  await field.press("Enter");
  await expect(page).toHaveURL(/\/admin\/pilots\/[\w-]+$/);
  await page
    .getByRole("table", { name: "Characters" })
    .getByRole("link", { name: "Mira Tal" })
    .click();
  await expect(page).toHaveURL(/\/character\/\d+$/);
  await page.getByRole("link", { name: "Page of the player" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Mira Tal" })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/pilots\/[\w-]+$/);
  await opener.click();
  await field.fill("home def");
  await option(page, "Home Defence").click();
  await expect(page.getByRole("heading", { level: 1, name: "Home Defence" })).toBeVisible();

  await opener.click();
  await expect(page.getByRole("group", { name: "Recent" })).toContainText("Home Defence");
  await field.fill("no such thing");
  await expect(page.getByText("No results for “no such thing”.")).toBeVisible();
  await page.route("**/api/characters/search**", (route) => route.abort());
  await field.fill("tal");
  await expect(page.getByText("Muster could not search pilots. Try again.")).toBeVisible();
  await field.fill("redeem invite code");
  await option(page, "Redeem Invite Code").click();
  await expect(page).toHaveURL(/\/groups#redeem$/);
  await expect
    .poll(() =>
      page.getByPlaceholder("Enter invite code").evaluate((it) => it === document.activeElement),
    )
    .toBe(true);
});

test("the palette works by keyboard and returns the focus", async ({ page, newEden, isMobile }) => {
  test.skip(isMobile, "A phone has no keyboard.");
  const name = pilotName("Keys");
  await newEden.createPilot({ name });
  await enter(page, name);
  const home = page.getByRole("link", { name: "Dashboard" });
  await home.focus();
  await openWithKeys(page);
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();
  await expect(home).toBeFocused();

  await openWithKeys(page);
  await expect(option(page, "Dashboard")).toHaveAttribute("aria-selected", "true");
  await expect(option(page, "Admin: Groups")).toHaveCount(0);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Discover Groups" })).toBeVisible();
});

test("single-key shortcuts navigate, are ignored while typing and can be disabled", async ({
  page,
  newEden,
  isMobile,
}) => {
  test.skip(isMobile, "A phone has no keyboard.");
  const name = pilotName("Vim");
  await newEden.createPilot({ name });
  await enter(page, name);
  await openWithKeys(page);
  await page.keyboard.press("Escape");

  await page.keyboard.type("gg");
  await expect(page.getByRole("heading", { level: 1, name: "Discover Groups" })).toBeVisible();
  await page.keyboard.type("/gd?");
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("gd?");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.type("?");
  await expect(shortcuts(page)).toBeVisible();
  await expectAccessibleAtBothWidths(page);
  await page.keyboard.type("gd");
  await shortcuts(page).getByRole("checkbox", { name: "Single-key shortcuts" }).uncheck();
  await page.keyboard.press("Escape");
  await page.reload();
  await openWithKeys(page);
  await page.keyboard.press("Control+k");
  await expect(palette(page)).toBeHidden();
  await page.keyboard.type("?gd");
  await expect(shortcuts(page)).toBeHidden();
  await expect(page).toHaveURL(/\/groups(\?|$)/);
});

test("the page reports a lost connection and recovers by itself", async ({
  page,
  context,
  newEden,
  expectedErrors,
}) => {
  // The connection is checked every eight seconds.
  test.slow();
  expectedErrors.push(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
  const name = pilotName("Tunnel");
  await newEden.createPilot({ name });
  await enter(page, name);
  const note = page.getByText("You are offline.");
  // The live region has to exist before the connection is lost.
  await expect(page.locator("#root > output")).toBeAttached();
  await context.setOffline(true);
  await expect(note).toBeVisible();
  await expect(page.getByText("Offline", { exact: true })).toBeAttached();
  await expect(page.getByText("Online", { exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(note).toBeHidden();

  await page.route("**/api/groups/my-groups**", (route) => route.abort());
  await page.goto("/my-groups");
  await expect(page.getByText("Your groups could not be loaded")).toBeVisible();
  await expect(page.getByText("Muster cannot be reached.")).toBeVisible();
  await page.unroute("**/api/groups/my-groups**");
  await expect(page.getByText("No Groups Yet")).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText("Muster cannot be reached.")).toBeHidden();
});
