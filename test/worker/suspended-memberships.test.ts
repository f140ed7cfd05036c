import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { buildUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import {
  evaluateAll,
  isMember,
  problemOf,
  ruleOf,
  saveRule,
} from "#test/support/requirements/requirement-builders.ts";
import { buildServer } from "#test/support/discord/server-builders.ts";
import { inDays, startWithSuspensions } from "#test/support/people/suspension-builders.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { evaluationMarks } from "#worker/db/schema/requirements.ts";
import { outcomesOf } from "#worker/requirements/gate.ts";

const DAY = 24 * 60 * 60;

const { muster, admin, suspend, lift } = await startWithSuspensions();
const { db } = muster.context;

afterEach(() => vi.useRealTimers());

const isMarked = async (userId: string) =>
  (await db.select().from(evaluationMarks).where(eq(evaluationMarks.userId, userId))).length > 0;

/** A member of a group, and of one that requires it without grace. */
async function buildDependent() {
  const pilot = await buildUser(muster);
  const base = await buildGroup(muster, { owner: admin, members: [pilot] });
  const dependent = await buildGroup(muster, { owner: admin, members: [pilot] });
  const tree = { type: "member_of" as const, groupIds: [base.id] };
  await saveRule(admin, dependent.id, ruleOf(tree, { graceDays: 0 }));
  await evaluateAll(muster);
  return { pilot, base, dependent };
}

test("the memberships of a suspended user count for no requirement, and none of them ends", async () => {
  const { pilot, base, dependent } = await buildDependent();
  const outcome = async () =>
    (await outcomesOf(muster.context, dependent.id, [pilot.userId])).get(pilot.userId);
  expect(await outcome()).toBe("met");

  await suspend(pilot.userId);
  expect(await isMarked(pilot.userId)).toBe(true);
  await evaluateAll(muster);
  expect(await outcome()).toBe("unknown");
  const problem = await problemOf(muster, dependent.id, pilot.userId);
  expect(problem).toMatchObject({
    outcome: "unknown",
    graceEndsAt: null,
    causes: [{ reading: { unknown: "suspended" } }],
  });
  await muster.later(40 * DAY, () => evaluateAll(muster));
  for (const { id } of [base, dependent]) {
    expect(await isMember(muster, id, pilot.userId)).toBe(true);
  }

  await lift(pilot.userId);
  expect(await isMarked(pilot.userId)).toBe(true);
  await evaluateAll(muster);
  expect(await outcome()).toBe("met");
  expect(await problemOf(muster, dependent.id, pilot.userId)).toBe(undefined);
});

test("a suspended user who is not a member of the required group does not meet the requirement", async () => {
  const { pilot, base, dependent } = await buildDependent();
  await suspend(pilot.userId);
  await admin.api.groups[":id"].members[":userId"].$delete({
    param: { id: base.id, userId: pilot.userId },
  });
  await evaluateAll(muster);
  expect(await isMember(muster, dependent.id, pilot.userId)).toBe(false);
});

test("a suspension that ends by itself marks its user within a minute", async () => {
  const { pilot, dependent } = await buildDependent();
  const late = await buildGroup(muster, { owner: admin });
  const tree = { type: "member_of" as const, groupIds: [dependent.id] };
  await suspend(pilot.userId, { until: inDays(1) });
  await saveRule(admin, late.id, ruleOf(tree, { enrolment: "automatic" }));
  await evaluateAll(muster);
  expect(await isMember(muster, late.id, pilot.userId)).toBe(false);

  await muster.later(DAY + 60, () => evaluateAll(muster));
  expect(await problemOf(muster, dependent.id, pilot.userId)).toBe(undefined);
  expect(await isMember(muster, late.id, pilot.userId)).toBe(true);
  const [row] = await db.select().from(users).where(eq(users.id, pilot.userId));
  expect(row).toMatchObject({ suspendedUntil: null, suspensionReason: null });
});

test("a minute without an end of a suspension writes nothing", async () => {
  const pilot = await buildUser(muster);
  await suspend(pilot.userId);
  await evaluateAll(muster);
  muster.costs.reset();
  await evaluateAll(muster);
  expect(muster.costs.rowsWritten).toBe(0);
});

test("a suspended user's roles on Discord go within a minute, and return when the suspension ends", async () => {
  const server = await buildServer();
  const { addPilot, scouts, rolesOf, switchOn, minute } = server;
  const pilot = await addPilot({ groups: [scouts], roles: ["Other"] });
  const byItself = await addPilot({ groups: [scouts] });
  await switchOn();
  expect(await rolesOf(pilot)).toEqual(["Other", "Scout"]);

  const change = (userId: string, until: string | null) =>
    server.admin.api.admin.users[":id"].suspension.$put({
      param: { id: userId },
      json: { reason: "Shot a friend", until },
    });
  expect((await change(pilot.userId, null)).status).toBe(204);
  expect((await change(byItself.userId, inDays(1))).status).toBe(204);
  await minute();
  expect(await rolesOf(pilot)).toEqual(["Other"]);
  expect(await rolesOf(byItself)).toEqual([]);

  await server.admin.api.admin.users[":id"].suspension.$delete({ param: { id: pilot.userId } });
  await server.driver.advance(DAY + 60);
  await minute();
  expect(await rolesOf(pilot)).toEqual(["Other", "Scout"]);
  expect(await rolesOf(byItself)).toEqual(["Scout"]);
});
