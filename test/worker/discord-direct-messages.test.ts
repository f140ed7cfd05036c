import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { openFrontDoor } from "#test/support/discord/front-door.ts";
import type { FrontDoor } from "#test/support/discord/front-door.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { readError } from "#test/support/answers/read-error.ts";
import { CATALOGS } from "#worker/language/catalogs.ts";

afterEach(async () => {
  vi.useRealTimers();
  // One channel is opened a minute.
  await env.DB.prepare("delete from discord_direct_messages").run();
  // As without a build.
  delete CATALOGS.de;
  delete CATALOGS.ja;
});

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

async function wants(pilot: Awaited<ReturnType<FrontDoor["addPilot"]>>, isOn = true) {
  return pilot.api.discord.messages.$put({ json: { isOn } });
}

async function reject(door: FrontDoor, who: Awaited<ReturnType<FrontDoor["addPilot"]>>) {
  const { id } = await door.ask(who);
  const json = { reason: "Not now" };
  await door.owner.api.groups["join-requests"][":id"].reject.$post({ param: { id }, json });
}

test("a user who asked for them gets at most one direct message a day, with what others have decided", async () => {
  const door = await openFrontDoor({ topics: [] });
  const [mira, oskar] = [await door.addPilot(), await door.addPilot()];
  expect(await (await wants(mira)).json()).toEqual({
    isOn: true,
    canSend: true,
    isClosed: false,
    remindMinutes: null,
  });
  await reject(door, mira);
  await reject(door, oskar);
  await door.minute();
  const [message] = await door.discord.directMessages(mira.discordId);
  expect(message?.content).toContain("was rejected");
  expect(message?.content).toContain("> Not now");
  expect(message?.pings).toBe(false);
  expect(await door.discord.directMessages(oskar.discordId)).toEqual([]);
  await reject(door, mira);
  await door.driver.advance(12 * HOUR);
  await door.minute();
  expect(await door.discord.directMessages(mira.discordId)).toHaveLength(1);
  await door.driver.advance(12 * HOUR);
  await door.minute();
  expect(await door.discord.directMessages(mira.discordId)).toHaveLength(2);
  await wants(mira, false);
  await door.driver.advance(25 * HOUR);
  await reject(door, mira);
  await door.minute();
  expect(await door.discord.directMessages(mira.discordId)).toHaveLength(2);
});

test("direct messages are opened one by one", async () => {
  const door = await openFrontDoor({ topics: [] });
  const pilots = await Promise.all(Array.from({ length: 6 }, () => door.addPilot()));
  for (const pilot of pilots) {
    await wants(pilot);
    await reject(door, pilot);
  }
  await door.minute();
  const opened = async () => {
    const all = await Promise.all(pilots.map((one) => door.discord.directMessages(one.discordId)));
    return all.filter((messages) => messages.length > 0).length;
  };
  expect(await opened()).toBe(1);
  await door.minutes(60);
  expect(await opened()).toBeGreaterThan(3);
});

test("after the channel of the direct messages is gone, another one is opened", async () => {
  const door = await openFrontDoor({ topics: [] });
  const mira = await door.addPilot();
  await wants(mira);
  await env.DB.prepare(
    "update discord_direct_messages set channel_id = '404', discord_id = ? where user_id = ?",
  )
    .bind(mira.discordId, mira.userId)
    .run();
  await reject(door, mira);
  await door.minute();
  expect(await door.discord.directMessages(mira.discordId)).toEqual([]);
  await door.driver.advance(60);
  await door.minute();
  expect(await door.discord.directMessages(mira.discordId)).toHaveLength(1);
});

test("a user who does not accept messages is not asked again for thirty days", async () => {
  const door = await openFrontDoor({ topics: [] });
  const mira = await door.addPilot();
  await wants(mira);
  await door.discord.closeDirectMessages(mira.discordId);
  await reject(door, mira);
  await door.minute();
  expect((await (await mira.api.discord.messages.$get()).json()).isClosed).toBe(true);
  await door.discord.clearAnswers();
  await reject(door, mira);
  for (let hour = 0; hour < 5; hour += 1) {
    await door.driver.advance(HOUR);
    await door.minute();
  }
  expect((await door.discord.answers()).answers).not.toHaveProperty("POST 403 50007");
  await door.discord.closeDirectMessages(mira.discordId, false);
  await wants(mira);
  await door.minute();
  expect(await door.discord.directMessages(mira.discordId)).toHaveLength(1);
});

test("without a linked account there is nothing to switch on", async () => {
  const door = await openFrontDoor({ topics: [] });
  const mira = await door.addPilot();
  await mira.api.discord.link.$delete();
  const response = await wants(mira);
  expect([response.status, (await readError(response)).message]).toEqual([
    409,
    "Link Discord first.",
  ]);
});

test("a user who wants direct messages is reminded of an end seven days and one day before, each once", async () => {
  const door = await openFrontDoor({ topics: ["left"] });
  const pilot = await door.addPilot();
  await pilot.api.discord.messages.$put({ json: { isOn: true } });
  const { id } = await door.ask(pilot);
  await door.owner.api.groups[":id"]["join-requests"].approve.$post({
    param: door.param,
    json: { ids: [id], membershipDays: 10 },
  });
  const reminders = async () =>
    (await door.discord.directMessages(pilot.discordId)).filter(({ content }) =>
      content.includes("Your membership of"),
    ).length;
  const after = async (seconds: number) => {
    await door.driver.advance(seconds);
    await door.minute();
    await door.minute();
    return reminders();
  };
  const counts = [
    await after(2 * DAY),
    await after(1.1 * DAY),
    await after(1.1 * DAY),
    await after(5 * DAY),
    await after(0.3 * DAY),
    await after(1.1 * DAY),
  ];
  expect(counts).toEqual([0, 1, 1, 2, 2, 3]);
  const [channel] = (await door.messages()).slice(-1);
  expect(channel?.content).toContain(`The membership of ${pilot.mainCharacterName} has ended`);
});

test("what is over before its turn is not told: an invitation, and an end that has moved", async () => {
  const door = await openFrontDoor({ topics: [] });
  const { muster, owner, param } = door;
  const pilot = await door.addPilot();
  const { groups } = owner.api;
  const invite = async () => {
    const { id } = await buildGroup(muster, { owner, joinMode: "approval" });
    const json = { characterName: pilot.mainCharacterName };
    return (await groups[":id"].invitations.$post({ param: { id }, json })).json();
  };
  const { id } = await door.ask(pilot);
  const approval = { ids: [id], membershipDays: 8 };
  await groups[":id"]["join-requests"].approve.$post({ param, json: approval });
  await door.driver.advance(20 * HOUR);
  await wants(pilot);
  await invite();
  await door.minute();
  const [first] = await door.discord.directMessages(pilot.discordId);
  expect(first?.content).toContain("You are invited to");

  await door.driver.advance(5 * HOUR);
  const revoked = await invite();
  await door.minute();
  await groups.invitations[":id"].revoke.$post({ param: { id: revoked.id } });
  const json = { userIds: [pilot.userId], end: { kind: "extend" as const, days: 60 } };
  await groups[":id"].members.ends.$put({ param, json });
  await door.driver.advance(20 * HOUR);
  await door.minute();
  const [second, ...more] = (await door.discord.directMessages(pilot.discordId)).slice(1);
  expect(more).toEqual([]);
  expect(second?.content).toContain("now lasts until");
  expect(second?.content).not.toContain("You are invited to");
  expect(second?.content).not.toContain("You can ask to stay");
});

test("a member's wish to stay is told as one: in the channel, to the member, and in the log", async () => {
  const door = await openFrontDoor({ topics: ["requests"] });
  const { "join-requests": requests, ":id": group } = door.owner.api.groups;
  const pilot = await door.addPilot();
  const asked = await door.ask(pilot);
  const approval = { ids: [asked.id], membershipDays: 8 };
  await group["join-requests"].approve.$post({ param: door.param, json: approval });
  await wants(pilot);
  const { id } = await door.ask(pilot);
  await door.minute();
  const [post] = await door.messages();
  expect(post?.embeds[0]?.description).toContain("asks to stay");
  await requests[":id"].reject.$post({ param: { id }, json: {} });
  await door.minute();
  const [message] = await door.discord.directMessages(pilot.discordId);
  expect(message?.content).toContain("Your request to stay in");
  const { notices } = await (await pilot.api.characters.$get()).json();
  expect(notices.map(({ kind, isExtension }) => [kind, isExtension])).toContainEqual([
    "request_rejected",
    true,
  ]);
  await door.ask(pilot);
  await pilot.api.groups[":id"].leave.$post({ param: door.param });
  const { items } = await (await group.activity.$get({ param: door.param, query: {} })).json();
  const told = items
    .filter(({ kind }) => kind.startsWith("request_"))
    .map(({ kind, detail }) => [kind, "isExtension" in detail]);
  expect(told).toEqual([
    ["request_withdrawn", true],
    ["request_made", true],
    ["request_rejected", true],
    ["request_made", true],
    ["request_approved", false],
    ["request_made", false],
  ]);
});

const speaks = (texts: Record<string, string | readonly (string | readonly [string])[]>) => () =>
  Promise.resolve({ default: { texts, reasons: {}, sentences: {} } });

test("a direct message is in the language of the account, a post in that of its channel", async () => {
  CATALOGS.de = speaks({
    "Your request to join {} was rejected.": ["Deine Anfrage an ", ["1"], " wurde abgelehnt."],
  });
  CATALOGS.ja = speaks({ "{} asks to join, {}": [["1"], "が参加を申請、", ["2"]] });
  const door = await openFrontDoor({ topics: ["requests"] });
  const { feed, param, target } = door;
  const saved = await feed.$put({ param, json: { target, topics: ["requests"], language: "ja" } });
  expect(saved.status).toBe(200);
  const mira = await door.addPilot();
  await mira.api.discord.messages.$put({ json: { isOn: true } });
  const chosen = await mira.api.account.language.$put({ json: { language: "de" } });
  expect(chosen.ok).toBe(true);
  const { id } = await door.ask(mira);
  await door.minute();
  const posts = await door.messages();
  expect(JSON.stringify(posts)).toContain("が参加を申請、");

  const json = { reason: "Not now" };
  await door.owner.api.groups["join-requests"][":id"].reject.$post({ param: { id }, json });
  await door.minute();
  const [german] = await door.discord.directMessages(mira.discordId);
  expect(german?.content).toContain("wurde abgelehnt.");
});
