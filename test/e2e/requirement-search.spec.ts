import type { Page } from "@playwright/test";
import { enter } from "./api-session.ts";
import { createGroup, test } from "./group-pages.ts";
import { expect, expectAccessible, pilotName } from "./product.ts";

async function add(page: Page, words: string) {
  const picker = page.getByRole("combobox", { name: "Find a condition" });
  await picker.fill(words);
  await picker.press("Enter");
}

test("an administrator finds an alliance, and titles that a director can read", async ({
  page,
  category,
}) => {
  await enter(page, "Aurelia Voss");
  await createGroup(page, category, pilotName("Capitals"), "Approval");
  await page.goto(`${new URL(page.url()).pathname}?tab=settings&section=requirements`);
  await page.getByRole("button", { name: "Add a condition" }).click();
  await add(page, "alliance");
  await page.getByRole("combobox", { name: "Alliances" }).fill("null con");
  await page.getByRole("option", { name: "Null Concord" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Condition", exact: true }).click();
  await add(page, "titles");
  await page.getByRole("combobox", { name: "Corporation" }).fill("sable");
  await page.getByRole("option", { name: /Sable Meridian/ }).click();
  await page.getByRole("checkbox", { name: "Quartermaster" }).check();
  // At the end of the page, where the bar of unsaved changes covers nothing.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expectAccessible(page);
  await page.getByRole("button", { name: "Done" }).click();
  const rows = page.getByRole("list", { name: "all of these" });
  await expect(rows.getByRole("listitem")).toHaveText([
    /in the alliance Null Concord/,
    /the in-game title Quartermaster of Sable Meridian/,
  ]);
});
