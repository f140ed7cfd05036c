import type { Page } from "@playwright/test";
import { runEveryMinute, signIn } from "./api-session.ts";
import { linkDiscord } from "./discord.ts";
import { makeGroup, test } from "./group-pages.ts";
import { expect, expectAccessible, pilotName } from "./product.ts";

/** Discord's own pace, and a pass of the cron at worst. */
const DONE = { timeout: 90_000 };

const role = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByText(name, { exact: true }) });

test("an administrator maps a role, switches the server on, and decides what was changed by hand", async ({
  page,
  category,
  enlist,
  newEden,
}) => {
  const { servers } = newEden.discord;
  const founder = await enlist("Linked");
  const { name: group } = await makeGroup(founder.page, category);
  const person = await linkDiscord(founder.page, newEden, founder.name);

  const name = pilotName("Harbour");
  const created = await servers.create({
    name,
    membersIntent: true,
    roles: [{ name: "Scout" }, { name: "Guide" }],
  });
  const scout = created.roles.find((one) => one.name === "Scout")?.id ?? "";
  await servers.addMembers(created.id, [{ userId: person.id }]);
  const rolesOf = async () => {
    const { members } = await servers.read(created.id);
    return members.find(({ userId }) => userId === person.id)?.roles;
  };

  await signIn(page, "Aurelia Voss");
  await page.goto("/admin/discord");
  await expect(page.getByRole("heading", { level: 1, name: "Discord" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: `Set up ${name}` }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole("button", { name: "Switch on" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );

  // The members are read by a job.
  await page.getByRole("button", { name: "Add a group to Scout" }).click();
  await page.keyboard.type(group);
  await page.getByRole("option", { name: group }).click();
  await expect(role(page, "Scout").getByRole("button", { name: `Remove ${group}` })).toBeVisible();
  const preview = page.getByRole("region", { name: "What will change" });
  await expect(preview.getByRole("listitem").filter({ hasText: founder.name })).toContainText(
    "Scout",
    DONE,
  );
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save for later" }).click();
  await page.getByRole("button", { name: "Switch on" }).click();
  // Stories at the same time change who is linked, which is work on this server too.
  await expect(async () => {
    await runEveryMinute(page);
    await expect(page.getByText("Everybody has the roles that their groups give")).toBeVisible();
  }).toPass(DONE);
  await expect.poll(rolesOf, DONE).toEqual([scout]);
  await expectAccessible(page);

  // Somebody takes the role away by hand.
  await servers.editMember(created.id, person.id, { remove: [scout] });
  await page.getByRole("button", { name: "Check for drift" }).click();
  const drift = page.getByRole("region", { name: "Drift" });
  const give = drift.getByRole("button", { name: `Give again Scout of ${founder.name}` });
  await expect(give).toBeVisible(DONE);
  await expect(drift).toContainText("Taken away by hand");
  await expectAccessible(page);
  await give.click();
  await expect.poll(rolesOf, DONE).toEqual([scout]);

  // Somebody gives a role by hand to a person without an account: removing it asks first.
  const stranger = await newEden.discord.createUser({
    username: pilotName("stray").replaceAll(" ", "."),
  });
  await servers.addMembers(created.id, [{ userId: stranger.id }]);
  await servers.editMember(created.id, stranger.id, { add: [scout] });
  await page.getByRole("button", { name: "Check for drift" }).click();
  const remove = drift.getByRole("button", { name: /^Remove Scout of / });
  await expect(remove).toBeVisible(DONE);
  await remove.click();
  const question = page.getByRole("dialog", { name: "Remove the role" });
  await expect(question).toContainText("1 role on Discord is removed");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(remove).toBeVisible();
  await remove.click();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Remove" }).click();
  await expect(remove).toHaveCount(0, DONE);

  await page.getByRole("button", { name: "Switch off" }).click();
  await expect(page.getByText("Off, nothing is changed")).toBeVisible();
  await page.getByRole("button", { name: "Remove from Muster..." }).click();
  await page
    .getByRole("dialog", { name: "Remove the server?" })
    .getByRole("button", { name: "Remove the server" })
    .click();
  await expect(page).toHaveURL(/\/admin\/discord$/);
  expect(await rolesOf()).toEqual([scout]);
});
