import { chooseAction, createGroup, openGroup, tab, test } from "./group-pages.ts";
import { expect, expectAccessible, openMenu, pilotName } from "./product.ts";

test("a group gains members by request, invitation and code, and changes its owner", async ({
  category,
  enlist,
}) => {
  const group = pilotName("Night Watch");
  const founder = await enlist("Founder");
  await createGroup(founder.page, category.name, group, "Approval");
  await expectAccessible(founder.page);

  // The second pilot requests to join.
  const second = await enlist("Second");
  await openGroup(second.page, group);
  await second.page.getByRole("button", { name: "Request to join" }).click();
  const dialog = second.page.getByRole("dialog", { name: "Request to join" });
  await dialog.getByLabel("Reason (optional)").fill("I keep watch at night.");
  await expectAccessible(second.page);
  await dialog.getByRole("button", { name: "Send request" }).click();
  await expect(second.page.getByText("Pending approval")).toBeVisible();
  await expect(second.page.getByRole("button", { name: "Withdraw request" })).toBeVisible();

  await founder.page.goto("/my-groups");
  await founder.page.getByRole("link", { name: "1 request waiting" }).click();
  await expect(founder.page.getByText("I keep watch at night.")).toBeVisible();
  await expectAccessible(founder.page);
  await founder.page.getByRole("button", { name: `Approve ${second.name}` }).click();
  await expect(founder.page.getByText("0 waiting · 1 approved")).toBeVisible();
  await expect(tab(founder.page, "Members")).toHaveText(/2$/);

  // The third pilot is invited.
  const third = await enlist("Third");
  await tab(founder.page, "Invitations").click();
  await founder.page.getByRole("button", { name: "Send invitation" }).click();
  await expect(founder.page.getByText("Please enter a character name")).toBeVisible();
  await founder.page.getByLabel("Character name").fill(third.name.slice(0, -1));
  await founder.page.getByRole("option", { name: third.name }).click();
  await expect(founder.page.getByLabel("Character name")).toHaveValue(third.name);
  await founder.page.getByRole("button", { name: "Send invitation" }).click();
  await expect(founder.page.getByText(`Invitation sent to ${third.name}`)).toBeVisible();
  await expect(founder.page.getByRole("row", { name: third.name })).toBeVisible();
  await expectAccessible(founder.page);

  await third.page.goto("/dashboard");
  await openMenu(third.page);
  await third.page.getByRole("link", { name: "Invitations 1 pending" }).click();
  await expect(third.page.getByText("Expires in 7 days")).toBeVisible();
  await expect(third.page.getByText("No description")).toBeVisible();
  await expectAccessible(third.page);
  await third.page.getByRole("button", { name: "Accept" }).click();
  await expect(third.page).toHaveURL(/\/my-groups$/);
  await expect(third.page.getByRole("link", { name: group })).toBeVisible();

  // The fourth pilot redeems a code.
  await tab(founder.page, "Codes").click();
  await founder.page.getByLabel("Use limit").fill("2");
  await founder.page.getByRole("button", { name: "Create code" }).click();
  await expect(founder.page.getByText("0 / 2", { exact: true })).toBeVisible();
  await expectAccessible(founder.page);
  // Not innerText: a row below the fold is not rendered.
  const code = (await founder.page.locator("code").textContent()) ?? "";
  await founder.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await founder.page.getByRole("button", { name: `Copy link the code ${code}` }).click();
  const link = await founder.page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).pathname).toBe(`/i/${code}`);

  const fourth = await enlist("Fourth");
  await fourth.page.clock.install();
  await fourth.page.goto("/groups");
  await fourth.page.getByRole("button", { name: "Redeem Code" }).click();
  await expect(fourth.page.getByText("Please enter an invite code")).toBeVisible();
  // spec.md §9: invite code message 5 s.
  await fourth.page.clock.fastForward(5000);
  await expect(fourth.page.getByText("Please enter an invite code")).toHaveCount(0);
  await fourth.page.getByRole("textbox", { name: "Invite code" }).fill(` ${code.toLowerCase()} `);
  await fourth.page.getByRole("button", { name: "Redeem Code" }).click();
  await expect(fourth.page).toHaveURL(/\/my-groups$/);
  await expect(fourth.page.getByText(`Successfully joined ${group}!`)).toBeVisible();
  await expect(fourth.page.getByRole("heading", { level: 1, name: "My Groups" })).toBeVisible();
  await expect(fourth.page.getByRole("link", { name: group })).toBeVisible();
  await expectAccessible(fourth.page);

  // The fifth pilot opens the invite link, which is used up then.
  const fifth = await enlist("Fifth");
  await fifth.page.goto(link);
  await expect(fifth.page).toHaveTitle("Invitation · Muster");
  await expect(fifth.page.getByRole("heading", { level: 1, name: group })).toBeVisible();
  await expect(fifth.page.getByText(`${founder.name} invites you to join`)).toBeVisible();
  await expectAccessible(fifth.page);
  await fifth.page.getByRole("button", { name: "Join group" }).click();
  await expect(fifth.page.getByRole("heading", { level: 1, name: "You are in." })).toBeVisible();
  await expect(fifth.page.getByText(`${fifth.name} is a member of ${group}.`)).toBeVisible();
  await expectAccessible(fifth.page);
  await fifth.page.reload();
  await expect(fifth.page.getByRole("heading", { name: "You are already a member" })).toBeVisible();

  // The second pilot becomes an admin, then the owner, and the founder leaves.
  await founder.page.reload();
  await tab(founder.page, "Members").click();
  await founder.page.getByLabel("Search members").fill(second.name.slice(1, -1));
  await expect(founder.page.getByText("1 member found")).toBeVisible();
  await expect(founder.page).toHaveURL(/\?search=/);
  await expectAccessible(founder.page);
  await chooseAction(founder.page, second.name, "Make Admin");
  await founder.page
    .getByRole("dialog", { name: "Make Admin" })
    .getByRole("button", { name: "Make Admin" })
    .click();
  await expect(founder.page.getByText("User promoted to admin successfully!")).toBeVisible();
  await tab(founder.page, "Settings").click();
  await founder.page.getByRole("button", { name: "Transfer Ownership" }).click();
  await expect(founder.page.getByText("Please select a new owner")).toBeVisible();
  await founder.page.getByLabel("New owner").fill(second.name.slice(0, -1));
  await founder.page.getByRole("option", { name: second.name }).click();
  await founder.page.getByRole("button", { name: "Transfer Ownership" }).click();
  const transfer = founder.page.getByRole("dialog", { name: "Transfer Ownership" });
  await expect(transfer).toContainText("cannot be undone unless the new owner transfers it back");
  await expectAccessible(founder.page);
  await transfer.getByRole("button", { name: "Transfer Ownership" }).click();
  await expect(founder.page.getByText("Ownership transferred successfully!")).toBeVisible();
  await expect(founder.page.getByRole("button", { name: "Transfer Ownership" })).toHaveCount(0);
  await founder.page.getByRole("button", { name: "Leave group" }).click();
  await founder.page
    .getByRole("dialog", { name: "Leave group" })
    .getByRole("button", { name: "Leave group" })
    .click();
  await expect(founder.page.getByRole("button", { name: "Request to join" })).toBeVisible();

  await second.page.reload();
  await expect(second.page.getByRole("button", { name: "You are the owner" })).toBeVisible();
  const members = second.page.getByRole("table", { name: "Members" });
  await expect(members.getByRole("row", { name: second.name })).toContainText("Owner");
  await expect(members.getByRole("row", { name: third.name })).toContainText("Member");
  await expect(members.getByRole("row", { name: fourth.name })).toContainText("Member");
  await expect(members.getByText(founder.name)).toHaveCount(0);
  await tab(second.page, "Activity").click();
  // Users who have left every list are named to administrators only.
  await expect(
    second.page.getByText(`Someone outside the group transferred the ownership to ${second.name}`),
  ).toBeVisible();
  await expect(second.page.getByText(`${fourth.name} joined with an invite code`)).toBeVisible();
  await expectAccessible(second.page);
});
