import { afterEach, expect, test, vi } from "vitest";
import type { PlanOperation } from "#shared/operations/operations.ts";
import { answerInstead, refusal } from "#test/support/discord/answer-instead.ts";
import { openFrontDoor } from "#test/support/discord/front-door.ts";
import type { FrontDoor } from "#test/support/discord/front-door.ts";
import { write } from "#test/support/answers/write.ts";
import { prepareOperation } from "#test/support/people/group-builders.ts";

afterEach(() => vi.useRealTimers());

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const planOf = (door: FrontDoor, inMs: number, title = "Shield Ferox"): PlanOperation => ({
  kind: "fleet",
  title,
  startsAt: new Date(Date.now() + inMs).toISOString(),
  minutes: 60,
  place: "Okkamon",
  comms: "Secret comms",
  text: "Secret text",
  doctrine: "",
  commanderId: null,
  groupIds: [door.group.id],
  isWeekly: false,
});

async function plan(door: FrontDoor, inMs: number, title?: string) {
  const response = await door.owner.api.operations.$post({ json: planOf(door, inMs, title) });
  expect(response.status).toBe(201);
  return response.json();
}

const show = (door: FrontDoor, isOnDiscord: boolean) =>
  door.owner.api.operations.rules[":id"].$put({ param: door.param, json: { isOnDiscord } });

const events = async (door: FrontDoor) => (await door.discord.servers.read(door.id)).events;

/** The look that the cron takes every five minutes. */
async function look(door: FrontDoor) {
  for (let minute = 0; minute < 5; minute += 1) await door.minute();
}

test("an operation is an event of a server once its group's owner has switched it on, and ends with it", async () => {
  const door = await openFrontDoor({ topics: [] });
  const operation = await plan(door, 26 * HOUR_MS);
  await look(door);
  expect(await events(door)).toEqual([]);
  expect((await show(door, true)).status).toBe(200);
  await look(door);
  const [event, ...others] = await events(door);
  expect(others).toEqual([]);
  expect(event).toMatchObject({ name: "Shield Ferox", place: "Okkamon" });
  // The server is public to people who are not in the group.
  expect(event?.description).toMatch(new RegExp(`/operations/${operation.id}$`));
  const param = { id: operation.id };
  const moved = { ...planOf(door, 27 * HOUR_MS, "Armor Ferox"), version: 0 };
  expect((await door.owner.api.operations[":id"].$put({ param, json: moved })).status).toBe(200);
  await look(door);
  expect(await events(door)).toMatchObject([{ id: event?.id, name: "Armor Ferox" }]);
  await door.owner.api.operations[":id"].cancelled.$put({ param, json: { isCancelled: true } });
  await look(door);
  expect(await events(door)).toEqual([]);
  await door.owner.api.operations[":id"].cancelled.$put({ param, json: { isCancelled: false } });
  await look(door);
  expect(await events(door)).toHaveLength(1);
  await show(door, false);
  await look(door);
  expect(await events(door)).toEqual([]);
});

test("killed after any of its calls, there is one event, it becomes what it should, and it ends", async () => {
  const door = await openFrontDoor({ topics: [] });
  const { driver, muster } = door;
  await show(door, true);
  const set = (change: string) => (id: string) =>
    muster.env.DB.prepare(`update operations set version = version + 1, ${change} where id = ?`)
      .bind(id)
      .run();
  const cancel = set("cancelled_at = 1");
  const steps = {
    made: { act: undefined, expected: ["Shield Ferox"] },
    moved: { act: set("title = 'Armor Ferox'"), expected: ["Armor Ferox"] },
    ended: { act: cancel, expected: [] },
  };
  const kills: Record<string, number> = {};
  for (const [step, { act, expected }] of Object.entries(steps)) {
    for (let call = 1, isAlive = false; !isAlive; call += 1) {
      // Not through the API: a request by a person shows the operation at once.
      const operation = prepareOperation(muster, door.group, door.owner);
      await write(muster, operation);
      if (act !== undefined) await look(door);
      const [before] = await events(door);
      await act?.(operation.id);
      muster.queue.push({ kind: "discord-events" });
      const message = muster.queue.take();
      if (message === undefined) throw new Error("A message waits.");
      isAlive = await driver.deliverAndKill(message, call);
      // The lease of what was killed ends.
      await driver.advance(4 * 60);
      await driver.drain();
      await look(door);
      const found = await events(door);
      const isSame = step !== "moved" || found[0]?.id === before?.id;
      expect({ call, isSame, names: found.map(({ name }) => name) }).toEqual({
        call,
        isSame: true,
        names: expected,
      });
      kills[step] = call - 1;
      await cancel(operation.id);
      await look(door);
      expect(await events(door)).toEqual([]);
    }
  }
  expect(Math.min(...Object.values(kills))).toBeGreaterThan(2);
});

test("an outage of Discord delays an event", async () => {
  const door = await openFrontDoor({ topics: [] });
  await show(door, true);
  await door.newEden.addFault({
    service: "discord",
    kind: "unavailable",
    path: "/scheduled-events",
  });
  await plan(door, 26 * HOUR_MS);
  await look(door);
  expect(await events(door)).toEqual([]);
  await door.newEden.clearFaults();
  await door.driver.advance(20 * 60);
  await look(door);
  expect(await events(door)).toHaveLength(1);
});

test("an event of a server that has as many as Discord takes is made within an hour after there is room", async () => {
  const door = await openFrontDoor({ topics: [] });
  await show(door, true);
  const tooManyEvents = 30038;
  const restore = answerInstead("POST", /\/scheduled-events$/, refusal(tooManyEvents));
  await plan(door, 26 * HOUR_MS);
  await look(door);
  restore();
  await door.driver.advance(61 * 60);
  await look(door);
  expect(await events(door)).toHaveLength(1);
});

test("where Discord refuses an event, planners read it on the operation until it is made", async () => {
  const door = await openFrontDoor({ topics: [] });
  await show(door, true);
  const { servers } = door.discord;
  await servers.installBot(door.id, { permissions: ["CREATE_INSTANT_INVITE", "MANAGE_ROLES"] });
  const { id } = await plan(door, 26 * HOUR_MS);
  await look(door);
  const param = { id };
  const refusedBy = async (who: FrontDoor["owner"]) =>
    (await (await who.api.operations[":id"].$get({ param })).json()).refusedBy;
  expect(await refusedBy(door.owner)).toHaveLength(1);
  const mira = await door.addPilot();
  await door.join(mira, door.group);
  expect(await refusedBy(mira)).toEqual([]);
  await servers.installBot(door.id);
  await door.driver.advance(61 * 60);
  await look(door);
  expect(await events(door)).toHaveLength(1);
  expect(await refusedBy(door.owner)).toEqual([]);
});

test("a pilot who comes is reminded once, and again of another time; who has left or says no is not", async () => {
  const door = await openFrontDoor({ topics: [] });
  await door.muster.env.DB.prepare("delete from discord_direct_messages").run();
  const [mira, oskar, edda] = [await door.addPilot(), await door.addPilot(), await door.addPilot()];
  for (const pilot of [mira, oskar, edda]) await door.join(pilot, door.group);
  const { id } = await plan(door, 2 * HOUR_MS);
  const answer = (pilot: typeof mira, given: "coming" | "not") =>
    pilot.api.operations[":id"].answer.$put({
      param: { id },
      json: { answer: given, brings: "" },
    });
  const json = { isOn: true, remindMinutes: 30 as const };
  await answer(mira, "coming");
  for (const pilot of [mira, oskar, edda]) await pilot.api.discord.messages.$put({ json });
  await answer(oskar, "not");
  await answer(edda, "coming");
  await door.leave(edda, door.group);
  const sent = async (pilot: typeof mira) =>
    (await door.discord.directMessages(pilot.discordId)).map(({ content }) => content);
  await door.minute();
  expect(await sent(mira)).toEqual([]);
  await door.driver.advance(91 * 60);
  for (let minute = 0; minute < 4; minute += 1) await door.minute();
  expect(await sent(mira)).toEqual([expect.stringContaining("Shield Ferox")]);
  expect([await sent(oskar), await sent(edda)]).toEqual([[], []]);
  const moved = { ...planOf(door, 5 * HOUR_MS), version: 0 };
  await door.owner.api.operations[":id"].$put({ param: { id }, json: moved });
  await door.driver.advance(4 * 60 * 60 + 31 * 60);
  for (let minute = 0; minute < 3; minute += 1) await door.minute();
  expect(await sent(mira)).toHaveLength(2);
});

test("an operation that moves while its reminder is sent is reminded of again", async () => {
  const door = await openFrontDoor({ topics: [] });
  const { env } = door.muster;
  await env.DB.prepare("delete from discord_direct_messages").run();
  const mira = await door.addPilot();
  await door.join(mira, door.group);
  const { id } = await plan(door, 2 * HOUR_MS);
  const param = { id };
  await mira.api.discord.messages.$put({ json: { isOn: true, remindMinutes: 30 } });
  await mira.api.operations[":id"].answer.$put({ param, json: { answer: "coming", brings: "" } });
  await door.driver.advance(91 * 60);
  const release = await door.newEden.hold({ service: "discord", path: "/messages$" });
  const sending = door.minute();
  const leased = env.DB.prepare(
    "select 1 from discord_direct_messages where lease_until is not null",
  );
  await expect.poll(async () => (await leased.all()).results).toHaveLength(1);
  const json = { ...planOf(door, 5 * HOUR_MS), version: 0 };
  expect((await door.owner.api.operations[":id"].$put({ param, json })).status).toBe(200);
  await release();
  await sending;
  await door.driver.advance(4 * 60 * 60 + 31 * 60);
  for (let minute = 0; minute < 3; minute += 1) await door.minute();
  expect(await door.discord.directMessages(mira.discordId)).toHaveLength(2);
});

test("a reminder that waits for its turn is sent also if the operation or the answer changes", async () => {
  const door = await openFrontDoor({ topics: [] });
  const { env } = door.muster;
  await env.DB.prepare("delete from discord_direct_messages").run();
  const [mira, oskar] = [await door.addPilot(), await door.addPilot()];
  const { id } = await plan(door, 2 * HOUR_MS);
  const param = { id };
  const answer = (pilot: typeof mira, given: "coming" | "maybe" | "not", brings = "") =>
    pilot.api.operations[":id"].answer.$put({ param, json: { answer: given, brings } });
  for (const pilot of [mira, oskar]) {
    await door.join(pilot, door.group);
    await pilot.api.discord.messages.$put({ json: { isOn: true, remindMinutes: 30 } });
    await answer(pilot, "coming");
  }
  await door.driver.advance(91 * 60);
  const change = async (version: number, inMs: number) => {
    const json = { ...planOf(door, inMs), text: "o7", version };
    expect((await door.owner.api.operations[":id"].$put({ param, json })).status).toBe(200);
  };
  await change(0, 25 * MINUTE_MS);
  await answer(mira, "coming", "Ferox");
  await answer(oskar, "not");
  await answer(oskar, "coming");
  for (let minute = 0; minute < 3; minute += 1) await door.minute();
  expect(await door.discord.directMessages(mira.discordId)).toHaveLength(1);
  expect(await door.discord.directMessages(oskar.discordId)).toEqual([]);
  // A reminder that was sent, or is not wanted any more, is not due again.
  await change(1, 15 * MINUTE_MS);
  await answer(mira, "maybe");
  for (let minute = 0; minute < 2; minute += 1) await door.minute();
  expect(await door.discord.directMessages(mira.discordId)).toHaveLength(1);
});

test("pilots whose direct messages were never opened are reminded one a minute, and each is looked at in a minute of its own", async () => {
  const door = await openFrontDoor({ topics: [] });
  await door.muster.env.DB.prepare("delete from discord_direct_messages").run();
  const all = await Promise.all(Array.from({ length: 8 }, () => door.addPilot()));
  const pilots = all.slice(0, 5);
  const { id } = await plan(door, 2 * HOUR_MS);
  for (const pilot of all) {
    await door.join(pilot, door.group);
    // The others are reminded later, and take no turn from these.
    const json = { isOn: true, remindMinutes: pilots.includes(pilot) ? 30 : 15 } as const;
    await pilot.api.discord.messages.$put({ json });
    const answer = { answer: "coming" as const, brings: "" };
    await pilot.api.operations[":id"].answer.$put({ param: { id }, json: answer });
  }
  await door.driver.advance(91 * 60);
  await door.minute();
  const { results } = await door.muster.env.DB.prepare(
    "select distinct remind_at from operation_answers where operation_id = ? and remind_at is not null",
  )
    .bind(id)
    .all();
  // Four minutes for those who wait, and the one in which the others are reminded.
  expect(results).toHaveLength(5);
  for (let minute = 0; minute < 6; minute += 1) await door.minute();
  for (const { discordId } of pilots) {
    expect(await door.discord.directMessages(discordId)).toHaveLength(1);
  }
});
