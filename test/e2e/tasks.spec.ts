import type { Locator, Page } from "@playwright/test";
import { enter } from "./api-session.ts";
import { test } from "./group-pages.ts";
import { expect, expectAccessible, pilotName } from "./product.ts";
import { rows, unsaved } from "./requirement-editor.ts";

// What an administrator does most, and what it takes (issue 43). A click, a key or a text is one action each.

/** Counts what a person does. */
function hands(page: Page) {
  let actions = 0;
  return {
    count: () => actions,
    async click(target: Locator) {
      actions += 1;
      await target.click();
    },
    async press(key: string) {
      actions += 1;
      await page.keyboard.press(key);
    },
    async type(text: string) {
      actions += 1;
      await page.keyboard.type(text);
    },
    async choose(target: Locator, label: string) {
      actions += 1;
      await target.selectOption({ label });
    },
    async fill(target: Locator, text: string) {
      actions += 1;
      await target.fill(text);
    },
  };
}

/** From the dashboard to the requirements of a new group, in seven actions. */
async function createAutomaticGroup(
  page: Page,
  hand: ReturnType<typeof hands>,
  category: string,
  name: string,
) {
  await hand.click(page.getByRole("link", { name: "Admin" }));
  const menu = page.getByRole("navigation", { name: "Admin" });
  await hand.click(menu.getByRole("link", { name: "Groups", exact: true }));
  await hand.click(page.getByRole("button", { name: "Create Group" }));
  const dialog = page.getByRole("dialog");
  await hand.choose(dialog.getByLabel("Category"), category);
  await hand.fill(dialog.getByLabel("Name"), name);
  await hand.click(dialog.getByRole("radio", { name: "Automatic" }));
  await hand.click(dialog.getByRole("button", { name: "Create Group" }));
}

test("who a pilot is, and who they were on a day, takes two keys and a name", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, "A phone has no keyboard.");
  await enter(page, "Aurelia Voss");
  const field = page.getByRole("combobox", { name: "Search pilots, groups, pages and actions" });
  const ask = async (words: string) => {
    const hand = hands(page);
    await hand.press("Control+k");
    await expect(field).toBeFocused();
    await hand.type(words);
    await expect(page.getByRole("option", { name: "Mira Tal" }).first()).toHaveAttribute(
      "aria-selected",
      "true",
    );
    return hand;
  };
  const now = await ask("mira");
  // The answer stands in the row: nothing else is needed.
  await expect(page.getByRole("option", { name: "Mira Tal" }).first()).toContainText(/\d+ groups?/);
  expect(now.count()).toBe(2);
  await page.keyboard.press("Escape");

  const then = await ask("mira yesterday");
  await then.press("Enter");
  await expect(page).toHaveURL(/\/admin\/pilots\/[\w-]+\?on=\d{4}-\d{2}-\d{2}$/);
  expect(then.count()).toBe(3);
});

test("a group that a corporation's members are in by themselves takes eleven actions", async ({
  page,
  category,
}) => {
  await enter(page, "Aurelia Voss");
  const hand = hands(page);
  await createAutomaticGroup(page, hand, category, pilotName("Line Members"));
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
  expect(hand.count()).toBe(11);
});

test("an automatic group of pilots of the alliance with skill points and no bad standing takes nine actions", async ({
  page,
  category,
}) => {
  await enter(page, "Aurelia Voss");
  const hand = hands(page);
  await createAutomaticGroup(page, hand, category, pilotName("Doctrine"));
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
  expect(hand.count()).toBe(9);
});
