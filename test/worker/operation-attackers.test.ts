import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { PlanOperation } from "#shared/operations/operations.ts";
import { write } from "#test/support/answers/write.ts";
import { MAPPED_ROLE_ID, prepareServer } from "#test/support/discord/server-rows.ts";
import { interleave } from "#test/support/kills/interleave.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup, operationInput } from "#test/support/people/group-builders.ts";
import { fetchIn } from "#test/support/workerd/fetch-in.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { discordRoleGroups } from "#worker/db/schema/discord-servers.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import {
  scheduledEvents,
  operationGroups,
  operationReadings,
  operationRules,
  participations,
} from "#worker/db/schema/operations.ts";
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
  const slice = () => repeatWork.read({ kind: repeatWork.kind }).slice(muster.context);
  while ((await slice()).state === "more");
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
