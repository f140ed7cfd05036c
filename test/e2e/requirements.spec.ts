import { openSession, signIn } from "./api-session.ts";
import { call, makeGroup, requireOf, test } from "./group-pages.ts";
import { expect, expectAccessible } from "./product.ts";
import {
  rows,
  picker,
  preview,
  unsaved,
  openRequirements,
  add,
  expectSaved,
  expectEditorAccessible,
} from "./requirement-editor.ts";

test("by keyboard alone, a leader asks for a group, valid authorizations and Discord", async ({
  page,
  category,
}) => {
  await signIn(page, "Aurelia Voss");
  const { name: other } = await makeGroup(page, category);
  const { path } = await openRequirements(page, category);

  const { keyboard } = page;
  await page.getByRole("button", { name: "Add a condition" }).focus();
  await keyboard.press("Enter");
  await expect(picker(page)).toBeFocused();
  await keyboard.type("member");
  await keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Groups" })).toBeFocused();
  await keyboard.type(other);
  await expect(page.getByRole("option", { name: other })).toBeVisible();
  // Picks the group; Done; the next condition.
  await keyboard.press("Enter");
  await keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Condition", exact: true })).toBeFocused();
  await keyboard.press("Enter");
  await expect(picker(page)).toBeFocused();
  await keyboard.type("healthy");
  await keyboard.press("Enter");
  // Asks whose authorization; every character's, and Done.
  await expect(page.getByRole("radio", { name: /The main character/ })).toBeChecked();
  await page.getByRole("radio", { name: /Every character/ }).press("Space");
  await keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Condition", exact: true })).toBeFocused();
  await keyboard.press("Enter");
  await expect(picker(page)).toBeFocused();
  await keyboard.type("discord");
  await keyboard.press("Enter");

  await expect(rows(page).getByRole("listitem")).toHaveText([
    new RegExp(`The person.*a member of ${other}`),
    /and.*a valid authorization/,
    /and.*linked Discord/,
  ]);
  await expect(rows(page).getByRole("combobox", { name: "Whose fact" })).toHaveValue("every");
  // The owner is in the group, has an alt that lost its authorization, and has not linked Discord.
  await expect(rows(page).getByText(/^[01] of 1$/)).toHaveText(["1 of 1", "0 of 1", "0 of 1"]);
  await unsaved(page).getByRole("button", { name: "Save" }).press("Enter");
  await expectSaved(page);
  await page.reload();
  await expect(rows(page).getByRole("listitem")).toHaveCount(3);
  expect(await call(page, "GET", `${path}/requirements`)).toMatchObject({
    editable: {
      tree: {
        type: "all",
        of: [
          { type: "member_of" },
          { type: "characters", which: "every", meet: { type: "authorization", scopes: [] } },
          { type: "discord_linked" },
        ],
      },
    },
  });
  await expectEditorAccessible(page);
});

test("by touch, a leader writes a rule with a pasted skill list and a bracket", async ({
  page,
  category,
}) => {
  await signIn(page, "Aurelia Voss");
  await openRequirements(page, category);
  await page.getByRole("button", { name: "Pilots with a list of skills" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Add a skill.")).toBeVisible();
  await page.getByRole("button", { name: "Paste a skill list" }).click();
  await page
    .getByLabel("Skill list")
    .fill("Jump Drive Calibration\t5\nCapital Ships IV\nCapitl Ships 5");
  await page.getByRole("button", { name: "Add these skills" }).click();
  await expect(page.getByText("2 skills added, 1 line not understood")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: /^Capitl Ships 5$/ })).toBeVisible();
  await expect(page.getByLabel("Level of Capital Ships")).toHaveValue("4");
  await page.getByLabel("Name of the list").fill("Capital pilots");
  await expectEditorAccessible(page);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("button", { name: "Capital pilots · 2 skills" })).toBeVisible();

  await page.getByRole("button", { name: "Any, all or none of ..." }).click();
  await page.getByRole("button", { name: "Condition", exact: true }).first().click();
  await page.getByRole("option", { name: "Has linked Discord" }).click();
  await page.getByRole("button", { name: "Condition", exact: true }).first().click();
  await add(page, "account");
  await page.getByRole("textbox", { name: "Days" }).fill("90");
  await page.getByRole("button", { name: "Done" }).click();
  const bracket = page.getByRole("list", { name: "any of these" });
  await expect(bracket.getByRole("listitem")).toHaveText([
    /linked Discord/,
    /or.*at least 90 days/,
  ]);
  await expect(unsaved(page)).toContainText(/0 (others )?could join|No member is removed now/);
  await expectEditorAccessible(page);

  // The menu is the only way to move a row on a phone.
  await bracket.getByRole("button", { name: /^More for: The account/ }).click();
  await page.getByRole("menuitem", { name: "Move out of the bracket" }).click();
  await expect(bracket.getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", { name: /^More for: The account/ }).click();
  await page.getByRole("menuitem", { name: "Remove", exact: true }).click();
  await expect(page.getByText("Removed: The account is at least 90 days old")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "90 days", exact: true })).toBeVisible();
  await unsaved(page).getByRole("button", { name: "Save" }).click();
  await expectSaved(page);
});

test("a row is lifted, moved and dropped by keyboard, and each step is announced", async ({
  page,
  category,
}) => {
  await signIn(page, "Aurelia Voss");
  const { id, path } = await makeGroup(page, category);
  await requireOf(page, id, {
    type: "all",
    of: [{ type: "discord_linked" }, { type: "any", of: [{ type: "account_age", days: 10 }] }],
  });
  await page.goto(`${path}?tab=settings&section=requirements`);
  const grip = page.getByRole("button", { name: "Move: Discord is linked" });
  const announced = (text: string | RegExp) =>
    expect(page.getByRole("status").filter({ hasText: text })).toHaveCount(1);
  await grip.focus();
  await page.keyboard.press("Space");
  await announced("Lifted “Discord is linked”. 1 of 2 in “all of these”.");
  await page.keyboard.press("ArrowUp");
  await announced("It cannot move there. Still 1 of 2");
  await page.keyboard.press("ArrowRight");
  await announced("Now 1 of 2 in “any of these”.");
  await expect(grip).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await announced("Now 2 of 2 in “any of these”.");
  await page.keyboard.press("Escape");
  await announced("Put back “Discord is linked”. 1 of 2 in “all of these”.");
  await expect(unsaved(page)).toHaveCount(0);
  await page.keyboard.press("Alt+ArrowRight");
  await expect(page.getByRole("list", { name: "any of these" }).getByRole("listitem")).toHaveCount(
    2,
  );
  await page.keyboard.press("n");
  await expect(grip).toHaveCount(0);
  await page.keyboard.press("Delete");
  await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();

  // Dragged with a mouse, the other condition leaves the bracket.
  const dragged = page.getByRole("button", { name: /^Move: The account/ });
  const lead = page.getByRole("button", { name: /^Move: any of/ });
  const [from, to] = [await dragged.boundingBox(), await lead.boundingBox()];
  if (!from || !to) throw new Error("The grips are visible.");
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 8, from.y - 12);
  await page.mouse.move(to.x + 8, to.y + 2, { steps: 6 });
  await page.mouse.up();
  await expect(
    rows(page)
      .getByRole("button", { name: /^Move: / })
      .first(),
  ).toHaveAccessibleName(/^Move: The account/);
});

test("an owner sees what only administrators may use, and writes about mains", async ({
  category,
  enlist,
}) => {
  const { page } = await enlist("Leader");
  await openRequirements(page, category);
  await page.getByRole("button", { name: "Add a condition" }).click();
  await expect(page.getByRole("option", { name: "Has a valid authorization" })).toBeDisabled();
  await expectAccessible(page);
  await add(page, "at least days old");
  await page.getByRole("button", { name: "Done" }).click();
  const which = page.getByRole("combobox", { name: "Whose fact" });
  await expect(which).toHaveValue("main");
  await expect(which.getByRole("option", { name: "Every character" })).toBeDisabled();
  await expect(page.getByRole("radio", { name: /Become members on their own/ })).toBeDisabled();
  await expect(preview(page)).toContainText("You see the names of your members and applicants.");
  await expectEditorAccessible(page);
  await unsaved(page).getByRole("button", { name: "Save" }).click();
  await expectSaved(page);
});

test("another person's change loses nothing: it is shown, and the rule can be saved again", async ({
  page,
  category,
  expectedErrors,
}) => {
  expectedErrors.push(/409|Conflict/);
  await signIn(page, "Aurelia Voss");
  const { path } = await openRequirements(page, category);
  await page.getByRole("button", { name: "Add a condition" }).click();
  await add(page, "discord");
  const other = await openSession("Aurelia Voss");
  const rule = {
    tree: { type: "all", of: [{ type: "account_age", days: 10 }] },
    enrolment: "manual",
    listing: "everyone",
    graceDays: 5,
  };
  const answer = await other.send(`${path}/requirements`, "PUT", { rule, version: null });
  expect(answer.status).toBe(200);
  await unsaved(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The requirements were changed while you edited them")).toBeVisible();
  await expect(page.getByText("The requirements were added.")).toBeVisible();
  await expect(rows(page)).toContainText("linked Discord");
  await expectEditorAccessible(page);
  await unsaved(page).getByRole("button", { name: "Save" }).click();
  await expectSaved(page);
  expect(await call(page, "GET", `${path}/requirements`)).toMatchObject({
    editable: { tree: { of: [{ type: "discord_linked" }] }, graceDays: 3 },
  });
});

test("a preview that fails keeps the numbers before; looking at another tab keeps the rule", async ({
  page,
  category,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/);
  await signIn(page, "Aurelia Voss");
  await openRequirements(page, category);
  await page.getByRole("button", { name: "Add a condition" }).click();
  await add(page, "discord");
  await expect(preview(page)).toContainText(/checked at/);
  await page.route("**/preview", (route) => route.abort());
  await page.getByRole("combobox", { name: "Is or is not" }).selectOption("has not");
  await expect(preview(page)).toContainText("The preview failed.");
  await expect(preview(page)).toContainText(/The numbers above are from \d\d:\d\d EVE/);
  await expectEditorAccessible(page);
  // Another width makes the page ask again: that failed too.
  const again = page.getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  await page.unroute("**/preview");
  await again.click();
  await expect(preview(page)).toContainText(/checked at/);

  const tabs = page.getByRole("navigation", { name: "Manage the group" });
  await tabs.getByRole("link", { name: "Activity" }).click();
  await tabs.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("link", { name: "Requirements", exact: true }).click();
  await expect(page.getByRole("combobox", { name: "Is or is not" })).toHaveValue("no");
  await unsaved(page).getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("heading", { name: "No requirements" })).toBeVisible();
});
