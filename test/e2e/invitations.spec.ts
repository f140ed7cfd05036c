import { call, makeGroup, test } from "./group-pages.ts";
import { expect, expectAccessible, openMenu, pilotName } from "./product.ts";

test("a pilot blocks a group, allows it again and declines all the others, by keyboard", async ({
  category,
  enlist,
}) => {
  const [recruiter, pilot] = [await enlist("Recruiter"), await enlist("Wanted")];
  const pushy = pilotName("Pushy Recruits");
  const invite = (groupId: string) =>
    call(recruiter.page, "POST", `/groups/${groupId}/invitations`, { characterName: pilot.name });
  const ids: string[] = [];
  for (const name of [pushy, pilotName("Second Wing"), pilotName("Third Wing")]) {
    const settings = { name, visibility: "hidden", joinMode: "invitation_only" };
    const { id } = await makeGroup(recruiter.page, category, settings);
    ids.push(id);
    await invite(id);
  }
  const { page } = pilot;
  await page.goto("/invitations");
  await expect(page.getByRole("listitem").filter({ hasText: "Expires in 7 days" })).toHaveCount(3);
  await openMenu(page);
  await expect(page.getByRole("link", { name: "Invitations 3 pending" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expectAccessible(page);

  await page
    .getByRole("button", { name: `Do not let this group invite me again (${pushy})` })
    .focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Block invitations" });
  await expect(dialog).toContainText(pushy);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Decline and Block" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("The group cannot invite you again")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Blocked groups" })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: `Allow again ${pushy}` }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("The group can invite you again")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Blocked groups" })).toBeHidden();
  await invite(ids[0] ?? "");

  await page.reload();
  await page.getByRole("button", { name: "Decline all" }).focus();
  await page.keyboard.press("Enter");
  const all = page.getByRole("dialog", { name: "Decline 3 invitations?" });
  await expectAccessible(page);
  await all.getByRole("button", { name: "Decline all" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("3 invitations declined")).toBeVisible();
  await expect(page).toHaveURL(/\/my-groups$/);
  await page.goto("/invitations");
  await expect(page.getByText("No Pending Invitations")).toBeVisible();
});
