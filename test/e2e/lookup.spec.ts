import { enter } from "./api-session.ts";
import { expect, expectAccessible, expectToFit, test } from "./product.ts";

const LIST = `[ 2026.11.28 19:04:11 ] Mira Tal > o7
Tovi Renn\tJita\tFerox
Magpie Ollerton, Idris Vale
Nobody Has This Name`;

test("a pasted list is sorted into members, pilots of EVE and unknown names, and members are added to a group", async ({
  page,
}) => {
  await enter(page, "Aurelia Voss");
  await page.goto("/admin/pilots");
  await page.getByRole("link", { name: "Paste a list" }).click();
  await expect(page.getByRole("heading", { name: "What it tells" })).toBeVisible();
  await expectToFit(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Who is this" }).click();
  await expect(page.getByText("Paste at least one name")).toBeVisible();
  const names = page.getByRole("textbox", { name: "Names" });
  await names.fill(LIST);
  await names.press("Control+Enter");
  const table = page.getByRole("table", { name: "Who they are" });
  await expect(table.getByRole("row", { name: /Mira Tal/ })).toContainText("Member");
  await expect(table.getByRole("row", { name: /Nobody Has This Name/ })).toContainText(
    "Not in EVE",
  );
  await expectToFit(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: /Unknown$/ }).click();
  await expect(table.getByRole("row", { name: /Mira Tal/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Add to group..." }).click();
  await expect(page.getByRole("dialog")).toContainText("Add");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByRole("heading", { name: "What it tells" })).toBeVisible();
});
