import type { Page } from "@playwright/test";
import * as z from "zod/mini";
import { openSession, runEveryMinute, signIn } from "./api-session.ts";
import type { Category } from "./group-pages.ts";
import { call, makeGroup, test } from "./group-pages.ts";
import { choose, closeWindow } from "./discord.ts";
import { choosePilot, expect, expectAccessible, expectToFit, pilotName } from "./product.ts";
import { PHONE } from "./phone.ts";

/** Discord's own pace, and a pass of the cron at worst. */
const DONE = { timeout: 90_000 };
/** Nothing that a new player needs lies below, on a phone (issue 43). */
const LOWEST_ON_A_PHONE = 1150;
const MOST_CLICKS = 5;

const codeSchema = z.object({ code: z.string() });
const settingsSchema = z.object({ version: z.int() });

type Session = Awaited<ReturnType<typeof openSession>>;

/** Calls a route of a server's settings, and returns their version. */
async function ask(session: Session, path: string, method: string, body?: object) {
  const response = await session.send(path, method, body);
  const text = await response.text();
  expect(response.status, `${method} ${path}: ${text}`).toBeLessThan(300);
  return settingsSchema.parse(JSON.parse(text)).version;
}

/** A group with an invite link, whose members get a role on a server that they may join through Muster. */
async function buildInvitation(founder: Page, category: Category, names: { group: string }) {
  const settings = { name: names.group, joinMode: "invitation_only" };
  const { id } = await makeGroup(founder, category, settings);
  const answer = await call(founder, "POST", `/groups/${id}/invite-codes`, {});
  return { id, link: `/i/${codeSchema.parse(answer).code}` };
}

/** The lowest edge of these controls, from the top of the page. */
async function lowestOf(page: Page, selector: string) {
  return page.locator(selector).evaluateAll((found) => {
    const edges = found.map((one) => one.getBoundingClientRect().bottom + scrollY);
    return Math.max(0, ...edges);
  });
}

test("a new player goes from an invite link to the role on Discord in at most five clicks", async ({
  page,
  category,
  enlist,
  newEden,
  newPilot,
}) => {
  const { servers } = newEden.discord;
  const names = { group: pilotName("Capital Pilots"), server: pilotName("Concord") };
  const founder = await enlist("Recruiter");
  const { id, link } = await buildInvitation(founder.page, category, names);
  await call(founder.page, "PATCH", `/groups/${id}`, { isShownInInvites: true });

  const server = await servers.create({
    name: names.server,
    membersIntent: true,
    roles: [{ name: "Capital Pilot" }],
  });
  const roleId = server.roles.find(({ name }) => name === "Capital Pilot")?.id ?? "";
  const administrator = await openSession("Aurelia Voss");
  await ask(administrator, "/admin/discord", "POST", { serverId: server.id });
  const settings = {
    roles: [{ roleId, groupIds: [id] }],
    nickname: null,
    joinGroupId: id,
    drift: "list",
  };
  const path = `/admin/discord/${server.id}`;
  const version = await ask(administrator, path, "GET");
  const saved = await ask(administrator, path, "PUT", { ...settings, version });
  await ask(administrator, `${path}/switch`, "POST", { isOn: true, version: saved });

  const name = await newPilot("Pip Marlowe");
  const person = await newEden.discord.createUser({
    username: pilotName("pip").replaceAll(" ", "."),
    globalName: name,
  });
  await page.setViewportSize(PHONE);
  let clicks = 0;
  const click = async (button: string) => {
    clicks += 1;
    await page.getByRole("button", { name: button }).click();
  };

  // Before the login: the community, the group and who invites.
  await page.goto(link);
  await expect(page).toHaveTitle("Invitation · Muster");
  await expect(
    page.getByRole("heading", { level: 1, name: `${founder.name} invites you to ${names.group}` }),
  ).toBeVisible();
  await expectAccessible(page);
  expect(await lowestOf(page, "main button, main summary")).toBeLessThan(LOWEST_ON_A_PHONE);

  await click("Log in with EVE Online");
  await choosePilot(page, name);
  await click("Claim as Main Character");
  // In the join of that group.
  await expect(page).toHaveURL(new RegExp(`${link}$`));
  await expect(page.getByRole("heading", { level: 1, name: names.group })).toBeVisible();
  await expectAccessible(page);
  await click("Join group");
  await expect(page.getByRole("heading", { level: 1, name: "You are in." })).toBeVisible();
  const role = page.getByRole("list", { name: "Roles on Discord" }).getByRole("listitem");
  await expect(role).toContainText("Link Discord to get this role");
  await expectAccessible(page);
  expect(await lowestOf(page, "#content a, #content button")).toBeLessThan(LOWEST_ON_A_PHONE);

  const opened = page.waitForEvent("popup");
  await click("Link Discord");
  const popup = await opened;
  await choose(popup, person);
  await closeWindow(popup);

  // Linking has added them to the server; the role follows.
  await expect(async () => {
    await runEveryMinute(page);
    await expect(role).toContainText("You have this role", { timeout: 10_000 });
  }).toPass(DONE);
  await expect(role).toContainText("Capital Pilot");
  await expect(role).toContainText(names.server);
  await expectAccessible(page);
  const { members } = await servers.read(server.id);
  expect(members.find(({ userId }) => userId === person.id)?.roles).toEqual([roleId]);
  expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);

  await page.getByRole("link", { name: "Continue to Dashboard" }).click();
  const steps = page.getByRole("region", { name: "First steps" });
  await expect(steps).toContainText(/[34] of 5 done/);
  await expect(steps.getByRole("listitem").filter({ hasText: "Link your Discord" })).toContainText(
    "Done",
  );
  await expectAccessible(page);
  expect(await lowestOf(page, "section:has(> ol) button, section:has(> ol) a")).toBeLessThan(
    LOWEST_ON_A_PHONE,
  );
});

test("a visitor sees the community alone, unless the owner shows the group; an unusable link says no more", async ({
  page,
  category,
  enlist,
}) => {
  const group = pilotName("Quiet Wing");
  const founder = await enlist("Quiet");
  const { id, link } = await buildInvitation(founder.page, category, { group });
  await page.goto(link);
  await expect(
    page.getByRole("heading", { level: 1, name: "You have been invited" }),
  ).toBeVisible();
  await expect(page.getByText("Membership")).toBeVisible();
  await expect(page.getByText(group)).toHaveCount(0);
  await expect(page.getByText(founder.name)).toHaveCount(0);
  await expectAccessible(page);
  await page.goto("/i/0000000000");
  await expect(
    page.getByRole("heading", { level: 1, name: "This invite link does not work" }),
  ).toBeVisible();
  await expect(page.getByText("Signing in does not use the link.")).toBeVisible();
  await expectAccessible(page);

  // The owner's choice.
  await founder.page.goto(`/groups/${id}?tab=settings`);
  await founder.page.getByRole("button", { name: "Edit group" }).click();
  const dialog = founder.page.getByRole("dialog", { name: "Edit group" });
  await dialog.getByRole("radio", { name: "Show the group to everyone with the link" }).check();
  await expectAccessible(founder.page);
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(founder.page.getByText("Group updated successfully!")).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1, name: new RegExp(group) })).toBeVisible();
});

test("a new player's dashboard begins with the first steps, which can be hidden", async ({
  page,
  newPilot,
}) => {
  const name = await newPilot("Newcomer");
  await signIn(page, name);
  await page.goto("/dashboard");
  const steps = page.getByRole("region", { name: "First steps" });
  await expect(steps).toContainText(`Main character: ${name}`);
  const next = steps.locator("[aria-current=step]");
  await expect(next.getByRole("link", { name: "Groups that you can join" })).toBeVisible();
  await expect(steps.getByRole("button", { name: "Link Discord" })).toBeVisible();
  await expect(steps.getByRole("button", { name: "Link an alt" })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  expect(await lowestOf(page, "section:has(> ol) button, section:has(> ol) a")).toBeLessThan(
    LOWEST_ON_A_PHONE,
  );
  await expectToFit(page);
  await steps.getByRole("button", { name: "Hide the first steps" }).click();
  await expect(steps).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("region", { name: "Main Character" })).toBeVisible();
  await expect(steps).toHaveCount(0);
});
