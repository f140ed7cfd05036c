import type { Page } from "@playwright/test";
import { enter, signIn } from "./api-session.ts";
import { expect, expectAccessible, test } from "./product.ts";

const palette = (page: Page) => page.getByRole("dialog", { name: "Search" });
const shortcuts = (page: Page) => page.getByRole("dialog", { name: "Keyboard shortcuts" });
const option = (page: Page, name: string) => page.getByRole("option", { name });

async function openWithKeys(page: Page) {
  await page.keyboard.press("Control+k");
  await expect(palette(page)).toBeVisible();
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
  // The answer stands in the row.
  await expect(option(page, "Mira Tal").first()).toContainText(/Mira Tal.+ \d+ groups?/);
  await expect(option(page, "Mira Tal").first()).toHaveAttribute("aria-selected", "true");
  await expect(option(page, "Open the sheet of Mira Tal")).toBeVisible();
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
  await expect(option(page, "Search all pilots for “no such thing”")).toBeVisible();
  await page.route("**/api/admin/search**", (route) => route.abort());
  await field.fill("tal");
  await expect(page.getByText("Muster could not search. Try again.")).toBeVisible();
  await field.fill("redeem invite code");
  await option(page, "Redeem Invite Code").click();
  await expect(page).toHaveURL(/\/groups#redeem$/);
  await expect
    .poll(() =>
      page.getByPlaceholder("Enter invite code").evaluate((it) => it === document.activeElement),
    )
    .toBe(true);
});

test("an administrator does something with a pilot, and chooses what a setting is of", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, "A phone has no keyboard.");
  await enter(page, "Aurelia Voss");
  await openWithKeys(page);
  const field = page.getByRole("combobox", { name: "Search pilots, groups, pages and actions" });
  await field.fill("suspend mira");
  await expect(option(page, "Suspend Mira Tal...").first()).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await field.press("Enter");
  await expect(page.getByRole("dialog", { name: /Suspend/ })).toBeVisible();
  await page.keyboard.press("Escape");

  await openWithKeys(page);
  await field.fill("mira tal");
  await expect(option(page, "Mira Tal").first()).toContainText(/\d+ groups?/);
  await field.press("Tab");
  const verbs = page.getByRole("combobox", { name: "What can be done with Mira Tal" });
  await expect(option(page, "Add Mira Tal to a group...")).toBeVisible();
  await verbs.press("Backspace");
  await field.fill("mira tal");
  await expect(option(page, "Mira Tal").first()).toContainText(/\d+ groups?/);
  await field.press("Control+Enter");
  await expect(page).toHaveURL(/\/character\/\d+$/);

  await openWithKeys(page);
  await field.fill("requirements of a group");
  await field.press("Enter");
  const which = page.getByRole("combobox", { name: "Which group?" });
  await which.fill("home def");
  await option(page, "Home Defence Requirements of a group").click();
  await expect(page).toHaveURL(/section=requirements#group-conditions$/);
});

test("the palette works by keyboard and returns the focus", async ({
  page,
  newPilot,
  isMobile,
}) => {
  test.skip(isMobile, "A phone has no keyboard.");
  const name = await newPilot("Keys");
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

test("the palette has what was typed before its code had come, and returns the focus", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, "A phone has no keyboard.");
  const [commands, code] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(/\/commands\.js$/, (route) => commands.promise.then(() => route.continue()));
  await page.route(/\/palette\.js$/, (route) => code.promise.then(() => route.continue()));
  const asked = page.waitForRequest(/\/commands\.js$/);
  await enter(page, "Aurelia Voss");
  await asked;
  const home = page.getByRole("link", { name: "Dashboard" });
  await home.focus();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("gd");
  const paletteAsked = page.waitForRequest(/\/palette\.js$/);
  commands.resolve();
  await paletteAsked;
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("my gr");
  code.resolve();
  await expect(option(page, "My Groups")).toBeVisible();
  const field = page.getByRole("combobox", { name: "Search pilots, groups, pages and actions" });
  await expect(field).toHaveValue("my gr");
  await expect(field).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();
  await expect(home).toBeFocused();
});

test("a page that arrives behind the open palette leaves the focus to it", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, "A phone has no keyboard.");
  await enter(page, "Aurelia Voss");
  const code = Promise.withResolvers<void>();
  await page.route(/\/character-page\.js$/, (route) => code.promise.then(() => route.continue()));
  await page.locator("main a[href^='/character/']").first().press("Enter");
  await openWithKeys(page);
  const field = page.getByRole("combobox", { name: "Search pilots, groups, pages and actions" });
  await page.keyboard.type("my gr");
  code.resolve();
  await expect(page.locator("main h1")).toHaveText("Aurelia Voss");
  await page.keyboard.type("oups");
  await expect(field).toHaveValue("my groups");
  await expect(field).toBeFocused();
});

test("the key of the palette opens it from the moment when the page is drawn", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, "A phone has no keyboard.");
  await signIn(page, "Aurelia Voss");
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      const title = document.querySelector("main h1");
      if (!title) return;
      observer.disconnect();
      const key = { key: "k", ctrlKey: true, bubbles: true, cancelable: true };
      title.dispatchEvent(new KeyboardEvent("keydown", key));
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.goto("/groups");
  await expect(palette(page)).toBeVisible();
});

test("single-key shortcuts navigate, are ignored while typing and can be disabled", async ({
  page,
  newPilot,
  isMobile,
}) => {
  test.skip(isMobile, "A phone has no keyboard.");
  const name = await newPilot("Vim");
  await enter(page, name);
  await openWithKeys(page);
  await page.keyboard.press("Escape");

  await page.keyboard.type("gg");
  await expect(page.getByRole("heading", { level: 1, name: "Discover Groups" })).toBeVisible();
  const search = page.getByRole("searchbox", { name: "Search" });
  await expect(search).toBeVisible();
  await page.keyboard.type("/gd?");
  await expect(search).toHaveValue("gd?");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.type("?");
  await expect(shortcuts(page)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type("gd");
  await shortcuts(page).getByRole("checkbox", { name: "Single-key shortcuts" }).uncheck();
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Discover Groups" })).toBeVisible();
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
  newPilot,
  expectedErrors,
  isMobile,
}) => {
  test.skip(isMobile, "Nothing of it depends on the width.");
  expectedErrors.push(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
  const name = await newPilot("Tunnel");
  await enter(page, name);
  const note = page.getByText("You are offline.");
  // The live region has to exist before the connection is lost.
  await expect(page.locator("#root > output")).toBeAttached();
  await expect(page.getByText("Online", { exact: true })).toBeAttached();
  await page.waitForLoadState("networkidle");
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
  await expect(page.getByText("No Groups Yet")).toBeVisible();
  await expect(page.getByText("Muster cannot be reached.")).toBeHidden();
});
