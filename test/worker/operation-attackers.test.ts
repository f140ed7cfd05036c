import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { PlanOperation } from "#shared/operations/operations.ts";
import { write } from "#test/support/answers/write.ts";
import { MAPPED_ROLE_ID, prepareServer } from "#test/support/discord/server-rows.ts";
import { interleave } from "#test/support/kills/interleave.ts";
import { buildUser, buildUsers } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup, operationInput } from "#test/support/people/group-builders.ts";
import { fetchIn } from "#test/support/workerd/fetch-in.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { discordDirectMessages } from "#worker/db/schema/discord-posts.ts";
import { discordRoleGroups } from "#worker/db/schema/discord-servers.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import {
  scheduledEvents,
  operationAnswers,
  operationGroups,
  operationReadings,
  operationRules,
  participations,
} from "#worker/db/schema/operations.ts";
import { NOTHING_READ } from "#worker/operations/fleet.ts";
import { repeatWork } from "#worker/operations/repeats.ts";

const HOUR = 60 * 60 * 1000;
const muster = await startMuster();
const { db } = muster.context;

const owner = await buildUser(muster, { name: "Mira Tal" });
const planner = await buildUser(muster, { name: "Renwick Pell" });
const quiet = await buildUser(muster, { name: "Bram Oyelaran" });
const fleet = await buildGroup(muster, { owner, admins: [planner], name: "Sunday Fleet" });
const secret = await buildGroup(muster, {
  owner,
  members: [quiet],
  name: "Quiet Hours",
  visibility: "hidden",
});

const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const inputOf = (given: Partial<PlanOperation> = {}) => operationInput([fleet.id], given);

async function plan(given: Partial<PlanOperation> = {}, who = owner) {
  const response = await who.api.operations.$post({ json: inputOf(given) });
  expect(response.status).toBe(201);
  return response.json();
}
const read = async (who: BuiltUser, id: string) =>
  (await who.api.operations[":id"].$get({ param: { id } })).json();

/** Makes what series are to have by now. */
async function repeat() {
  const slice = () => repeatWork.read({ kind: repeatWork.kind }).slice(muster.context);
  while ((await slice()).state === "more");
}

/** The rows of the day that the account has been charged with. */
async function spentBy({ userId }: BuiltUser) {
  const [row] = await db.select({ acts: users.dailyActs }).from(users).where(eq(users.id, userId));
  return Number(row?.acts?.["rows"] ?? 0);
}

test("who moves an operation pays for the reminders that are sent once more", async () => {
  const [who, ...crowd] = await buildUsers(muster, 6);
  const group = await buildGroup(muster, { owner: who, members: crowd, name: "Reminded" });
  const { id } = await plan({ groupIds: [group.id] }, who);
  const move = async (version: number) => {
    const before = await spentBy(who);
    const moved = await who.api.operations[":id"].$put({
      param: { id },
      json: { ...inputOf({ groupIds: [group.id], startsAt: at(30 + version) }), version },
    });
    expect(moved.status).toBe(200);
    return (await spentBy(who)) - before;
  };
  const alone = await move(0);
  for (const { userId } of crowd) {
    await db.insert(discordDirectMessages).values({
      userId,
      afterSeq: 0,
      waitsUntil: new Date(),
      origin: "",
      remindMinutes: 15,
    });
    await db
      .insert(operationAnswers)
      .values({ operationId: id, userId, answer: "coming", answeredAt: new Date() });
  }
  expect(await move(1)).toBeGreaterThanOrEqual(alone + 8 * crowd.length);
  const waiting = await move(2);
  expect(waiting).toBeLessThan(alone + 8 * crowd.length);
});

test("a series ends for a group that has dismissed its planner, and goes on where somebody plans for both", async () => {
  const [who, other] = await buildUsers(muster, 2);
  const home = await buildGroup(muster, { owner: who, name: "Plans weekly" });
  const left = await buildGroup(muster, { owner: other, admins: [who], name: "Has dismissed" });
  const kept = await buildGroup(muster, { owner: other, admins: [who], name: "Still shares" });
  const groupIds = [home.id, left.id, kept.id];
  const first = await plan({ groupIds, isWeekly: true, commanderId: null }, who);
  const dismissed = await other.api.groups[":id"].admins[":userId"].$delete({
    param: { id: left.id, userId: who.userId },
  });
  expect(dismissed.status).toBe(204);
  await repeat();
  const { items } = await (await who.api.operations.$get({ query: {} })).json();
  const later = items.filter(({ id, title }) => id !== first.id && title === first.title);
  expect(later.length).toBeGreaterThan(2);
  for (const { groups } of later) {
    expect(groups.map(({ groupId }) => groupId).toSorted()).toEqual([home.id, kept.id].toSorted());
  }
});

test("who plans a weekly operation, or moves all to earlier days, has paid for what the series makes", async () => {
  const who = await buildUser(muster);
  const groupIds: string[] = [];
  for (const name of ["First", "Second", "Third"]) {
    groupIds.push((await buildGroup(muster, { owner: who, name })).id);
  }
  const spent = () => spentBy(who);
  const unpaid = async (act: () => Promise<unknown>) => {
    muster.costs.reset();
    const before = await spent();
    await act();
    await repeat();
    return muster.costs.rowsWritten - ((await spent()) - before);
  };
  const listed = async () => (await (await who.api.operations.$get({ query: {} })).json()).items;
  expect(await unpaid(() => plan({ groupIds, isWeekly: true }, who))).toBeLessThanOrEqual(0);
  const made = await listed();
  expect(made).toHaveLength(4);
  const last = made.at(-1)?.id ?? "";
  const earlier = async () => {
    const json = { ...inputOf({ groupIds, startsAt: at(1) }), version: 0 };
    const moved = await who.api.operations[":id"].$put({
      param: { id: last },
      json: { ...json, scope: "following" },
    });
    expect(moved.status).toBe(200);
  };
  expect(await unpaid(earlier)).toBeLessThanOrEqual(0);
  expect((await listed()).length).toBeGreaterThan(made.length);
});

test("a planner does not read the names of servers that only a group of others has", async () => {
  const server = prepareServer(muster);
  await write(muster, server);
  const { id } = await plan({ groupIds: [fleet.id, secret.id] });
  await db
    .insert(discordRoleGroups)
    .values({ serverId: server.id, roleId: MAPPED_ROLE_ID, groupId: secret.id });
  await db.insert(operationRules).values({ groupId: secret.id, isOnDiscord: true });
  await db.insert(scheduledEvents).values({
    operationId: id,
    serverId: server.id,
    startsAt: new Date(Date.now() + 24 * HOUR),
    refusal: 50_013,
  });
  expect((await read(owner, id)).refusedBy).toHaveLength(1);
  expect((await read(planner, id)).refusedBy).toEqual([]);
});

test("a plain member of a system group does not learn of it by planning", async () => {
  const fc = await buildUser(muster, { name: "Eha Vakaris" });
  const fcs = await buildGroup(muster, { owner, members: [fc], name: "FCs" });
  const system = await buildGroup(muster, {
    owner,
    members: [fc],
    name: "System Ledger",
    visibility: "system",
  });
  const json = { plannersId: fcs.id, isOnDiscord: false };
  const named = await owner.api.operations.rules[":id"].$put({ param: { id: system.id }, json });
  expect(named.status).toBe(200);
  const { operations } = fc.api;
  const answers = [
    await operations.$get({ query: {} }),
    await operations.planning.$get(),
    await operations.participation.$get({ query: { days: "30" } }),
  ];
  for (const answer of answers) expect(await answer.text()).not.toContain(system.id);
  const planned = await operations.$post({ json: inputOf({ groupIds: [system.id] }) });
  expect(planned.status).toBe(400);
});

test("who notes names takes nothing from members of a group that is hidden from them", async () => {
  const { id } = await plan({ groupIds: [fleet.id, secret.id], startsAt: at(-0.5) });
  const tick = (who: BuiltUser, userIds: string[]) =>
    who.api.operations[":id"].participants.$put({ param: { id }, json: { userIds, names: [] } });
  expect((await tick(owner, [quiet.userId, planner.userId])).status).toBe(200);
  const noted = await tick(planner, [owner.userId]);
  expect((await noted.json()).participation?.people.map(({ name }) => name)).toEqual(["Mira Tal"]);
  const rows = await db
    .select({ userId: participations.userId })
    .from(participations)
    .where(eq(participations.operationId, id));
  expect(new Set(rows.map(({ userId }) => userId))).toEqual(new Set([owner.userId, quiet.userId]));
});

test("a change of all later operations leaves each with the groups for which the planner does not plan", async () => {
  const first = await plan({ groupIds: [fleet.id, secret.id], isWeekly: true });
  await repeat();
  const { items } = await (await owner.api.operations.$get({ query: {} })).json();
  const series = items.filter((one) => one.isWeekly);
  expect(series).toHaveLength(4);
  const [, second, third] = series;
  const change = (
    who: BuiltUser,
    id: string,
    given: Partial<PlanOperation>,
    scope: "one" | "following",
  ) =>
    who.api.operations[":id"].$put({
      param: { id },
      json: { ...inputOf(given), version: 0, scope },
    });
  // The second week is not for the hidden group.
  const alone = { startsAt: second?.startsAt ?? "", groupIds: [fleet.id] };
  expect((await change(owner, second?.id ?? "", alone, "one")).status).toBe(200);
  const groupsOf = async (id = "") => {
    const rows = await db
      .select({ groupId: operationGroups.groupId })
      .from(operationGroups)
      .where(eq(operationGroups.operationId, id));
    return rows.length;
  };
  expect([await groupsOf(first.id), await groupsOf(second?.id), await groupsOf(third?.id)]).toEqual(
    [2, 1, 2],
  );
  const later = { startsAt: first.startsAt, title: "Armor", groupIds: [fleet.id] };
  expect((await change(planner, first.id, later, "following")).status).toBe(200);
  expect([await groupsOf(first.id), await groupsOf(second?.id), await groupsOf(third?.id)]).toEqual(
    [2, 1, 2],
  );
});

test("later operations that move before earlier ones take nothing from these, and give them no group", async () => {
  const wing = await buildGroup(muster, { owner, name: "Sunday Wing" });
  const groupIds = [fleet.id, wing.id];
  const first = await plan({ groupIds, isWeekly: true, title: "Moves before", startsAt: at(200) });
  await repeat();
  const listed = async () =>
    (await (await owner.api.operations.$get({ query: {} })).json()).items.filter(({ title }) =>
      ["Moves before", "Moved"].includes(title),
    );
  const [, , third] = await listed();
  await db
    .insert(operationReadings)
    .values({ operationId: first.id, dueAt: new Date(), ...NOTHING_READ, people: [] });
  const moved = await owner.api.operations[":id"].$put({
    param: { id: third?.id ?? "" },
    json: {
      ...inputOf({ title: "Moved", startsAt: at(190), groupIds: [fleet.id, secret.id] }),
      version: 0,
      scope: "following",
    },
  });
  expect(moved.status).toBe(200);
  const names = (await listed()).map(({ title, startsAt, groups }) => [
    Math.round((Date.parse(startsAt) - Date.now()) / HOUR),
    title,
    groups.map(({ name }) => name).toSorted(),
  ]);
  const [before, after] = [
    ["Sunday Fleet", "Sunday Wing"],
    ["Quiet Hours", "Sunday Fleet"],
  ];
  expect(names).toEqual([
    [190, "Moved", after],
    [200, "Moves before", before],
    [368, "Moves before", before],
  ]);
  expect(await db.$count(operationReadings, eq(operationReadings.operationId, first.id))).toBe(1);
});

test.each(["reading", "participants"] as const)(
  "a commander who loses the membership before the write begins and notes nothing: %s",
  async (act) => {
    const commander = await buildUser(muster, { name: `Commander ${act}` });
    const wing = await buildGroup(muster, { owner, admins: [commander], name: `Wing ${act}` });
    const { id } = await plan({
      groupIds: [wing.id],
      startsAt: at(-0.5),
      commanderId: commander.userId,
    });
    // The session is read first, then what decides.
    const lost = interleave(muster.env, 2, async () => {
      await db.delete(groupMembers).where(eq(groupMembers.userId, commander.userId));
    });
    const json = act === "reading" ? { isRunning: true } : { userIds: [], names: [] };
    const request = new Request(new URL(`/api/operations/${id}/${act}`, "https://muster.test"), {
      method: "PUT",
      headers: {
        authorization: `Bearer ${commander.sessionToken}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(json),
    });
    const response = await fetchIn(lost.env, request);
    expect(response.status).toBe(404);
    expect(await db.$count(operationReadings, eq(operationReadings.operationId, id))).toBe(0);
  },
);
