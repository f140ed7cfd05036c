import { afterEach, expect, test, vi } from "vitest";
import { authorizeAgain, buildManaged } from "#test/support/corporations/corporation-builders.ts";
import { openFrontDoor } from "#test/support/discord/front-door.ts";
import type { FrontDoor } from "#test/support/discord/front-door.ts";
import {
  inAlliance,
  ruleOf,
  saveRule,
  setAlliance,
} from "#test/support/requirements/requirement-builders.ts";

afterEach(() => vi.useRealTimers());

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FINGERPRINT = /Fingerprint `(\d+:[\w-]{43})`/;
const [OURS, THEIRS] = [99_000_001, 99_000_002];

const text = async (door: FrontDoor) =>
  (await door.messages()).map(({ content }) => content).join("\n");

// First: the tests after it leave events that are ahead of the clock, which are not sealed.
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

test("a group's channel is told of grace periods, and of removals that are held", async () => {
  const door = await openFrontDoor({ topics: ["grace", "held"] });
  const { muster, admin, group } = door;
  const pilots = [];
  for (let count = 0; count < 8; count += 1) {
    const pilot = await door.addPilot({ groups: [group] });
    await setAlliance(muster, pilot, pilot.mainCharacterId, OURS);
    pilots.push(pilot);
  }
  expect((await saveRule(admin, group.id, ruleOf(inAlliance("any", OURS)))).status).toBe(200);
  await door.minutes(2);
  expect(await text(door)).toBe("");
  for (const pilot of pilots) await setAlliance(muster, pilot, pilot.mainCharacterId, THEIRS);
  await door.minutes(3);
  for (const { mainCharacterName } of pilots) {
    expect(await text(door)).toMatch(
      `${mainCharacterName} no longer meets the requirements. The grace period lasts until`,
    );
  }
  await door.driver.advance(3 * DAY);
  for (const pilot of pilots) await setAlliance(muster, pilot, pilot.mainCharacterId, THEIRS);
  await door.minutes(3);
  expect(await text(door)).toContain("8 removals wait for a decision");
  expect((await door.messages()).every(({ pings }) => !pings)).toBe(true);
});

test("a corporation's channel is told of directors who lose their access or their authorization, if it is to be", async () => {
  const door = await openFrontDoor({ topics: [] });
  const { muster, admin, newEden } = door;
  const corporation = await buildManaged({ muster, admin }, { directors: 3 });
  for (const { pilot } of corporation.pilots) await authorizeAgain(muster, pilot.id);
  const [first, second, third] = corporation.pilots.map(({ pilot }) => pilot);
  const { address } = await door.discord.createWebhook(door.channel.id);
  const feed = admin.api.corporations[":id"]["discord-feed"];
  const save = (topics: ("director_unhealthy" | "token_lost")[]) =>
    feed.$put({ param: corporation.param, json: { target: { kind: "webhook", address }, topics } });
  expect((await save(["director_unhealthy", "token_lost"])).status).toBe(200);
  const check = async () => {
    for (let round = 0; round < 4; round += 1) {
      await door.driver.advance(61 * MINUTE);
      await door.driver.checkHealth();
      await door.driver.drain(Date.now());
    }
    await door.minutes(2);
  };
  await newEden.setRoles(first?.id ?? 0, []);
  await newEden.revoke(second?.id ?? 0);
  await check();
  expect(await text(door)).toContain(
    `The director ${first?.name} can no longer read this corporation`,
  );
  expect(await text(door)).toContain(
    `EVE has revoked the authorization of the director ${second?.name}`,
  );
  // What is switched off is not posted.
  await save([]);
  await newEden.setRoles(third?.id ?? 0, []);
  await check();
  expect(await text(door)).not.toContain(third?.name);
});

test("the install link asks for five permissions, and for no others", async () => {
  const { admin } = await openFrontDoor();
  const { installUrl } = await (await admin.api.admin.discord.$get()).json();
  const query = new URL(installUrl ?? "").searchParams;
  // Manage Roles, Manage Nicknames, Create Invite, View Audit Log and Create Events.
  const bits = (1n << 28n) | (1n << 27n) | (1n << 0n) | (1n << 7n) | (1n << 44n);
  expect(query.get("permissions")).toBe(String(bits));
  // It includes `applications.commands`: https://docs.discord.com/developers/topics/oauth2
  expect(query.get("scope")).toBe("bot");
});
