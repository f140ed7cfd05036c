import type { Page } from "@playwright/test";
import { signIn } from "./api-session.ts";
import { call, makeGroup, test } from "./group-pages.ts";
import { choosePilot, expect, expectAccessible, logIn } from "./product.ts";

const rowOf = (page: Page, name: string) =>
  page.getByRole("row").filter({ has: page.getByText(name, { exact: true }) });

test("a leader sets an end, extends several at once, and a member asks to stay", async ({
  enlist,
  category,
}) => {
  const [leader, ada, ben] = [await enlist("Leda"), await enlist("Ada"), await enlist("Ben")];
  const group = await makeGroup(leader.page, category);
  await call(leader.page, "PATCH", group.path, { membershipDays: 5 });
  for (const { page } of [ada, ben]) await call(page, "POST", `/groups/${group.id}/join`);

  await test.step("the member reads the end and asks to stay", async () => {
    await ada.page.goto("/dashboard");
    await expect(ada.page.getByText("Membership ends").first()).toBeVisible();
    await ada.page.getByRole("link", { name: "Ask to stay" }).click();
    await expect(ada.page.getByText("A membership lasts")).toBeVisible();
    await ada.page.getByRole("button", { name: "Ask to stay" }).click();
    await expect(
      ada.page.getByText("You asked to stay: the owner or an admin decides."),
    ).toBeVisible();
    await expectAccessible(ada.page);
  });

  await test.step("the leader approves with another length", async () => {
    await leader.page.goto(`/groups/${group.id}?tab=requests`);
    await expect(leader.page.getByText("asked to stay")).toBeVisible();
    await leader.page.getByRole("checkbox", { name: `Select ${ada.name}` }).check();
    await leader.page.getByLabel("Membership", { exact: true }).selectOption({ label: "60 days" });
    await expectAccessible(leader.page);
    await leader.page.getByRole("button", { name: "Approve 1" }).click();
    await expect(leader.page.getByText("Approved", { exact: true })).toBeVisible();
  });

  await test.step("the leader extends both, and removes the end of one", async () => {
    await leader.page.goto(`/groups/${group.id}`);
    await leader.page.getByRole("button", { name: "With an end 2" }).click();
    await leader.page.getByRole("checkbox", { name: `Select ${ben.name}` }).check();
    await leader.page.getByRole("button", { name: "Select all 2 shown" }).click();
    await expectAccessible(leader.page);
    await leader.page.getByRole("button", { name: "Change ends..." }).click();
    await expect(leader.page.getByText("2 members selected, 2 with an end.")).toBeVisible();
    await leader.page.getByLabel("Days").fill("10");
    await expectAccessible(leader.page);
    await leader.page.getByRole("button", { name: "Change 2 memberships" }).click();
    await expect(leader.page.getByText("2 memberships changed")).toBeVisible();

    const row = rowOf(leader.page, ben.name);
    await expect(row.getByText(/^Until /)).toBeVisible();
    await row.getByRole("button", { name: `Actions for ${ben.name}` }).click();
    await leader.page.getByRole("menuitem", { name: "Set end" }).click();
    await leader.page.getByRole("radio", { name: /^No end/ }).check();
    await leader.page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(leader.page.getByText("The end of the membership was changed")).toBeVisible();
  });

  await test.step("both read what was decided", async () => {
    await ada.page.goto(`/groups/${group.id}`);
    await expect(ada.page.getByText(/ends by itself in 7[45]d/)).toBeVisible();
    await ben.page.goto(`/groups/${group.id}`);
    await expect(ben.page.getByRole("button", { name: "Leave group" })).toBeVisible();
    await expect(ben.page.getByText("ends by itself")).toBeHidden();
  });
});

test("an administrator takes emergency access, and the owner is told", async ({
  page,
  enlist,
  category,
}) => {
  const owner = await enlist("Owner");
  const group = await makeGroup(owner.page, category);
  await signIn(page, "Aurelia Voss");
  await page.goto(`/groups/${group.id}?tab=settings`);
  await page.getByRole("button", { name: "Take access" }).click();
  await page.getByLabel("For").selectOption({ label: "2 hours" });
  await page.getByLabel("Reason").fill("The owner is away");
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Take access" }).click();
  await expect(page.getByText(`You have emergency access to ${group.name}`)).toBeVisible();
  await expect(page.getByText("a system administrator, has the role member until")).toBeVisible();

  await owner.page.goto("/dashboard");
  await expect(owner.page.getByText("Emergency access")).toBeVisible();
  await expect(owner.page.getByText("Reason: The owner is away")).toBeVisible();
  await expectAccessible(owner.page);
  await owner.page.goto(`/groups/${group.id}`);
  await expect(
    rowOf(owner.page, "Aurelia Voss").getByText(/^Emergency access until/),
  ).toBeVisible();
  await call(page, "POST", `/groups/${group.id}/leave`);
});

test("after EVE has confirmed an administrator, the page shows the group with the emergency access", async ({
  page,
  enlist,
  category,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 403/);
  const owner = await enlist("Owner");
  const group = await makeGroup(owner.page, category);
  // An alt proves nothing about the main.
  await logIn(page, "Ярослава Звёздная");
  await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
  const address = `/admin/groups/${group.id}?tab=settings`;
  await page.goto(address);
  await page.getByRole("button", { name: "Take access" }).click();
  await page.getByLabel("Reason").fill("The owner is away");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Take access" }).click();
  await dialog.getByRole("button", { name: "Continue to EVE" }).click();
  await choosePilot(page, "Aurelia Voss");
  await expect(page.getByText(`You have emergency access to ${group.name}`)).toBeVisible();
  await expect(page).toHaveURL((url) => url.pathname + url.search === address);
  await expect(page.getByText("a system administrator, has the role member until")).toBeVisible();
});
