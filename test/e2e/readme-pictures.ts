import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { add, preview } from "./requirement-editor.ts";
import { expect } from "./product.ts";

/** Draws the pictures of the README, for a page on which Aurelia Voss is logged in. */
export async function drawReadme(page: Page, isStill: (page: Page) => Promise<void>) {
  const draw = async (name: string) => {
    await isStill(page);
    await page.waitForLoadState("networkidle");
    const file = fileURLToPath(new URL(`../../.github/pictures/${name}.png`, import.meta.url));
    await page.screenshot({ path: file, animations: "disabled", caret: "hide" });
  };
  for (const [name, path] of [
    ["dashboard", "/dashboard"],
    ["held", "/admin/held"],
    ["overview", "/admin/overview"],
  ] as const) {
    await page.goto(path);
    await draw(name);
  }
  await page.goto("/admin/groups");
  await page.getByRole("link", { name: "Meridian Haulers" }).first().click();
  await expect(page).toHaveURL(/\/admin\/groups\/\w/);
  await page.goto(`${new URL(page.url()).pathname}?tab=settings&section=requirements`);
  await page.getByRole("button", { name: "Condition", exact: true }).first().click();
  await add(page, "discord");
  await expect(preview(page)).toBeVisible();
  await draw("requirements");
  // A pilot who has applied to the seeded form, and the seeded entry with its hits.
  await page.goto("/my-groups");
  await page.getByRole("link", { name: "3 requests waiting" }).first().click();
  await page.getByRole("link", { name: "Open the request of Oskar Wren" }).click();
  await page.getByRole("button", { name: "Look Skills" }).click();
  await expect(page.getByRole("button", { name: "Look again Skills" })).toBeVisible();
  await page.evaluate(() => scrollTo(0, 225));
  await draw("request");
  await page.goto("/admin/watchlist");
  await page.locator("summary").first().click();
  await expect(page.getByText(/as EVE’s history says$/).first()).toBeVisible();
  await draw("watchlist");
}
