import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { openFrontDoor } from "#test/support/discord/front-door.ts";
import type { FrontDoor } from "#test/support/discord/front-door.ts";
import { killAfter } from "#test/support/kills/kill-invocation.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { joinRequests } from "#worker/db/schema/groups.ts";
import { openContext } from "#worker/env.ts";
import { cleanUp } from "#worker/app/cron-jobs.ts";

afterEach(() => vi.useRealTimers());

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
type Pilot = Awaited<ReturnType<FrontDoor["addPilot"]>>;

/** A group with a reviewing group, where the owner, a reviewer and a player who has nothing to decide want messages. */
async function open() {
  const door = await openFrontDoor({ topics: ["requests"] });
  const [recruiter, stranger] = [await door.addPilot(), await door.addPilot()];
  const recruiters = await buildGroup(door.muster, { owner: recruiter });
  const { api } = door.owner;
  const json = { version: null, form: null, reviewerGroupId: recruiters.id };
  expect((await api.groups[":id"].form.$put({ param: door.param, json })).status).toBe(204);
  const readers = [door.owner, door.reviewer, recruiter, stranger];
  for (const who of readers) await who.api.discord.messages.$put({ json: { isOn: true } });
  return { ...door, recruiter, stranger, readers };
}

/** Discord quarantines bots that open many messages in a row: Muster opens one after the other. */
async function minutes(door: FrontDoor, count: number) {
  for (let minute = 0; minute < count; minute += 1) await door.minute();
}

const told = async (door: FrontDoor, who: Pilot) =>
  (await door.discord.directMessages(who.discordId)).flatMap(({ content }) =>
    content.split("\n").filter((line) => line.includes("waited")),
  );
const posted = async (door: FrontDoor) =>
  (await door.messages()).flatMap(({ content }) =>
    content.split("\n").filter((line) => line.includes("waited")),
  );
const events = (door: FrontDoor, userId: string) =>
  door.muster.context.db
    .select({ kind: auditEvents.kind })
    .from(auditEvents)
    .where(eq(auditEvents.subjectId, userId))
    .then((found) => found.filter(({ kind }) => kind === "request_waiting").length);

test("a request that has waited for three days is told once: in the channel, to the owner, the admins and the reviewers", async () => {
  const door = await open();
  const pilot = await door.addPilot();
  const { id } = await door.ask(pilot);
  await door.driver.advance(2.9 * DAY);
  await cleanUp(door.muster.context);
  await minutes(door, 2);
  expect([await events(door, pilot.userId), await posted(door)]).toEqual([0, []]);
  await door.driver.advance(0.2 * DAY);
  await cleanUp(door.muster.context);
  await cleanUp(door.muster.context);
  await minutes(door, 100);
  expect(await posted(door)).toEqual([
    `• ${pilot.mainCharacterName} has waited for an answer for 3 days`,
  ]);
  for (const who of [door.owner, door.reviewer, door.recruiter]) {
    const lines = await told(door, who);
    expect(lines).toEqual([expect.stringMatching(/^A request in \*\*.*\*\* has waited/)]);
  }
  expect(await told(door, door.stranger)).toEqual([]);
  expect(await told(door, pilot)).toEqual([]);
  await door.driver.advance(2 * DAY);
  await cleanUp(door.muster.context);
  await minutes(door, 60);
  expect(await events(door, pilot.userId)).toBe(1);
  expect(await posted(door)).toHaveLength(1);
  expect(await told(door, door.owner)).toHaveLength(1);
  const own = await pilot.api.groups["join-requests"][":id"].own.$get({ param: { id } });
  expect((await own.json()).history.map(({ kind }) => kind)).toEqual([
    "request_waiting",
    "request_made",
  ]);
});

test("what is decided before it is told, what is in talks, and what the reader no longer reviews is not told", async () => {
  const door = await open();
  const [quick, talking, late, waiting] = [
    await door.addPilot(),
    await door.addPilot(),
    await door.addPilot(),
    await door.addPilot(),
  ];
  const decided = await door.ask(quick);
  const inTalks = await door.ask(talking);
  const inTalksLater = await door.ask(late);
  await door.ask(waiting);
  const talk = ({ id }: { id: string }) =>
    door.owner.api.groups["join-requests"][":id"].talks.$put({
      param: { id },
      json: { inTalks: true, assigneeId: null },
    });
  await talk(inTalks);
  await door.driver.advance(3.1 * DAY);
  await cleanUp(door.muster.context);
  expect(await events(door, talking.userId)).toBe(0);
  await door.owner.api.groups["join-requests"][":id"].reject.$post({
    param: { id: decided.id },
    json: { reason: null },
  });
  // A new request has not waited.
  await door.ask(quick);
  await talk(inTalksLater);
  await door.owner.api.groups[":id"].form.$put({
    param: door.param,
    json: { version: null, form: null, reviewerGroupId: null },
  });
  await minutes(door, 100);
  expect(await posted(door)).toEqual([
    `• ${waiting.mainCharacterName} has waited for an answer for 3 days`,
  ]);
  expect(await told(door, door.owner)).toEqual([expect.stringMatching(/^A request in/)]);
  expect(await told(door, door.recruiter)).toEqual([]);
  // The talks are over, so they wait.
  await door.owner.api.groups["join-requests"][":id"].talks.$put({
    param: { id: inTalks.id },
    json: { inTalks: false, assigneeId: null },
  });
  await cleanUp(door.muster.context);
  expect(await events(door, talking.userId)).toBe(1);
});

test("killed after any call and run again, each request is told once", async () => {
  const door = await open();
  let deaths = 0;
  for (let calls = 1; ; calls += 1) {
    const pilot = await door.addPilot();
    const { id } = await door.ask(pilot);
    await door.driver.advance(3.1 * DAY);
    const life = killAfter(door.muster.env, calls);
    const run = openContext(life.env).then(cleanUp);
    const end = await Promise.race([life.died, run]);
    life.restore();
    const count = await events(door, pilot.userId);
    const [row] = await door.muster.context.db
      .select({ waitToldAt: joinRequests.waitToldAt })
      .from(joinRequests)
      .where(eq(joinRequests.id, id));
    expect([calls, count === 1]).toEqual([calls, row?.waitToldAt !== null]);
    await cleanUp(door.muster.context);
    await cleanUp(door.muster.context);
    expect([calls, await events(door, pilot.userId)]).toEqual([calls, 1]);
    if (end !== "killed") break;
    deaths += 1;
  }
  expect(deaths).toBeGreaterThan(1);
});
