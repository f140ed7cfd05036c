import { SABLE_MERIDIAN_ID, SABLE_MERIDIAN_SERVER_ID } from "#test/new-eden/ids.ts";
import { signIn } from "./api-session.ts";
import { linkDiscord } from "./discord.ts";
import { makeGroup, tab, test } from "./group-pages.ts";
import { PHONE } from "./phone.ts";
import { expect, expectAccessible, expectToFit, pilotName } from "./product.ts";

test("an owner chooses a channel, and asks for direct messages", async ({
  category,
  enlist,
  newEden,
}) => {
  const { servers } = newEden.discord;
  const founder = await enlist("Poster");
  const { page } = founder;
  const { path: groupPath } = await makeGroup(page, category);
  const person = await linkDiscord(page, newEden, founder.name);
  const server = await servers.create({ name: pilotName("Pier"), channels: [{ name: "desk" }] });
  await servers.addMembers(server.id, [{ userId: person.id, pending: false }]);

  await page.goto(`${groupPath}?tab=settings`);
  await page.getByRole("button", { name: "Choose channel" }).click();
  const dialog = page.getByRole("dialog", { name: "Discord posts" });
  await dialog.getByRole("button", { name: "Save posts" }).click();
  await expect(dialog.getByText("Choose a channel.")).toBeVisible();
  await dialog.getByLabel("Post to").selectOption({ label: `#desk (${server.name})` });
  await dialog.getByRole("checkbox", { name: "Held removals" }).uncheck();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save posts" }).click();
  await expect(page.getByText("#desk")).toBeVisible();
  await expect(page.getByText("requests to join, new members")).toBeVisible();
  await expectAccessible(page);
  await tab(page, "Activity").click();
  await expect(page.getByText("Discord channel")).toBeVisible();

  await tab(page, "Settings").click();
  await page.getByRole("button", { name: "Change posts" }).click();
  await dialog.getByLabel("Post to").selectOption("A webhook, without buttons");
  await dialog.getByLabel("Address of the webhook").fill("https://example.com/api/webhooks/1/abc");
  await dialog.getByRole("button", { name: "Save posts" }).click();
  await expect(dialog.getByText(/Copy the address of a webhook at Discord/)).toBeVisible();
  await dialog.getByRole("button", { name: "Stop posts" }).click();
  await expect(page.getByRole("button", { name: "Choose channel" })).toBeVisible();

  await page.goto("/account");
  await page.getByRole("checkbox", { name: "Send me direct messages" }).click();
  await expect(page.getByText("Direct messages are on")).toBeVisible();
  await expectAccessible(page);
});

test("an administrator chooses a channel for attacks, and a test says whether it arrives", async ({
  page,
  newEden,
}) => {
  const channels = await newEden.discord.channels(SABLE_MERIDIAN_SERVER_ID);
  const channel = channels.find(({ name }) => name === "general");
  if (channel === undefined) throw new Error("The seeded server has no #general.");
  await signIn(page, "Aurelia Voss");
  await page.goto(`/admin/corporations/${SABLE_MERIDIAN_ID}?tab=alarms`);
  const test = page.getByRole("button", { name: "Send test: Attack" });
  const target = page.getByRole("combobox", { name: "Channel for Attack" });
  await target.selectOption({ label: "#general · Sable Meridian" });
  await test.click();
  await expect(page.getByText("The test arrived in #general. It mentions no one.")).toBeVisible();
  const posted = await newEden.discord.messages(channel.id);
  expect(posted.at(-1)?.content).toContain("Test by Aurelia Voss");
  await newEden.addFault({ service: "discord", kind: "unavailable", path: "/messages$" });
  await test.click();
  await expect(page.getByText("The test did not arrive in #general")).toBeVisible();
  await expect(page.getByText("Discord does not answer.")).toBeVisible();
  await newEden.clearFaults();
  const timers = page.getByRole("combobox", { name: "Timers become operations of" });
  await expect(timers).toBeDisabled();
  const ofTimers = page.getByRole("combobox", { name: "Channel for Timers" });
  await ofTimers.selectOption({ label: "#general · Sable Meridian" });
  await timers.selectOption({ label: "Home Defence" });
  await expect(timers).toBeEnabled();
  await page.reload();
  await expect(timers.locator("option:checked")).toHaveText("Home Defence");
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectToFit(page);
  await target.selectOption({ label: "No one is told" });
  await expect(test).toHaveCount(0);
});

test("a choice for alarms keeps what was chosen elsewhere since, and no role of another server", async ({
  page,
}) => {
  const role = { serverId: SABLE_MERIDIAN_SERVER_ID, roleId: "790000000000000991", name: "Scouts" };
  const other = { serverId: "790000000000000992", serverName: "Outpost" };
  const channel = { ...other, channelId: "790000000000000993", channelName: "alarms" };
  const path = `**/api/corporations/${SABLE_MERIDIAN_ID}/alarms`;
  const { serverId: from, roleId, name: roleName } = role;
  const former = { channelId: "790000000000000994", channelName: "general", halt: null };
  const attack = { ...former, serverId: from, serverName: "Sable Meridian", roleId, roleName };
  const json = {
    channels: { attack } as Record<string, typeof attack>,
    quiet: null,
    language: "en",
    timersGroup: null,
    planning: [],
    readers: 1,
    readAt: null,
    alarms: [],
    unknown: [],
    hasBot: true,
  };
  await page.route(path, (route) => route.fulfill({ json }));
  await page.route(`${path}/choices`, (route) =>
    route.fulfill({ json: { channels: [channel], roles: [role], missing: null } }),
  );
  await signIn(page, "Aurelia Voss");
  await page.goto(`/admin/corporations/${SABLE_MERIDIAN_ID}?tab=alarms`);
  const target = page.getByRole("combobox", { name: "Channel for Attack" });
  await expect(target).toBeEnabled();
  json.channels["fuel"] = attack;
  const saved = page.waitForRequest((request) => request.method() === "PUT");
  await target.selectOption({ label: "#alarms · Outpost" });
  const { serverId, channelId } = channel;
  expect((await saved).postDataJSON()).toMatchObject({
    channels: { attack: { serverId, channelId, roleId: null }, fuel: { serverId: from, roleId } },
  });
});

test("an administrator registers the commands", async ({ page }) => {
  await signIn(page, "Aurelia Voss");
  const register = page.getByRole("button", { name: "Register commands" });
  // Discord has three seconds to answer, and what it answered is shown for a minute.
  await expect(async () => {
    await page.goto("/admin/settings#diagnosis");
    await expect(register).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await register.click();
  await expect(page.getByText(/^Registered on \d+ servers?\.$/)).toBeVisible();
  await expectAccessible(page);
});
