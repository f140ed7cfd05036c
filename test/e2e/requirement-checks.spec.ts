import { readFile } from "node:fs/promises";
import { openSession, signIn } from "./api-session.ts";
import { call, test } from "./group-pages.ts";
import { expect } from "./product.ts";
import {
  add,
  expectEditorAccessible,
  expectSaved,
  openRequirements,
  preview,
  rows,
  unsaved,
} from "./requirement-editor.ts";

test("a draft survives a reload, and ends when it is discarded", async ({ page, category }) => {
  await signIn(page, "Aurelia Voss");
  await openRequirements(page, category);
  await page.getByRole("button", { name: "Add a condition" }).click();
  await add(page, "discord");
  await page.getByLabel(/keep their membership for/).fill("7");
  await page.reload();
  await expect(rows(page)).toContainText("linked Discord");
  await expect(page.getByLabel(/keep their membership for/)).toHaveValue("7");
  await unsaved(page).getByRole("button", { name: "Discard" }).click();
  await page.reload();
  await expect(page.getByRole("heading", { name: "No requirements" })).toBeVisible();
});

test("one person is checked by the name of a character, while the rule is written", async ({
  page,
  category,
}) => {
  await signIn(page, "Aurelia Voss");
  await openRequirements(page, category);
  await page.getByRole("button", { name: "Add a condition" }).click();
  await add(page, "account");
  await page.getByRole("textbox", { name: "Days" }).fill("90");
  await page.getByRole("button", { name: "Done" }).click();
  await expect(preview(page)).toContainText(/checked at/);
  const name = page.getByRole("combobox", { name: "Check one person" });
  const check = preview(page).getByRole("button", { name: "Check", exact: true });

  // An alt of the administrator.
  await name.fill("Nyx Halloran");
  await check.click();
  const answer = preview(page).getByText("Aurelia Voss");
  await expect(answer).toBeVisible();
  await expect(preview(page)).toContainText("Meets the requirements, and stays a member.");
  await name.fill("Tovi Renn");
  await check.click();
  await expect(preview(page)).toContainText("Does not meet the requirements.");
  await expect(preview(page)).toContainText("reaches 90 days on");
  await name.fill("Nobody At All");
  await check.click();
  await expect(preview(page)).toContainText("No account has a character named Nobody At All.");
  await expectEditorAccessible(page);
});

test("the editor counts who meets a bracket, and saves the preview as a file", async ({
  page,
  category,
}) => {
  await signIn(page, "Aurelia Voss");
  const { name } = await openRequirements(page, category);
  await page.getByRole("button", { name: "Add a condition" }).click();
  await add(page, "discord");
  await page.getByRole("button", { name: "Any, all or none of ..." }).click();
  await page.getByRole("button", { name: "Condition", exact: true }).first().click();
  await add(page, "account");
  await page.getByRole("textbox", { name: "Days" }).fill("1");
  await page.getByRole("button", { name: "Done" }).click();
  // The bracket and its condition. The owner has not linked Discord.
  await expect(rows(page).getByText("1 of 1 member meets this")).toHaveCount(2);

  await expect(preview(page)).toContainText(/checked at/);
  const download = page.waitForEvent("download");
  await preview(page).getByRole("button", { name: "Download CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(
    `muster-preview-${name.replaceAll(/[^\p{L}\p{N}]+/gu, "-")}.csv`,
  );
  const text = await readFile(await file.path(), "utf8");
  expect(text).toContain('"Main","Main ID","What happens","Grace ends (EVE)","Causes"');
  expect(text).toMatch(/"Mira Tal","\d+","Could join"/);
});

test("a group that is listed only for people who meet its requirements does not exist for others", async ({
  page,
  category,
  browser,
}) => {
  await signIn(page, "Aurelia Voss");
  const { name, path } = await openRequirements(page, category);
  await page.getByRole("button", { name: "Add a condition" }).click();
  await add(page, "account");
  await page.getByRole("textbox", { name: "Days" }).fill("90");
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("radio", { name: /Only people who meet the requirements/ }).check();
  await expectEditorAccessible(page);
  await unsaved(page).getByRole("button", { name: "Save" }).click();
  await expectSaved(page);
  await page.goto(path);
  await expect(page.getByText("Qualified only")).toBeVisible();

  const status = async (who: string) => (await (await openSession(who)).send(path)).status;
  // The account of the first is 96 days old, that of the second 33; the queue evaluates them.
  await expect.poll(() => status("Kestrel Ansgar")).toBe(200);
  expect(await status("Tovi Renn")).toBe(404);

  const other = await browser.newContext();
  const theirs = await other.newPage();
  await signIn(theirs, "Tovi Renn");
  await theirs.goto(path);
  await expect(theirs.getByText("Group not found")).toBeVisible();
  await other.close();
  await call(page, "DELETE", path, { name });
});

test("an administrator finds an alliance, and titles that a director can read", async ({
  page,
  category,
}) => {
  await signIn(page, "Aurelia Voss");
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
