import type { Page } from "@playwright/test";
import { signIn } from "./api-session.ts";
import { tab } from "./group-pages.ts";
import { expect, expectAccessible, test } from "./product.ts";

const consequencesOf = (page: Page) =>
  page.getByRole("dialog").getByRole("region", { name: "Consequences" });

test("a deletion says who loses what, leads to what can be undone, and Escape leaves everything as it is", async ({
  page,
}) => {
  await signIn(page, "Aurelia Voss");
  await page.goto("/admin/groups?search=home+defence");
  await page
    .getByRole("link", { name: /Home Defence/ })
    .first()
    .click();
  await tab(page, "Settings").click();
  const open = page.getByRole("button", { name: /Delete group/ });
  await open.click();
  const consequences = consequencesOf(page);
  await expect(consequences).toContainText("Aurelia Voss");
  await expect(consequences).toContainText(/and \d+ others/);
  await expect(consequences).toContainText("All members lose the group");
  await expect(consequences).toContainText("Sable Meridian Wiki");
  await expect(consequences).toContainText("It cannot be undone.");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(open).toBeFocused();

  await open.click();
  await consequences.getByRole("link", { name: "hide it and close it instead" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page).toHaveURL(/tab=settings#group-details$/);
});

test("a removed corporation says whose data goes; without an answer the dialog says so, and the act stays possible", async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/);
  await signIn(page, "Aurelia Voss");
  await page.goto("/admin/corporations?q=sable");
  await page.route("**/api/admin/consequences**", (route) => route.abort());
  await page.getByRole("button", { name: /^Remove Sable Meridian/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("What follows could not be loaded.");
  await expect(dialog.getByRole("button", { name: "Remove Corporation" })).toBeEnabled();
  await expectAccessible(page);
  await page.unroute("**/api/admin/consequences**");
  await dialog.getByRole("button", { name: "Try again" }).click();
  const consequences = consequencesOf(page);
  await expect(consequences).toContainText("Oskar Wren");
  await expect(consequences).toContainText("It can be added again at any time");
  await expectAccessible(page);
  await consequences.getByRole("link", { name: "switch it off instead" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /Sable Meridian/ })).toBeVisible();
});
