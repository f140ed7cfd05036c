import { expect, test } from "vitest";
import { OPERATION_KINDS } from "#shared/operations/limits.ts";
import type { UserCondition } from "#shared/requirements/tree.ts";
import { buildUser, buildUsers } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { readEvidence } from "#test/support/requirements/read-evidence.ts";
import { setRule } from "#test/support/requirements/rule-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import {
  operationGroups,
  operationReadings,
  operations,
  participations,
} from "#worker/db/schema/operations.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { evaluationMarks } from "#worker/db/schema/requirements.ts";
import { readUser } from "#worker/requirements/evaluation/conditions.ts";
import { and, eq, inArray } from "drizzle-orm";

type TookPart = Extract<UserCondition, { type: "took_part" }>;

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const muster = await startMuster();
const { db } = muster.context;

/** Park and Miller's generator, so that a failure is found again. */
function diceOf(seed: number) {
  let state = seed;
  const roll = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  return {
    chance: (share: number) => roll() < share,
    below: (limit: number) => Math.floor(roll() * limit),
    some: <Item>(items: readonly Item[]) => items.filter(() => roll() < 0.5),
  };
}

const owner = await buildUser(muster, { name: "Aurelia Voss" });
const people = await buildUsers(muster, 3);
const groups = [
  await buildGroup(muster, { owner, members: people, name: "Sunday Fleet" }),
  await buildGroup(muster, { owner, members: people, name: "Home Defence", visibility: "hidden" }),
];

type Made = {
  at: number;
  kind: (typeof OPERATION_KINDS)[number];
  groupIds: string[];
  isCancelled: boolean;
  isCommanded: boolean;
  record: "none" | "running" | "whole" | "gap";
  took: string[];
};

/** An operation of the last 60 days or of the next week, and what is known of it. */
async function make(dice: ReturnType<typeof diceOf>, id: string): Promise<Made> {
  const now = Date.now();
  const at = now - dice.below(60 * 24) * HOUR + 7 * DAY * Number(dice.chance(0.2)) - HOUR;
  const all = dice.some(groups).map((group) => group.id);
  const groupIds = all.length > 0 ? all : [groups[0]?.id ?? ""];
  const isPast = at < now;
  const record = isPast ? (["none", "running", "whole", "gap"] as const)[dice.below(4)] : "none";
  const made: Made = {
    at,
    kind: OPERATION_KINDS[dice.below(OPERATION_KINDS.length)] ?? "fleet",
    groupIds,
    isCancelled: dice.chance(0.15),
    isCommanded: dice.chance(0.7),
    record: record ?? "none",
    took: record === "whole" || record === "gap" ? dice.some(people.map((one) => one.userId)) : [],
  };
  await db.insert(operations).values({
    id,
    groupId: groupIds[0] ?? "",
    kind: made.kind,
    title: id,
    startsAt: new Date(at),
    endsAt: new Date(at + HOUR / 2),
    commanderId: made.isCommanded ? owner.userId : null,
    createdAt: new Date(at),
    cancelledAt: made.isCancelled ? new Date(at) : null,
  });
  for (const groupId of groupIds) {
    await db.insert(operationGroups).values({ operationId: id, groupId, startsAt: new Date(at) });
  }
  if (made.record !== "none") {
    await db.insert(operationReadings).values({
      operationId: id,
      begunAt: new Date(at),
      endedAt: made.record === "running" ? null : new Date(at + HOUR / 2),
      dueAt: new Date(at),
      spans: { read: [], presentMost: 0 },
      people: made.took,
      isComplete: made.record === "whole",
    });
  }
  for (const userId of made.took) {
    await db
      .insert(participations)
      .values({ userId, at: new Date(at), operationId: id, minutes: 30, ships: [] });
  }
  return made;
}

/** The model: what the condition says of a user, by the operations alone. */
function modelOf(condition: TookPart, made: readonly Made[], userId: string, isMember: boolean) {
  const now = Date.now();
  const counting = made.filter(
    ({ at, kind, groupIds, isCancelled }) =>
      at > now - condition.days * DAY &&
      at <= now &&
      !isCancelled &&
      (condition.kinds.length === 0 || condition.kinds.includes(kind)) &&
      groupIds.some((id) => condition.groupIds.includes(id)),
  );
  const count = counting.filter(({ took }) => took.includes(userId)).length;
  if (count >= condition.count) return "met";
  // Nobody knows who was there: it was commanded and not recorded, or recorded with a gap.
  const open = counting.filter(
    ({ record, isCommanded, at, took }) =>
      !took.includes(userId) &&
      (record === "gap" || (record === "none" && isCommanded && at + HOUR / 2 <= now)),
  ).length;
  return (count > 0 || isMember) && count + open >= condition.count ? "unknown" : "unmet";
}

test("who took part in how many operations is what a small model says, and gaps take nothing from anybody", async () => {
  for (let seed = 1; seed <= 12; seed += 1) {
    const dice = diceOf(seed);
    await db.delete(operations);
    const made: Made[] = [];
    for (let index = 0; index < 12; index += 1) made.push(await make(dice, `op-${seed}-${index}`));
    // One of them leaves all groups.
    const [leaver, ...members] = people;
    await db.delete(groupMembers).where(eq(groupMembers.userId, leaver?.userId ?? ""));
    const conditions = Array.from({ length: 6 }, (): TookPart => {
      const named = dice.some(groups).map((group) => group.id);
      return {
        type: "took_part",
        count: 1 + dice.below(4),
        groupIds: named.length > 0 ? named : groups.map((group) => group.id),
        kinds: dice.chance(0.5) ? [] : dice.some(OPERATION_KINDS),
        days: [7, 30, 90][dice.below(3)] ?? 30,
      };
    });
    const tree = { type: "all" as const, of: conditions };
    const evidence = await readEvidence(
      muster,
      people.map((one) => one.userId),
      tree,
    );
    for (const user of evidence) {
      const isMember = members.some((one) => one.userId === user.userId);
      for (const condition of conditions) {
        const { outcome } = readUser(condition, user, Date.now());
        const expected = modelOf(condition, made, user.userId, isMember);
        expect({ seed, condition, outcome }).toEqual({ seed, condition, outcome: expected });
      }
    }
  }
});

test("the next operation is told to members of its group, and participation evaluates again", async () => {
  await db.delete(operations);
  const [group] = groups;
  const [, member, other] = people;
  if (group === undefined || member === undefined || other === undefined) throw new Error("none");
  const startsAt = new Date(Date.now() + 2 * DAY);
  await db.insert(operations).values({
    id: "coming",
    groupId: group.id,
    kind: "fleet",
    title: "Coming",
    startsAt,
    endsAt: new Date(startsAt.getTime() + HOUR),
    createdAt: new Date(),
  });
  await db.insert(operationGroups).values({ operationId: "coming", groupId: group.id, startsAt });
  const condition: TookPart = {
    type: "took_part",
    count: 1,
    groupIds: [group.id],
    kinds: [],
    days: 30,
  };
  await db
    .delete(groupMembers)
    .where(and(eq(groupMembers.userId, other.userId), eq(groupMembers.groupId, group.id)));
  const found = await readEvidence(muster, [member.userId, other.userId], condition);
  const next = found.map((user) => {
    const { fact } = readUser(condition, user, Date.now()).reading;
    return fact?.type === "operations" ? fact.next : undefined;
  });
  expect(next).toEqual([startsAt.toISOString(), null]);
  await setRule(muster, group.id, condition);
  await db.delete(evaluationMarks);
  await db
    .insert(participations)
    .values({ userId: member.userId, at: new Date(), operationId: "coming", ships: [] });
  const marked = await db
    .select()
    .from(evaluationMarks)
    .where(inArray(evaluationMarks.userId, [member.userId, other.userId]));
  expect(marked.map(({ userId }) => userId)).toEqual([member.userId]);
});

test("operations without a record stay unknown when the account of their commander is deleted", async () => {
  await db.delete(operations);
  const commander = await buildUser(muster, { name: "Nyx Carrow" });
  const [member] = people;
  const group = await buildGroup(muster, { owner, members: people.slice(0, 1) });
  for (const [id, hoursAgo] of [
    ["over", 2],
    ["running", 0.5],
  ] as const) {
    const startsAt = new Date(Date.now() - hoursAgo * HOUR);
    const endsAt = new Date(startsAt.getTime() + HOUR);
    const row = { id, groupId: group.id, kind: "fleet" as const, title: id, startsAt, endsAt };
    await db
      .insert(operations)
      .values({ ...row, commanderId: commander.userId, createdAt: startsAt });
    await db.insert(operationGroups).values({ operationId: id, groupId: group.id, startsAt });
  }
  const condition: TookPart = {
    type: "took_part",
    count: 1,
    groupIds: [group.id],
    kinds: [],
    days: 30,
  };
  const { status } = await commander.api.account.$delete({ json: { name: "Nyx Carrow" } });
  expect(status).toBe(204);
  const [user] = await readEvidence(muster, [member?.userId ?? ""], condition);
  expect(user && readUser(condition, user, Date.now()).outcome).toBe("unknown");
  const readings = await db.select().from(operationReadings).orderBy(operationReadings.operationId);
  expect(readings.map(({ operationId, endedAt }) => [operationId, endedAt === null])).toEqual([
    ["over", false],
    ["running", true],
  ]);
});

test("who took part in an operation still counts for its other group when the group that planned it is deleted", async () => {
  await db.delete(operations);
  const member = await buildUser(muster);
  const planning = await buildGroup(muster, { owner, members: [member], name: "Planners" });
  const other = await buildGroup(muster, { owner, members: [member] });
  for (const [id, hours] of [
    ["shared", -2],
    ["alone", -2],
    ["coming", 2],
  ] as const) {
    const startsAt = new Date(Date.now() + hours * HOUR);
    const row = { id, groupId: planning.id, kind: "fleet" as const, title: id, startsAt };
    await db.insert(operations).values({ ...row, endsAt: startsAt, createdAt: startsAt });
    const ids = id === "alone" ? [planning.id] : [planning.id, other.id];
    await db
      .insert(operationGroups)
      .values(ids.map((groupId) => ({ operationId: id, groupId, startsAt })));
  }
  const at = new Date(Date.now() - 2 * HOUR);
  await db.insert(operationReadings).values({
    operationId: "shared",
    begunAt: at,
    endedAt: at,
    dueAt: at,
    spans: { read: [], presentMost: 0 },
    people: [member.userId],
    isComplete: true,
  });
  await db
    .insert(participations)
    .values({ userId: member.userId, at, operationId: "shared", ships: [] });
  const { status } = await owner.api.groups[":id"].$delete({
    param: { id: planning.id },
    json: { name: "Planners" },
  });
  expect(status).toBe(204);
  const condition: TookPart = {
    type: "took_part",
    count: 1,
    groupIds: [other.id],
    kinds: [],
    days: 30,
  };
  const [user] = await readEvidence(muster, [member.userId], condition);
  expect(user && readUser(condition, user, Date.now()).outcome).toBe("met");
  const left = await db.select({ id: operations.id, groupId: operations.groupId }).from(operations);
  expect(left).toEqual([{ id: "shared", groupId: other.id }]);
});
