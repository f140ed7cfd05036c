import * as z from "zod/mini";
import type { Locator, Page } from "@playwright/test";
import { MAX_BULK } from "#shared/pilots/bulk.ts";
import type { NewEden } from "#test/support/new-eden/new-eden.ts";
import { openSession, signIn } from "./api-session.ts";
import type { Category } from "./group-pages.ts";
import { call, makeGroup, test } from "./group-pages.ts";
import { expect, expectAccessible, pilotName } from "./product.ts";

const MEMBERS = 60;
const pilotsSchema = z.object({
  items: z.array(z.object({ userId: z.string(), mainCharacterId: z.nullable(z.int()) })),
  nextCursor: z.nullable(z.string()),
});
const addedSchema = z.object({ affected: z.array(z.object({ userId: z.string() })) });

/** A group of the administrator with these many members: pilots of the seed, and new ones if these are too few. */
async function createWing(page: Page, newEden: NewEden, category: Category, count: number) {
  const { id: groupId, name } = await makeGroup(page, category, { joinMode: "approval" });
  const preview = async () => {
    const userIds: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const query: string = cursor === "" ? "" : `?cursor=${cursor}`;
      const pilots = z.parse(pilotsSchema, await call(page, "GET", `/admin/pilots${query}`));
      userIds.push(...pilots.items.map(({ userId }) => userId));
      cursor = userIds.length < MAX_BULK ? pilots.nextCursor : null;
    }
    const json = { action: "add", groupId, userIds: userIds.slice(0, MAX_BULK) };
    return z.parse(addedSchema, await call(page, "POST", "/admin/pilots/bulk/preview", json))
      .affected;
  };
  const missing = count - (await preview()).length;
  for (let number = 0; number < missing; number += 1) {
    const pilot = pilotName(`Reviewed ${String.fromCharCode(65 + (number % 26))}`);
    await newEden.createPilot({ name: pilot });
    await openSession(pilot);
  }
  const added = (await preview()).slice(0, count).map(({ userId }) => userId);
  expect(added).toHaveLength(count);
  await call(page, "POST", "/admin/pilots/bulk", { action: "add", groupId, userIds: added });
  return { groupId, name };
}

async function startReview(page: Page, groupId: string) {
  await page.goto(`/groups/${groupId}/review`);
  await page.getByRole("button", { name: "Start a review" }).click();
  const dialog = page.getByRole("dialog", { name: "Start a review" });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Start", exact: true }).click();
  await expect(page.getByRole("heading", { name: /^0 of \d+ members decided$/ })).toBeVisible();
}

test("an owner reviews 60 members by keyboard with at most two keys for each", async ({
  page,
  newEden,
  category,
  isMobile,
}) => {
  test.skip(isMobile, "A phone has no keyboard; the next test uses the thumb.");
  await signIn(page, "Aurelia Voss");
  const { groupId, name } = await createWing(page, newEden, category, MEMBERS);
  await startReview(page, groupId);
  await expectAccessible(page);
  // The card ends with its last row.
  const bottomOf = async (part: Locator) => {
    const box = await part.boundingBox();
    return box === null ? Number.NaN : box.y + box.height;
  };
  const card = page.getByRole("region", { name: "Members" });
  const rows = page.getByRole("list", { name: "Members to review" });
  expect((await bottomOf(card)) - (await bottomOf(rows))).toBeLessThan(3);
  await page.goto("/dashboard");
  const item = page.getByRole("listitem").filter({ hasText: `Members of ${name}` });
  await item.getByRole("link", { name: "Review" }).click();

  await expect(page.getByText("0 of 60 members decided")).toBeVisible();
  let presses = 0;
  const press = async (key: string) => {
    presses += 1;
    await page.keyboard.press(key);
  };
  const current = page.locator("li[aria-current=true]");
  await current.focus();
  const numbers = page.getByRole("status").filter({ hasText: "to decide" });
  // Moving decides nothing.
  await press("ArrowDown");
  await press("ArrowUp");
  await expect(numbers).toHaveText("0 keep0 remove60 to decide");
  await press("r");
  await press("z");
  await expect(numbers).toHaveText("0 keep0 remove60 to decide");
  for (let decided = 0; decided < MEMBERS; decided += 1) await press(decided < 4 ? "r" : "a");
  await expect(numbers).toHaveText("56 keep4 remove0 to decide");
  // All are decided: the button that ends the review has the focus.
  await expect(page.getByRole("button", { name: "Finish: remove 4, keep 56" })).toBeFocused();
  await expect(
    page.getByText("60 members; nothing happens to them before you finish"),
  ).toBeVisible();
  await press("Enter");
  const dialog = page.getByRole("dialog", { name: "Finish: remove 4, keep 56" });
  await expect(dialog.getByText("56 members kept by you")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Remove 4, keep 56" }).focus();
  await press("Enter");
  await expect(page.getByRole("heading", { name: "All 60 members decided" })).toBeVisible();
  expect(presses).toBeLessThanOrEqual(2 * MEMBERS);
  await expectAccessible(page);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^muster-review-.*\.csv$/);

  await page.getByRole("button", { name: "Change how often" }).click();
  const settings = page.getByRole("dialog", { name: "Reviews" });
  await settings.getByLabel("Review the members").selectOption("Every 6 months");
  await settings.getByRole("radio", { name: "Are removed" }).check();
  await settings.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/The next review opens on/)).toBeVisible();
  await expect(page.getByText(`${name}, every 6 months.`)).toBeVisible();
});

test("an owner reviews members by thumb, and a large result is held", async ({
  page,
  newEden,
  category,
  isMobile,
}) => {
  test.skip(!isMobile, "The buttons for the thumb are on a phone.");
  await signIn(page, "Aurelia Voss");
  const { groupId, name } = await createWing(page, newEden, category, 8);
  await startReview(page, groupId);
  await expectAccessible(page);
  const thumb = page.getByRole("group", { name: "Decide" });
  for (let decided = 0; decided < 6; decided += 1) {
    await thumb.getByRole("button", { name: "Remove" }).click();
  }
  await expect(thumb.getByText("2 to decide")).toBeVisible();
  await page.getByRole("button", { name: /^Undo/ }).first().click();
  await expect(thumb.getByText("3 to decide")).toBeVisible();
  await thumb.getByRole("button", { name: "Remove" }).click();
  // The decisions are kept.
  await expect(page.getByText("6 of 8 members decided")).toBeVisible();
  await page.waitForResponse((response) => response.url().endsWith("/review/decisions"));
  await page.reload();
  await expect(page.getByText("6 of 8 members decided")).toBeVisible();
  await page.getByRole("button", { name: "Finish: remove 6, keep 2" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("an administrator releases them first")).toBeVisible();
  await dialog.getByRole("button", { name: "Remove 6, keep 2" }).click();
  await expect(page.getByRole("heading", { name: "6 removals held" })).toBeVisible();
  await expectAccessible(page);
  await page.goto("/admin/held");
  const held = page.getByRole("region").filter({ hasText: name }).first();
  await expect(
    held.getByText(/A review of the members, for|asked for a review of the members/),
  ).toBeVisible();
});

test("an administrator asks for reviews of several groups", async ({
  page,
  newEden,
  category,
  isMobile,
}) => {
  test.skip(isMobile, "Nothing of it depends on the width.");
  await signIn(page, "Aurelia Voss");
  const { name } = await createWing(page, newEden, category, 2);
  await page.goto("/admin/groups");
  await page
    .getByRole("navigation", { name: "Groups" })
    .getByRole("link", { name: "Reviews", exact: true })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Reviews" })).toBeVisible();
  await page.getByRole("button", { name: "Ask for reviews" }).click();
  const dialog = page.getByRole("dialog", { name: "Ask for reviews" });
  await dialog.getByRole("combobox", { name: "Group" }).fill(name);
  await dialog.getByRole("option", { name }).click();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Ask for 1 review" }).click();
  await expect(page.getByText("1 review opened")).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("0 of 2");
  await expectAccessible(page);
  await row.getByRole("link", { name }).click();
  await expect(page.getByText("0 of 2 members decided")).toBeVisible();
});
