import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { FLEET_SCOPE } from "#shared/account/step-up-scopes.ts";
import { write } from "#test/support/answers/write.ts";
import { killAfter } from "#test/support/kills/kill-invocation.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup, prepareOperation } from "#test/support/people/group-builders.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { runCron } from "#test/support/workerd/run-cron.ts";
import { EVERY_MINUTE } from "#worker/work/crons.ts";
import { operationReadings, participations } from "#worker/db/schema/operations.ts";
import { CHARACTER_SCOPES } from "#worker/esi/scopes.ts";
import { fleetReadings } from "#worker/operations/readings.ts";

const MINUTE = 60_000;
const FEROX = 37_480;
const SCOPES = { scopes: [...CHARACTER_SCOPES, FLEET_SCOPE] };
const muster = await startMuster();
const { db } = muster.context;

const commander = await linkPilot(muster, { name: "Aurelia Voss" }, SCOPES);
const { newEden } = commander;
const second = await linkPilot(muster, { name: "Tovi Renn" }, SCOPES);
const plain = await linkPilot(muster, { name: "Mira Tal" });
const alt = await linkPilot(muster, { name: "Rook Ansgar" }, { altOf: plain.user });
const stranger = await linkPilot(muster, { name: "Nils Brandvold" });
const reader = await buildUser(muster, { name: "Bram Oyelaran" });
const group = await buildGroup(muster, {
  owner: commander.user,
  members: [second.user, plain.user, reader],
  name: "Sunday Fleet",
});
const UNKNOWN_ID = 2_115_000_001;

type Given = { startsAt?: Date; commanderId?: string | null };

async function plan({ startsAt = new Date(), ...given }: Given = {}) {
  const operation = prepareOperation(muster, group, commander.user, {
    startsAt,
    endsAt: new Date(startsAt.getTime() + 60 * MINUTE),
    commanderId: commander.user.userId,
    ...given,
  });
  await write(muster, operation);
  return operation.id;
}

const read = async (who: BuiltUser, id: string) =>
  (await who.api.operations[":id"].$get({ param: { id } })).json();
const setRunning = (who: BuiltUser, id: string, isRunning: boolean) =>
  who.api.operations[":id"].reading.$put({ param: { id }, json: { isRunning } });
const tick = (who: BuiltUser, id: string, json: { userIds: string[]; names: string[] }) =>
  who.api.operations[":id"].participants.$put({ param: { id }, json });

/** The crons of these minutes, counted from now. */
async function minutes(from: number, to: number) {
  for (let minute = from; minute <= to; minute += 1) {
    await muster.later(minute * 60, () => runCron(muster, EVERY_MINUTE));
  }
}

/** As lists tell it. */
const ownOf = async (who: BuiltUser, id: string) => {
  const { items } = await (await who.api.operations.$get({ query: {} })).json();
  return items.find((one) => one.id === id)?.took;
};

const peopleOf = async (who: BuiltUser, id: string) => {
  const { participation } = await read(who, id);
  return participation?.people.map(({ name, minutes: count }) => [name, count]);
};

test("a fleet is read from its begin to its end, and alts count for their account", async () => {
  const id = await plan();
  const { id: fleet } = await newEden.formFleet(commander.pilot.id, {
    join: [plain.pilot.id, stranger.pilot.id, UNKNOWN_ID],
    ships: { [plain.pilot.id]: FEROX },
  });
  expect((await setRunning(reader, id, true)).status).toBe(403);
  expect((await setRunning(stranger.user, id, true)).status).toBe(404);
  expect((await setRunning(commander.user, id, true)).status).toBe(200);
  await minutes(0, 3);
  const running = (await read(reader, id)).participation;
  expect(running).toMatchObject({ state: "running", present: 4, known: 2, problem: null });
  // Who is not in the groups is a number, though known here.
  expect(JSON.stringify(running)).not.toContain("Nils");
  await newEden.changeFleet(fleet, { leave: [plain.pilot.id], join: [alt.pilot.id] });
  await minutes(4, 6);
  await muster.later(6 * 60, async () => {
    expect((await setRunning(commander.user, id, false)).status).toBe(200);
    expect(await peopleOf(reader, id)).toEqual([
      ["Aurelia Voss", 6],
      ["Mira Tal", 6],
    ]);
    const { participation } = await read(reader, id);
    expect(participation).toMatchObject({ state: "ended", isComplete: true, present: 4 });
    // Others are told when only of themselves.
    expect(participation?.people[1]?.firstAt).toBeNull();
    expect((await read(plain.user, id)).participation?.people[1]?.firstAt).not.toBeNull();
    // What was read character by character is gone.
    const [row] = await db
      .select()
      .from(operationReadings)
      .where(eq(operationReadings.operationId, id));
    expect(row?.state).toBeNull();
    // A pilot finds on the list what is of the pilot alone.
    expect(await ownOf(plain.user, id)).toEqual({ minutes: 6 });
    expect(await ownOf(reader, id)).toBeNull();
    expect((await setRunning(commander.user, id, true)).status).toBe(409);
  });
  await newEden.changeFleet(fleet, {
    leave: [commander.pilot.id, alt.pilot.id, stranger.pilot.id, UNKNOWN_ID],
  });
});

test("how many of a fleet are known tells of no alts but the reader's own", async () => {
  const id = await plan();
  const joined = [plain.pilot.id, alt.pilot.id];
  const { id: fleet } = await newEden.formFleet(commander.pilot.id, { join: joined });
  await setRunning(commander.user, id, true);
  await minutes(0, 1);
  const known = async (who: BuiltUser) => (await read(who, id)).participation?.known;
  expect((await read(reader, id)).participation?.present).toBe(3);
  expect([await known(reader), await known(commander.user), await known(plain.user)]).toEqual([
    2, 2, 3,
  ]);
  await setRunning(commander.user, id, false);
  await newEden.changeFleet(fleet, { leave: [commander.pilot.id, ...joined] });
});

test("it begins by itself, goes on with another boss who has granted it, and says why it stops", async () => {
  const id = await plan();
  const { id: fleet } = await newEden.formFleet(commander.pilot.id, {
    join: [second.pilot.id, plain.pilot.id],
  });
  await minutes(0, 1);
  expect((await read(reader, id)).participation).toMatchObject({ state: "running", known: 3 });
  await newEden.changeFleet(fleet, { leave: [commander.pilot.id], bossId: second.pilot.id });
  await minutes(2, 4);
  expect((await read(reader, id)).participation).toMatchObject({ known: 2, problem: null });
  await newEden.changeFleet(fleet, { bossId: plain.pilot.id });
  await minutes(5, 8);
  const stopped = (await read(reader, id)).participation;
  expect(stopped?.problem).toMatchObject({
    reason: "boss_changed",
    boss: "Mira Tal",
    ownBossId: null,
  });
  expect((await read(plain.user, id)).participation?.problem?.ownBossId).toBe(plain.pilot.id);
  // Everybody leaves: the fleet is gone, and after a while its reading ends. It was not read to the end.
  await newEden.changeFleet(fleet, { leave: [second.pilot.id, plain.pilot.id] });
  await minutes(9, 30);
  const ended = (await read(reader, id)).participation;
  expect(ended).toMatchObject({ state: "ended", isComplete: false });
  expect(ended?.people.map(({ name }) => name).toSorted()).toEqual([
    "Aurelia Voss",
    "Mira Tal",
    "Tovi Renn",
  ]);
});

test("a gap counts for no one, and a fleet that nobody reads begins nothing", async () => {
  const id = await plan();
  const { id: fleet } = await newEden.formFleet(commander.pilot.id, { join: [plain.pilot.id] });
  await minutes(0, 2);
  await newEden.addFault({ service: "esi", path: "/members$", kind: "bad_gateway" });
  await minutes(3, 12);
  const stopped = (await read(reader, id)).participation;
  expect(stopped?.problem?.reason).toBe("eve_failed");
  await newEden.clearFaults();
  await minutes(13, 17);
  await muster.later(17 * 60, () => setRunning(commander.user, id, false));
  const { participation } = await read(reader, id);
  expect(participation?.isComplete).toBe(false);
  expect(participation?.read).toHaveLength(2);
  const [most] = participation?.people ?? [];
  expect(most?.minutes).toBeLessThan(10);
  await newEden.changeFleet(fleet, { leave: [commander.pilot.id, plain.pilot.id] });
  const other = await plan({ commanderId: plain.user.userId });
  await minutes(0, 2);
  expect((await read(reader, other)).participation).toBeNull();
});

test("without a fleet the commander notes names of members, and of no one else", async () => {
  const id = await plan({ startsAt: new Date(Date.now() - 5 * MINUTE), commanderId: null });
  const unknown = await tick(commander.user, id, { userIds: [], names: ["Nils Brandvold"] });
  expect(unknown.status).toBe(400);
  expect((await tick(reader, id, { userIds: [], names: [] })).status).toBe(403);
  const noted = { userIds: [second.user.userId], names: ["mira tal", ""] };
  expect((await tick(commander.user, id, noted)).status).toBe(200);
  expect((await peopleOf(reader, id))?.toSorted()).toEqual([
    ["Mira Tal", null],
    ["Tovi Renn", null],
  ]);
  await tick(commander.user, id, { userIds: [second.user.userId], names: [] });
  expect(await peopleOf(reader, id)).toEqual([["Tovi Renn", null]]);
  expect(await ownOf(second.user, id)).toEqual({ minutes: null });
  expect(await ownOf(plain.user, id)).toBeNull();
  expect((await read(reader, id)).participation?.isComplete).toBe(true);
  await db.delete(operationReadings).where(eq(operationReadings.operationId, id));
  expect(await db.$count(participations, eq(participations.operationId, id))).toBe(0);
});

test("a reading that is killed after any call is done again, and counts once", async () => {
  for (let after = 1; after <= 8; after += 1) {
    const id = await plan();
    const { id: fleet } = await newEden.formFleet(commander.pilot.id, { join: [plain.pilot.id] });
    await setRunning(commander.user, id, true);
    muster.queue.takeJobs();
    const killed = killAfter(muster.env, after);
    await Promise.race([runCron(muster, EVERY_MINUTE, killed.env), killed.died]);
    killed.restore();
    await minutes(1, 2);
    await muster.later(2 * 60, () => setRunning(commander.user, id, false));
    expect((await peopleOf(reader, id))?.toSorted()).toEqual([
      ["Aurelia Voss", expect.any(Number)],
      ["Mira Tal", expect.any(Number)],
    ]);
    await newEden.changeFleet(fleet, { leave: [commander.pilot.id, plain.pilot.id] });
  }
});

test("who begins an operation again and again has EVE asked once a minute", async () => {
  const id = await plan({ commanderId: null });
  muster.queue.waiting.splice(0);
  await newEden.clearRequests();
  const begin = async () => {
    expect((await setRunning(commander.user, id, true)).status).toBe(200);
    const slice = () => fleetReadings.read({ kind: fleetReadings.kind }).slice(muster.context);
    while ((await slice()).state === "more");
    return (await newEden.requests({ service: "esi" })).length;
  };
  expect(await begin()).toBe(1);
  expect(muster.queue.waiting).toHaveLength(1);
  expect(await begin()).toBe(1);
  expect(await begin()).toBe(1);
  expect(muster.queue.waiting).toHaveLength(1);
  expect(await muster.later(60, begin)).toBe(2);
  await setRunning(commander.user, id, false);
});

test("of the readings that follow one account, three are read at a time, and the others once these have ended", async () => {
  const { id: fleet } = await newEden.formFleet(commander.pilot.id, {});
  const ids: string[] = [];
  for (let nth = 0; nth < 5; nth += 1) {
    const id = await plan({ commanderId: null });
    expect((await setRunning(commander.user, id, true)).status).toBe(200);
    ids.push(id);
  }
  muster.queue.takeJobs();
  const readOnes = async () => {
    const slice = () => fleetReadings.read({ kind: fleetReadings.kind }).slice(muster.context);
    while ((await slice()).state === "more");
    const rows = await db.select().from(operationReadings);
    return rows.filter(({ operationId, state }) => ids.includes(operationId) && state !== null);
  };
  const running = await readOnes();
  expect(running).toHaveLength(3);
  for (const { operationId } of running) await setRunning(commander.user, operationId, false);
  const rest = await readOnes();
  expect(rest).toHaveLength(2);
  for (const { operationId } of rest) await setRunning(commander.user, operationId, false);
  await newEden.changeFleet(fleet, { leave: [commander.pilot.id] });
});

test("a fleet of 256 that is read for three hours costs at most 400 rows and 200 calls", async () => {
  const people = Array.from({ length: 255 }, (_, index) => 2_116_000_000 + index);
  const list = JSON.stringify(people);
  const now = Date.now();
  await db.run(
    sql`insert into users (id, created_at) select 'pilot-' || value, ${now} from json_each(${list})`,
  );
  await db.run(sql`insert into characters (id, name, name_folded, user_id, owner_hash)
    select value, 'Pilot ' || value, 'pilot ' || value, 'pilot-' || value, 'hash' from json_each(${list})`);
  await db.run(sql`insert into group_members (group_id, user_id, role, joined_at)
    select ${group.id}, 'pilot-' || value, 'member', ${now} from json_each(${list})`);
  const id = await plan();
  const { id: fleet } = await newEden.formFleet(commander.pilot.id, { join: people });
  await runCron(muster, EVERY_MINUTE);
  await newEden.clearRequests();
  muster.costs.reset();
  await minutes(1, 60);
  // Somebody leaves and comes back, and ships change, so that every reading differs.
  await newEden.changeFleet(fleet, { leave: people.slice(0, 1) });
  await newEden.changeFleet(fleet, {
    join: people.slice(0, 1),
    ships: { [people[1] ?? 0]: FEROX },
  });
  await minutes(61, 180);
  await muster.later(180 * 60, () => setRunning(commander.user, id, false));
  const { length: calls } = await newEden.requests({ service: "esi" });
  const { rowsWritten } = muster.costs;
  expect(await db.$count(participations, eq(participations.operationId, id))).toBe(256);
  expect(rowsWritten).toBeLessThanOrEqual(400);
  expect(calls).toBeLessThanOrEqual(200);
});

test("who moves an operation, hands it over or cancels it ends the wait for a fleet", async () => {
  const first = await linkPilot(muster, { name: "Ines Korr" }, SCOPES);
  const { id: groupId, ...home } = await buildGroup(muster, {
    owner: first.user,
    admins: [second.user],
    members: [plain.user],
    name: "Monday Fleet",
  });
  const commanderId = first.user.userId;
  const waiting = async () => {
    const given = { startsAt: new Date(), endsAt: new Date(Date.now() + 60 * MINUTE), commanderId };
    const made = prepareOperation(muster, { id: groupId, ...home }, first.user, given);
    await write(muster, made);
    return made.id;
  };
  const change = async (id: string, changed: { startsAt?: string; commanderId?: string }) => {
    const { kind, title, text, doctrine, place, comms, ...now } = await read(first.user, id);
    const kept = { kind, title, text, doctrine, place, comms, startsAt: now.startsAt, commanderId };
    const put = await first.user.api.operations[":id"].$put({
      param: { id },
      json: {
        ...kept,
        minutes: 60,
        groupIds: [groupId],
        version: now.version,
        scope: "one",
        ...changed,
      },
    });
    expect(put.status).toBe(200);
  };
  const cancel = (id: string, isCancelled: boolean) =>
    first.user.api.operations[":id"].cancelled.$put({
      param: { id },
      json: { isCancelled, scope: "one" },
    });
  const stateOf = async (id: string) => (await read(plain.user, id)).participation?.state;

  const [moved, handedOver, restored] = [await waiting(), await waiting(), await waiting()];
  await minutes(0, 2);
  for (const id of [moved, handedOver, restored]) expect(await stateOf(id)).toBe("waiting");
  await change(moved, { startsAt: new Date(Date.now() + 24 * 60 * MINUTE).toISOString() });
  await change(handedOver, { commanderId: second.user.userId });
  await cancel(restored, true);
  expect(await stateOf(restored)).toBeUndefined();
  await minutes(3, 3);
  await cancel(restored, false);
  // What the former commander flies today is a fleet of one of them.
  await newEden.formFleet(first.pilot.id, { join: [plain.pilot.id] });
  await minutes(4, 6);
  expect(await stateOf(moved)).toBeUndefined();
  expect(await stateOf(handedOver)).toBe("waiting");
  expect(await stateOf(restored)).toBe("running");
});
