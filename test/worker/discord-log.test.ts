import { afterEach, expect, test, vi } from "vitest";
import { openFrontDoor } from "#test/support/discord/front-door.ts";

afterEach(() => vi.useRealTimers());

const HOUR = 60 * 60;
const DAY = 24 * HOUR;
const FINGERPRINT = /Fingerprint `(\d+:[\w-]{43})`/;

test("the fingerprint of the log is posted where an administrator wants it, when there is a new one", async () => {
  const door = await openFrontDoor({ topics: [] });
  const feed = door.admin.api.admin.log["discord-feed"];
  const { address } = await door.discord.createWebhook(door.channel.id);
  const posted = async () =>
    (await door.messages()).flatMap(({ content }) => FINGERPRINT.exec(content)?.[1] ?? []);
  const hour = async () => {
    await door.driver.advance(HOUR);
    await door.driver.cron("hourly");
    await door.driver.drain();
    await door.minute();
  };
  expect((await feed.$put({ json: { target: { kind: "webhook", address } } })).status).toBe(200);
  await hour();
  await hour();
  const first = await posted();
  expect(first.length).toBeGreaterThan(0);
  await hour();
  await hour();
  const quiet = await posted();
  await door.ask(await door.addPilot());
  await hour();
  await hour();
  const later = await posted();
  expect(later.length).toBeGreaterThan(quiet.length);
  expect(new Set(later).size).toBe(later.length);
  expect((await feed.$delete()).status).toBe(204);
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
