import type { Page } from "@playwright/test";
import { enter } from "./api-session.ts";
import { call, makeGroup, test } from "./group-pages.ts";
import { hands } from "./hands.ts";
import { expect, expectAccessible, pilotName } from "./product.ts";
import { rows, unsaved } from "./requirement-editor.ts";

// What an administrator does most, and what it takes from the dashboard (issue 71). A click, a key or a text is one action each. The
// counts stand in decision 0141.

/** From the dashboard to the requirements of a new group. */
async function createAutomaticGroup(
  page: Page,
  hand: ReturnType<typeof hands>,
  category: string,
  name: string,
) {
  await hand.go("Admin");
  await hand.go("Groups");
  await hand.click(page.getByRole("button", { name: "Create Group" }));
  const dialog = page.getByRole("dialog");
  await hand.choose(dialog.getByLabel("Category"), category);
  await hand.fill(dialog.getByLabel("Name"), name);
  await hand.click(dialog.getByRole("radio", { name: "Automatic" }));
  await hand.click(dialog.getByRole("button", { name: "Create Group" }));
}

test("who a pilot is takes two actions, and who they were on a day three", async ({ page }) => {
  await enter(page, "Aurelia Voss");
  const now = hands(page);
  const found = await now.search("mira");
  // The answer stands in the row: nothing else is needed.
  await expect(found).toContainText(/Mira Tal.*\d+ groups?/);
  expect(now.count()).toBe(2);
  await page.keyboard.press("Escape");

  const then = hands(page);
  const past = await then.search("mira yesterday");
  await expect(past).toContainText("Mira Tal");
  await expect(page.getByRole("group", { name: /^On / })).toContainText("Mira Tal");
  await expectAccessible(page);
  await then.press("Enter");
  await expect(page).toHaveURL(/\/admin\/pilots\/[\w-]+\?on=\d{4}-\d{2}-\d{2}$/);
  expect(then.count()).toBe(3);
});

test("who was in a group on a day takes five actions", async ({ page }) => {
  await enter(page, "Aurelia Voss");
  const hand = hands(page);
  await expect(await hand.search("siege fleet")).toContainText("Siege Fleet");
  await hand.press("Enter");
  await hand.click(page.getByRole("link", { name: "Members as of", exact: true }));
  await hand.fill(page.getByRole("textbox", { name: "On" }), "2026-01-01");
  await expect(page.getByRole("heading", { name: /^Members as of.*2026/ })).toBeVisible();
  expect(hand.count()).toBe(5);
});

test("a group that a corporation's members are in by themselves takes eleven actions", async ({
  page,
  category,
  isMobile,
}) => {
  await enter(page, "Aurelia Voss");
  const hand = hands(page);
  await createAutomaticGroup(page, hand, category.name, pilotName("Line Members"));
  await expect(page).toHaveURL(/section=requirements&enrolment=automatic$/);
  await hand.click(page.getByRole("button", { name: "Everybody in our corporation" }));
  const corporations = page.getByRole("combobox", { name: "Corporations" });
  await expect(corporations).toBeFocused();
  await hand.type("Pale");
  await expect(page.getByRole("option", { name: "Pale Harbor Syndicate" })).toBeVisible();
  await hand.press("Enter");
  await hand.click(unsaved(page).getByRole("button", { name: /^Save and add/ }));
  await expect(
    page.getByText(/^Requirements saved. \d+ people join within minutes$/),
  ).toBeVisible();
  await expect(rows(page).getByRole("listitem")).toHaveText([/Pale Harbor Syndicate/]);
  expect(hand.count()).toBe(isMobile ? 13 : 11);
});

test("an automatic group of pilots of the alliance with skill points and no bad standing takes nine actions", async ({
  page,
  category,
  isMobile,
}) => {
  await enter(page, "Aurelia Voss");
  const hand = hands(page);
  await createAutomaticGroup(page, hand, category.name, pilotName("Doctrine"));
  const presets = page.getByRole("group", { name: "Whole rules" });
  await expectAccessible(page);
  await hand.click(
    presets.getByRole("button", { name: /with 10 million skill points and no bad standing$/ }),
  );
  await expect(rows(page).getByRole("listitem")).toHaveText([
    /The main character.*alliance/,
    /and.*10\.00M SP/,
    /and.*standing/,
  ]);
  // No director reads the contacts of the alliance: where that is repaired stands below.
  await expect(
    page
      .getByRole("link", { name: "Choose a director who reads it" })
      .or(page.getByRole("region", { name: "How close others come" }))
      .first(),
  ).toBeVisible();
  await hand.click(unsaved(page).getByRole("button", { name: /^Save/ }));
  await expect(page.getByText(/^Requirements saved/)).toBeVisible();
  expect(hand.count()).toBe(isMobile ? 11 : 9);
});

test("what is switched off takes three actions, and the callback URL for EVE's page four", async ({
  page,
  context,
  isMobile,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await enter(page, "Aurelia Voss");
  const off = hands(page);
  await off.go("Admin");
  await off.go("Settings");
  await off.click(page.getByRole("button", { name: /^Off/ }));
  await expect(page.getByRole("heading", { name: "Fingerprint of the log" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Version" })).toHaveCount(0);
  expect(off.count()).toBe(isMobile ? 5 : 3);
  await expectAccessible(page);

  await page.goto("/dashboard");
  const url = hands(page);
  await url.go("Admin");
  await url.go("Settings");
  await url.click(page.getByRole("button", { name: "Details Self-diagnosis" }));
  await expect(page).toHaveTitle("Settings · Muster");
  const key = page.getByRole("heading", { name: "Encryption key", exact: true });
  // EVE has three seconds to answer; a key is checked by Muster itself.
  await expect(page.getByRole("listitem").filter({ has: key }).last()).toContainText("OK");
  await expectAccessible(page);
  await url.click(page.getByRole("button", { name: "Copy EVE application: Callback URL" }));
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/auth\/callback$/);
  expect(url.count()).toBe(isMobile ? 6 : 4);
});

test("the members in a pasted list are in a group after six actions", async ({
  page,
  context,
  category,
  isMobile,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await enter(page, "Aurelia Voss");
  const { name: fleet } = await makeGroup(page, category);
  const list = "Mira Tal\nTovi Renn\nNobody Has This Name";
  const hand = hands(page);
  if (isMobile) {
    await hand.go("Admin");
    await hand.go("Pilots");
    await hand.click(page.getByRole("link", { name: "Paste a list" }));
    await hand.fill(page.getByRole("textbox", { name: "Names" }), list);
  } else {
    await page.evaluate((text) => navigator.clipboard.writeText(text), list);
    // The code of the commands comes after the page.
    await page.waitForLoadState("networkidle");
    await hand.press("Control+v");
  }
  await hand.click(page.getByRole("button", { name: "Who is this" }));
  await hand.click(page.getByRole("button", { name: "Add to group..." }));
  const dialog = page.getByRole("dialog");
  await hand.fill(dialog.getByRole("combobox", { name: "Group" }), fleet);
  await hand.click(dialog.getByRole("option", { name: fleet }));
  await hand.click(dialog.getByRole("button", { name: /^Add 2/ }));
  await expect(dialog).toHaveCount(0);
  expect(hand.count()).toBe(isMobile ? 11 : 6);
});

test("what a leader did in the last hour is undone with seven actions", async ({
  page,
  enlist,
  category,
}) => {
  const leader = await enlist("Leader");
  const { path } = await makeGroup(leader.page, category);
  await call(leader.page, "PATCH", path, { visibility: "hidden" });
  await enter(page, "Aurelia Voss");
  const hand = hands(page);
  await expect(await hand.search(leader.name)).toContainText(leader.name);
  await hand.press("Enter");
  await hand.click(page.getByRole("link", { name: "Undo changes..." }));
  await hand.click(page.getByRole("button", { name: "Preview" }));
  await hand.click(page.getByRole("button", { name: "Undo 1 change..." }));
  await hand.click(page.getByRole("dialog").getByRole("button", { name: "Undo 1 change" }));
  await expect(page.getByText("1 change undone")).toBeVisible();
  expect(hand.count()).toBe(7);
});
