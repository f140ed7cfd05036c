import { call, makeGroup, openGroup, test } from "./group-pages.ts";
import { expect, expectAccessible } from "./product.ts";

test("a leader writes a form, a pilot applies, a reviewer looks and approves, and the pilot reads of each look", async ({
  category,
  enlist,
}) => {
  const leader = await enlist("Leader");
  const settings = { joinMode: "approval" };
  const { name: group, path } = await makeGroup(leader.page, category, settings);
  await leader.page.goto(`${path}/form`);
  await leader.page.getByRole("button", { name: "Add question" }).click();
  await leader.page.getByLabel("Question 1", { exact: true }).last().fill("Why us?");
  await leader.page.getByRole("checkbox", { name: "Wallet’s total" }).check();
  await expectAccessible(leader.page);
  await leader.page.getByRole("button", { name: "Save form" }).click();
  await expect(leader.page.getByText("Form saved")).toBeVisible();

  const pilot = await enlist("Applicant");
  await openGroup(pilot.page, group);
  await pilot.page.getByRole("button", { name: "Request to join" }).click();
  await expect(
    pilot.page.getByRole("heading", { level: 1, name: `Apply to ${group}` }),
  ).toBeVisible();
  await pilot.page.getByRole("button", { name: "Send request" }).click();
  await expect(pilot.page.getByText("This question needs an answer")).toBeVisible();
  await pilot.page.getByLabel("Why us?").fill("Capitals on Sundays.");
  // What was written survives a reload.
  await pilot.page.reload();
  await expect(pilot.page.getByLabel("Why us?")).toHaveValue("Capitals on Sundays.");
  await expect(pilot.page.getByText("You share nothing.")).toBeVisible();
  await pilot.page.getByRole("checkbox").check();
  await expect(pilot.page.getByText("You share 1 section of 1 character until")).toBeVisible();
  await expectAccessible(pilot.page);
  await pilot.page.getByRole("button", { name: "Send request" }).click();
  await expect(pilot.page.getByText("It waits for a reviewer.")).toBeVisible();
  await expect(pilot.page.getByText("No reviewer has looked at what you share.")).toBeVisible();
  await expectAccessible(pilot.page);

  await leader.page.goto("/my-groups");
  await leader.page.getByRole("link", { name: "1 request waiting" }).click();
  await leader.page.getByRole("link", { name: `Open the request of ${pilot.name}` }).click();
  await expect(leader.page.getByText("Capitals on Sundays.")).toBeVisible();
  await leader.page.getByRole("button", { name: "Look Wallet’s total" }).click();
  await expect(
    leader.page.getByRole("button", { name: "Look again Wallet’s total" }),
  ).toBeVisible();
  await leader.page.getByLabel("Write a note").fill("Knows triage.");
  await leader.page.getByRole("button", { name: "Add note" }).click();
  await expect(leader.page.getByText("Knows triage.")).toBeVisible();
  await leader.page.getByRole("button", { name: "In talks" }).click();
  await expect(leader.page.getByRole("button", { name: "In talks" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expectAccessible(leader.page);

  await pilot.page.reload();
  await expect(pilot.page.getByText(`${leader.name} talks to you.`)).toBeVisible();
  await expect(
    pilot.page.getByText(`${leader.name} looked at: Wallet’s total`).first(),
  ).toBeVisible();
  await expect(pilot.page.getByText("Knows triage.")).toHaveCount(0);
  // One box takes one section back, at once; while the request waits it may be given again.
  const box = pilot.page.getByRole("checkbox");
  await expect(box).toBeChecked();
  await box.press("Space");
  await expect(
    pilot.page.getByText("You share nothing. No reviewer sees any value."),
  ).toBeVisible();
  await box.press("Space");
  await expect(pilot.page.getByText("It ends by itself on")).toBeVisible();
  await expect(pilot.page.getByRole("heading", { name: "Who may read it" })).toBeVisible();
  await expectAccessible(pilot.page);
  await pilot.page.getByRole("button", { name: "Stop sharing" }).click();
  await expect(
    pilot.page.getByText("You share nothing. No reviewer sees any value."),
  ).toBeVisible();

  await leader.page.reload();
  await expect(leader.page.getByText("Asked, not given")).toBeVisible();
  await leader.page.getByRole("button", { name: "Approve" }).click();
  const undo = leader.page.getByRole("button", { name: "Undo" });
  await expect(undo).toBeFocused();
  await undo.press("Enter");
  await expect(leader.page.getByRole("button", { name: "Approve" })).toBeVisible();
  await leader.page.keyboard.press("a");
  await expect(undo).toBeFocused();
  await leader.page.keyboard.press("j");
  await expect(leader.page).toHaveURL(/tab=requests/);
  await pilot.page.reload();
  await expect(pilot.page.getByText("You are in.")).toBeVisible();
});

test("a form that is saved keeps the reviewers whom another administrator has chosen since", async ({
  category,
  enlist,
}) => {
  const { page } = await enlist("Leader");
  const { id, path } = await makeGroup(page, category, { joinMode: "approval" });
  const reviewers = await makeGroup(page, category);
  await page.goto(`${path}/form`);
  await page.getByRole("button", { name: "Add question" }).click();
  await page.getByLabel("Question 1", { exact: true }).last().fill("Why us?");
  const json = { version: null, form: null, reviewerGroupId: reviewers.id };
  await call(page, "PUT", `/groups/${id}/form`, json);
  await page.getByRole("button", { name: "Save form" }).click();
  await expect(page.getByText("Form saved")).toBeVisible();
  expect(await call(page, "GET", `/groups/${id}/form`)).toMatchObject({
    version: 1,
    reviewers: { group: { id: reviewers.id } },
  });
});

test("a reviewer goes through requests by single keys, and none of them acts in a field", async ({
  category,
  enlist,
  isMobile,
}) => {
  test.skip(isMobile, "A phone has no keyboard.");
  const { page } = await enlist("Reviewer");
  const settings = { joinMode: "approval" };
  const { name: group, path: groupPath } = await makeGroup(page, category, settings);
  const first = await enlist("First");
  await call(first.page, "POST", `${groupPath}/join-requests`, { reason: "I came first." });
  const second = await enlist("Second");
  await call(second.page, "POST", `${groupPath}/join-requests`, { reason: "I came second." });

  await page.goto(`${groupPath}?tab=requests`);
  await page.getByRole("link", { name: `Open the request of ${first.name}` }).click();
  const heading = (name: string) =>
    page.getByRole("heading", { level: 1, name: `Request of ${name}` });
  await expect(heading(first.name)).toBeVisible();
  await page.keyboard.press("n");
  await expect(page.getByLabel("Write a note")).toBeFocused();
  await page.keyboard.type("japtr");
  await expect(page.getByLabel("Write a note")).toHaveValue("japtr");
  await page.getByLabel("Write a note").blur();

  await page.keyboard.press("j");
  await expect(heading(second.name)).toBeVisible();
  // The note that was begun for the first pilot is not a note about the second one.
  await expect(page.getByLabel("Write a note")).toHaveValue("");
  await page.keyboard.press("j");
  await expect(heading(second.name)).toBeVisible();
  await page.keyboard.press("k");
  await expect(heading(first.name)).toBeVisible();

  // "g", then a letter, is for the whole product: it approves nothing.
  await page.keyboard.press("g");
  await page.keyboard.press("a");
  await page.keyboard.press("t");
  const talks = page.getByRole("button", { name: "In talks" });
  await expect(talks).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("r");
  await expect(page.getByLabel(`Reason for ${first.name} (optional)`)).toBeFocused();
  await page.keyboard.type("a");
  await page.keyboard.press("Escape");
  await expect(talks).toBeVisible();

  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(dialog.getByRole("heading", { name: "On the page of a request" })).toBeVisible();
  await dialog.getByRole("checkbox", { name: "Single-key shortcuts" }).uncheck();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press("a");
  await page.keyboard.press("j");
  await expect(heading(first.name)).toBeVisible();
  await expect(talks).toBeVisible();

  await page.keyboard.press("?");
  await expect(dialog).toHaveCount(0);
  await page.evaluate(() => localStorage.removeItem("muster.screen.singleKeys"));
  await page.reload();
  await expect(heading(first.name)).toBeVisible();
  await page.keyboard.press("a");
  await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();
  await page.keyboard.press("z");
  await expect(talks).toBeVisible();
  await page.keyboard.press("a");
  await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();
  await page.keyboard.press("j");
  await expect(heading(second.name)).toBeVisible();
  await page
    .getByRole("navigation", { name: "Breadcrumbs" })
    .getByRole("link", { name: group })
    .press("Enter");
  await expect(page.getByText("1 waiting")).toBeVisible();

  // The filters stand in the address, and J and K go through the requests that they leave.
  const list = page.getByRole("list", { name: "Join requests" });
  await page.getByLabel("State", { exact: true }).selectOption("In talks");
  await expect(page.getByRole("heading", { name: "No request matches the filters" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Clear all filters" }).press("Enter");
  await expect(list).toContainText(second.name);
  await page.getByLabel("Who talks to the pilot").selectOption("No reviewer yet");
  await expect(page).toHaveURL(/assignee=none/);
  await page.reload();
  await expect(list).toContainText(second.name);
  await page.getByLabel("Waiting since").selectOption("Over 1 day");
  await expect(list).toHaveCount(0);
  await page.getByLabel("Waiting since").selectOption("Any time");
  await page.getByRole("link", { name: `Open the request of ${second.name}` }).press("Enter");
  await expect(page).toHaveURL(/requests\/.*\?assignee=none/);
  await page
    .getByRole("navigation", { name: "Breadcrumbs" })
    .getByRole("link", { name: group })
    .press("Enter");
  await expect(page).toHaveURL(/tab=requests&assignee=none/);
});
