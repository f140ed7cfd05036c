import { runEveryMinute, signIn } from "./api-session.ts";
import { call, idOf, makeGroup, requireOf, tab, test } from "./group-pages.ts";
import { expect, expectAccessible } from "./product.ts";

test("an approval that has left the tab is undone in the group's activity", async ({
  category,
  enlist,
}) => {
  const [leader, player] = [await enlist("Leader"), await enlist("Asker")];
  const { page } = leader;
  const { id } = await makeGroup(page, category, { joinMode: "approval" });
  const request = await call(player.page, "POST", `/groups/${id}/join-requests`, { reason: "o7" });
  await call(page, "POST", `/groups/join-requests/${idOf(request)}/approve`);
  await page.goto(`/groups/${id}?tab=activity`);
  const undo = page.getByRole("button", { name: `Undo the decision about ${player.name}` });
  await expect(undo).toBeVisible();
  await expectAccessible(page);
  await undo.click();
  await expect(undo).toHaveCount(0);
  await tab(page, "Requests").click();
  await expect(page.getByRole("button", { name: `Approve ${player.name}` })).toBeVisible();
  await player.page.goto(`/groups/${id}`);
  await expect(player.page.getByText("Pending approval")).toBeVisible();
});

test("an owner whom the rule would not admit is told that nothing ends", async ({
  page,
  category,
  enlist,
}) => {
  const owner = await enlist("Founder");
  const { id, name } = await makeGroup(owner.page, category);
  await signIn(page, "Aurelia Voss");
  await requireOf(page, id, { type: "discord_linked" });
  await expect(async () => {
    await runEveryMinute(page);
    await owner.page.goto("/dashboard");
    await expect(
      owner.page.getByText(`The rule of ${name} would not admit you; you stay as its owner`),
    ).toBeVisible({ timeout: 5000 });
  }).toPass();
  await expect(owner.page.getByText("Membership ends")).toHaveCount(0);
  await expectAccessible(owner.page);
  await owner.page.goto(`/groups/${id}`);
  await expect(owner.page.getByText("you stay as its owner")).toBeVisible();
  await expect(owner.page.getByRole("button", { name: "You are the owner" })).toBeVisible();
});

test("the header of an automatic group and the list of groups say so", async ({
  page,
  category,
}) => {
  await signIn(page, "Aurelia Voss");
  const { id, name, path } = await makeGroup(page, category);
  // No account is as old as this.
  await requireOf(page, id, { type: "account_age", days: 9000 }, { enrolment: "automatic" });
  await page.goto(path);
  await expect(page.getByText("Automatic", { exact: true }).first()).toBeVisible();
  await page.goto(`/groups?search=${encodeURIComponent(name)}`);
  await expect(page.getByRole("table").getByRole("row").filter({ hasText: name })).toContainText(
    "Automatic",
  );
});
