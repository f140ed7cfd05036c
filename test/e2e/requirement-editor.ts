import type { Page } from "@playwright/test";
import type { Category } from "./group-pages.ts";
import { makeGroup } from "./group-pages.ts";
import { expect, expectAccessible } from "./product.ts";

export const rows = (page: Page) => page.getByRole("list", { name: "all of these" });
export const picker = (page: Page) => page.getByRole("combobox", { name: "Find a condition" });
export const preview = (page: Page) => page.getByRole("region", { name: "If you save this" });
export const unsaved = (page: Page) => page.getByRole("region", { name: "Unsaved changes" });

/** Founds a group as the page's user, and opens its requirements. */
export async function openRequirements(page: Page, category: Category) {
  const { name, path } = await makeGroup(page, category, { joinMode: "approval" });
  await page.goto(`${path}?tab=settings&section=requirements`);
  await expect(page.getByRole("heading", { name: "No requirements" })).toBeVisible();
  return { name, path };
}

export async function add(page: Page, words: string) {
  await picker(page).fill(words);
  await picker(page).press("Enter");
}

export async function expectSaved(page: Page) {
  await expect(page.getByText("Requirements saved")).toBeVisible();
  await expect(unsaved(page)).toHaveCount(0);
}

/** At the end of the page, where the bar of unsaved changes covers nothing. */
export async function expectEditorAccessible(page: Page) {
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expectAccessible(page);
}
