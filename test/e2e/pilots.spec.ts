import { SABLE_MERIDIAN_ID } from "#test/new-eden/ids.ts";
import { signIn } from "./api-session.ts";
import { call, idOf, makeGroup, test } from "./group-pages.ts";
import { expect, expectAccessible } from "./product.ts";

test("an administrator finds a pilot, reads why they are in each group, and repairs", async ({
  page,
  category,
  enlist,
  isMobile,
}) => {
  await signIn(page, "Aurelia Voss");
  const { id: wingId, name: wing } = await makeGroup(page, category, { joinMode: "approval" });
  const { name: next } = await makeGroup(page, category, { joinMode: "invitation_only" });
  const pilot = await enlist("Person");
  const request = await call(pilot.page, "POST", `/groups/${wingId}/join-requests`, {});
  await call(page, "POST", `/groups/join-requests/${idOf(request)}/approve`);

  await page.goto(`/groups/${wingId}`);
  await page.getByRole("link", { name: "Members as of", exact: true }).click();
  const who = page.getByRole("table", { name: /^Members as of/ });
  await expect(who.getByRole("row").filter({ hasText: pilot.name })).toContainText(
    "Approved by Aurelia Voss",
  );
  await expectAccessible(page);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^muster-who-can-.*-now\.csv$/);
  await page.getByRole("textbox", { name: "On" }).fill("2026-01-01");
  await expect(page).toHaveURL(/on=2026-01-01/);
  await expect(page.getByText("The group was created later, on")).toBeVisible();

  await page.goto("/admin/pilots");
  await expect(page.getByRole("table", { name: "Pilots" })).toBeVisible();
  await expectAccessible(page);
  if (isMobile) await page.getByLabel("Sort by").selectOption("Last seen, descending");
  else await page.getByRole("button", { name: "Last seen", exact: true }).click();
  await expect(page).toHaveURL(/sort=-seen/);
  await page.getByRole("searchbox", { name: "Character" }).fill(pilot.name.slice(1));
  await page.keyboard.press("Enter");
  const rows = page.getByRole("table", { name: "Pilots" }).getByRole("row");
  await expect(rows).toHaveCount(2);
  await page.getByRole("button", { name: /^No Discord/ }).click();
  await expect(page).toHaveURL(/noDiscord=true/);
  await expect(rows).toHaveCount(2);
  await page.getByRole("button", { name: /^Suspended/ }).click();
  await expect(page.getByRole("heading", { name: "No pilot found" })).toBeVisible();
  await page.goBack();
  await rows.getByRole("link", { name: pilot.name }).click();

  await expect(page.getByRole("heading", { level: 1, name: pilot.name })).toBeVisible();
  const groups = page.getByRole("region", { name: "Groups" });
  await expect(groups).toContainText("Approved by Aurelia Voss");
  await expect(page.getByRole("region", { name: "Timeline" })).toContainText(wing);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Invite to a group" }).click();
  const invite = page.getByRole("dialog", { name: `Invite ${pilot.name} to a group` });
  await invite.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(invite.getByText("Choose a group from the list")).toBeVisible();
  await invite.getByRole("combobox", { name: "Group" }).fill(next);
  await invite.getByRole("option", { name: next }).click();
  await expect(invite.getByText("Will be invited: 1")).toBeVisible();
  await invite.getByRole("button", { name: "Invite", exact: true }).click();
  await expect(page.getByText(`1 pilot invited to ${next}`)).toBeVisible();

  await groups.getByRole("button", { name: `Remove from ${wing}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(groups).toContainText("This pilot is not a member of any group.");

  await pilot.page.goto("/access");
  const looked = pilot.page.getByRole("region", { name: "Who looked at me" });
  await expect(looked).toContainText("An administrator");

  const sessions = page.getByRole("region", { name: "Sessions" });
  await sessions.getByRole("button", { name: "End all" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End sessions" }).click();
  await expect(sessions).toContainText("Signed out everywhere");
  await pilot.page.goto("/my-groups");
  await expect(pilot.page.getByRole("button", { name: "Log in with EVE Online" })).toBeVisible();
});

test("an administrator adds a pilot to a group, and reads what the pilot had before", async ({
  page,
  category,
  enlist,
  isMobile,
}) => {
  await signIn(page, "Aurelia Voss");
  const settings = { visibility: "hidden", joinMode: "invitation_only" };
  const { name: wing } = await makeGroup(page, category, settings);
  const first = await enlist("Twin");

  await page.goto("/admin/pilots");
  const choose = async (name: string) => {
    await page.getByRole("searchbox", { name: "Character" }).fill(name);
    await page.keyboard.press("Enter");
    // The list before the search may have this row too, and goes with the focus.
    await expect(page.getByText("1 shown", { exact: true })).toBeVisible();
    return page.getByRole("row").filter({ hasText: name });
  };
  const row = await choose(first.name);
  // The keys of the list work while the focus is in it.
  await row.getByRole("link", { name: first.name }).focus();
  await page.keyboard.press("x");
  const bar = page.getByRole("region", { name: "Selection" });
  await expect(bar).toContainText("1 selected");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(bar).toHaveCount(0);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  expect((await download).suggestedFilename()).toBe("muster-pilots.csv");

  await (await choose(first.name)).getByRole("checkbox").check({ force: isMobile });
  await bar.getByRole("button", { name: "Add..." }).click();
  const dialog = page.getByRole("dialog", { name: `Add ${first.name} to a group` });
  await dialog.getByRole("combobox", { name: "Group" }).fill(wing);
  await dialog.getByRole("option", { name: wing }).click();
  await expect(dialog.getByText("Will be members: 1")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText(`1 pilot added to ${wing}`)).toBeVisible();
  await first.page.goto("/access");
  await expect(first.page.getByRole("table", { name: "What you have" })).toContainText(
    "Added by Aurelia Voss",
  );

  await page.goto("/admin/pilots");
  await (await choose(first.name)).getByRole("link", { name: first.name }).click();
  const on = page.getByRole("group", { name: "Show this pilot on a date" });
  await expect(on).toBeVisible();
  await on.getByLabel("On", { exact: true }).fill("2026-10-03");
  await expect(page).toHaveURL(/on=2026-10-03/);
  await expect(page.getByText("Past view: Oct 3, 2026")).toBeVisible();
  await expect(page.getByText("The account was created later, on")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Back to now" }).click();
  await expect(page.getByRole("region", { name: "Groups" })).toContainText(wing);
});

test("on a wide window the filtered list stands beside the pilot, and J and K go through it", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, "A phone has no room for both.");
  await page.setViewportSize({ width: 1920, height: 1000 });
  await signIn(page, "Aurelia Voss");
  await page.goto(`/admin/pilots?corporation=${SABLE_MERIDIAN_ID}`);
  const table = page.getByRole("table", { name: "Pilots" });
  await table.getByRole("link").first().click();
  const beside = page.getByRole("list", { name: "Pilots" }).getByRole("link");
  await expect(beside.first()).toHaveAttribute("aria-current", "page");
  const [first, second] = await beside.allTextContents();
  expect(first).not.toBe(second);
  await expect(page.getByText("Security status")).toBeVisible();
  await page.keyboard.press("j");
  await expect(beside.nth(1)).toHaveAttribute("aria-current", "page");
  await expect(page).toHaveURL(new RegExp(`corporation=${SABLE_MERIDIAN_ID}$`));
  await expectAccessible(page);
  await page.keyboard.press("k");
  await expect(beside.first()).toHaveAttribute("aria-current", "page");
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(beside).toHaveCount(0);
});

test("who a pilot is could not be read: the page says so, and tries again", async ({
  page,
  expectedErrors,
  isMobile,
}) => {
  test.skip(isMobile, "Nothing of it depends on the width.");
  expectedErrors.push(/Failed to load resource/);
  await signIn(page, "Aurelia Voss");
  await page.route("**/card", (route) => route.fulfill({ status: 500, body: "" }));
  await page.goto(`/admin/pilots?corporation=${SABLE_MERIDIAN_ID}`);
  await page.getByRole("table", { name: "Pilots" }).getByRole("link").first().click();
  await expect(page.getByText("The pilot could not be loaded")).toBeVisible();
  await page.unroute("**/card");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Security status")).toBeVisible();
});

test("of two filters that are chosen before the page is drawn again, both count", async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, "Nothing of it depends on the width.");
  await signIn(page, "Aurelia Voss");
  await page.goto("/admin/pilots");
  const filters = page.getByRole("group", { name: "Filters" }).locator("button[aria-pressed]");
  await expect(filters).not.toHaveCount(0);
  await filters.evaluateAll((buttons) => {
    for (const button of buttons.slice(0, 2)) if (button instanceof HTMLElement) button.click();
  });
  await expect(filters.first()).toHaveAttribute("aria-pressed", "true");
  await expect(filters.nth(1)).toHaveAttribute("aria-pressed", "true");
  await expect(page).toHaveURL(/lost=true&noDiscord=true/);
});
