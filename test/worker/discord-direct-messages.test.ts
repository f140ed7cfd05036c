import { afterEach, expect, test, vi } from "vitest";
import { openFrontDoor } from "#test/support/discord/front-door.ts";
import type { FrontDoor } from "#test/support/discord/front-door.ts";
import { readError } from "#test/support/answers/read-error.ts";

afterEach(() => vi.useRealTimers());

const HOUR = 60 * 60;

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
  await door.driver.advance(12 * HOUR);
  await reject(door, mira);
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
  for (let minute = 0; minute < 60; minute += 1) await door.minute();
  expect(await opened()).toBeGreaterThan(3);
});

test("a user who does not accept messages is not asked again for thirty days", async () => {
  const door = await openFrontDoor({ topics: [] });
  // Forgets the channels of earlier tests: one is opened a minute.
  await door.muster.env.DB.prepare("delete from discord_direct_messages").run();
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
