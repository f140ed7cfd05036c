import { readFileSync } from "node:fs";
import * as z from "zod/mini";
import { enter, signIn } from "./api-session.ts";
import { choosePilot, expect, expectAccessible, openMenu, test } from "./product.ts";

const fileSchema = z.object({ characters: z.array(z.object({})) });

test("a user finds the account page, downloads everything and deletes the account", async ({
  page,
  newPilot,
}) => {
  const name = await newPilot("Leaver");
  await enter(page, name);
  await openMenu(page);
  await page.getByRole("link", { name: /^Your account/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Account" })).toBeVisible();
  await expectAccessible(page);

  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download your data" }).click();
  const file = readFileSync(await (await saved).path(), "utf8");
  expect(file).toContain(name);
  expect(fileSchema.parse(JSON.parse(file)).characters).toHaveLength(1);

  await page.getByRole("button", { name: "Delete your account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await expectAccessible(page);
  await expect(dialog).toContainText("keep one of your characters on a watchlist");
  await dialog.getByLabel(`Type ${name} to confirm`).fill("Not me");
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect(dialog.getByText("This is not the name of your main")).toBeVisible();
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
  await dialog.getByRole("button", { name: "Delete account" }).press("Enter");
  await expect(page.getByRole("button", { name: "Log in with EVE Online" })).toBeVisible();

  // The character can start again.
  await enter(page, name);
  await expect(page.getByRole("region", { name: "Main Character" })).toContainText(name);
});

test("a user merges another account of theirs into this one", async ({
  page,
  browser,
  newPilot,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 40[14]|status of 409/);
  const [main, other] = [await newPilot("Keeper"), await newPilot("Twin")];
  const context = await browser.newContext();
  await enter(await context.newPage(), other);
  await context.close();

  await signIn(page, main);
  await page.goto("/account");
  await page.getByRole("button", { name: "Sign in as the other main" }).click();
  await choosePilot(page, other);
  await expect(page.getByRole("heading", { name: "Authentication Failed" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "You have two accounts here" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Return to Home" })).toBeVisible();
  await expectAccessible(page);
  await page.getByText("See what merging does").click();
  await expect(page.getByRole("heading", { level: 1, name: "Merge accounts" })).toBeVisible();
  await expect(page.getByText(`The account of ${other} and all its sessions end`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Merge the accounts" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Merge", exact: true }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.goto("/dashboard");
  await expect(page.getByRole("region", { name: "Main Character" })).toContainText(main);
  await expect(page.getByRole("link", { name: other, exact: true })).toBeVisible();
});
