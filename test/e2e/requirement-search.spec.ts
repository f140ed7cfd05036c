import { enter } from "./api-session.ts";
import { test } from "./group-pages.ts";
import { expect } from "./product.ts";
import { add, expectEditorAccessible, openRequirements, rows } from "./requirement-editor.ts";

test("an administrator finds an alliance, and titles that a director can read", async ({
  page,
  category,
}) => {
  await enter(page, "Aurelia Voss");
  await openRequirements(page, category);
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
  await expectEditorAccessible(page);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(rows(page).getByRole("listitem")).toHaveText([
    /in the alliance Null Concord/,
    /the in-game title Quartermaster of Sable Meridian/,
  ]);
});
