import { enter } from "./api-session.ts";
import { call, test } from "./group-pages.ts";
import { expect, expectAccessible, expectToFit, pilotName } from "./product.ts";
import * as z from "zod/mini";

const idSchema = z.object({ id: z.string() });
const categoriesSchema = z.array(z.object({ id: z.string(), name: z.string() }));

test("an owner plans an operation in one line, a member answers with one tap, and it is cancelled and restored", async ({
  page,
  category,
}) => {
  await enter(page, "Aurelia Voss");
  const categories = z.parse(categoriesSchema, await call(page, "GET", "/groups/categories"));
  const categoryId = categories.find(({ name }) => name === category)?.id;
  const name = pilotName("Wing");
  const group = { categoryId, name, visibility: "hidden", joinMode: "approval" };
  z.parse(idSchema, await call(page, "POST", "/groups", group));

  await page.goto("/operations");
  await expectToFit(page);
  await expectAccessible(page);
  await page.getByRole("link", { name: "New operation" }).first().click();
  await page.getByRole("button", { name: "Save operation" }).click();
  await expect(page.getByText("Starts at must be a day and a time")).toBeVisible();
  const line = page.getByRole("textbox", { name: "In one line" });
  await line.fill("tomorrow 19:00 shield ferox, Okkamon");
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("Shield ferox");
  await page.getByRole("checkbox", { name, exact: true }).check();
  await expectToFit(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save operation" }).click();
  await expect(page.getByRole("heading", { name: "Shield ferox", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Coming" }).click();
  await expect(page.getByRole("button", { name: "Coming", pressed: true })).toBeVisible();
  await page.getByRole("textbox", { name: "With which ship or role" }).fill("Basilisk");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Basilisk")).toBeVisible();
  await expectToFit(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cancel operation" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel operation" }).click();
  await expect(page.getByText(/^Cancelled by Aurelia Voss/)).toBeVisible();
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByRole("button", { name: "Coming", pressed: true })).toBeVisible();
  await page.goto("/operations");
  await expect(page.getByRole("link", { name: "Shield ferox" })).toBeVisible();
  await page.getByRole("link", { name: "Participation" }).click();
  await expect(page.getByRole("heading", { name: "By pilot" })).toBeVisible();
  await expectToFit(page);
  await expectAccessible(page);
  await page.goto("/operations/new");
  await expect(page.getByRole("textbox", { name: "In one line" })).toBeVisible();
});
