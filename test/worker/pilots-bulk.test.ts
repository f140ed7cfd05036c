import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { BulkAction } from "#shared/pilots/bulk.ts";
import { buildAdministrator, buildUser, buildUsers } from "#test/support/people/builders.ts";
import { buildGroup, buildRequest } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import {
  evaluateAll,
  inAlliance,
  isMember,
  ruleOf,
  saveRule,
  setAlliance,
} from "#test/support/requirements/requirement-builders.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { groupMembers, invitationBlocks } from "#worker/db/schema/groups.ts";
import { askedRemovals } from "#worker/db/schema/requirements.ts";

const muster = await startMuster();
const admin = await buildAdministrator(muster);
const owner = await buildUser(muster, { name: "Group Owner" });
const { db } = muster.context;

const call = (
  action: BulkAction,
  group: { id: string },
  people: readonly { userId: string }[],
) => ({
  json: { action, groupId: group.id, userIds: people.map(({ userId }) => userId) },
});

async function preview(...given: Parameters<typeof call>) {
  const answer = await admin.api.admin.pilots.bulk.preview.$post(call(...given));
  expect(answer.status).toBe(200);
  return answer.json();
}

const apply = (...given: Parameters<typeof call>) =>
  admin.api.admin.pilots.bulk.$post(call(...given));

const reasonsOf = ({ skipped }: Awaited<ReturnType<typeof preview>>) =>
  Object.fromEntries(skipped.map(({ mainCharacterName, reason }) => [mainCharacterName, reason]));

const membersOf = async (group: { id: string }) =>
  (await db.select().from(groupMembers).where(eq(groupMembers.groupId, group.id))).map(
    ({ userId }) => userId,
  );

const kindsOf = async (group: { id: string }, userId: string) =>
  (await db.select().from(auditEvents).where(eq(auditEvents.groupId, group.id)))
    .filter((event) => event.subjectId === userId)
    .map(({ kind }) => kind);

test("an administrator adds pilots to a group whatever its join mode is, and each of them is told", async () => {
  const [first, second] = await buildUsers(muster, 2, "Added");
  const group = await buildGroup(muster, { owner, joinMode: "invitation_only", name: "Closed" });
  await buildRequest(muster, group, second);
  const people = [first, second];
  expect(await preview("add", group, people)).toMatchObject({
    groupName: "Closed",
    affected: [{ mainCharacterName: "Added 0" }, { mainCharacterName: "Added 1" }],
    skipped: [],
    hold: null,
  });
  expect(await membersOf(group)).toEqual([owner.userId]);
  expect(await (await apply("add", group, people)).json()).toEqual({
    groupName: "Closed",
    count: 2,
    heldId: null,
  });
  expect(await isMember(muster, group.id, first.userId)).toBe(true);
  expect(await kindsOf(group, second.userId)).toEqual(["member_added", "request_withdrawn"]);
  const { notices } = await (await first.api.characters.$get()).json();
  expect(notices).toMatchObject([{ kind: "member_added", groupName: "Closed" }]);
  const { held } = await (await first.api.access.$get()).json();
  // The administrator is no member: the name is private.
  expect(held).toMatchObject([{ groupName: "Closed", wayIn: { kind: "added", by: null } }]);
  // Acting again changes nothing.
  expect((await apply("add", group, people)).status).toBe(409);
});

test("users who do not meet the requirements, or for whom that is unknown, are not added", async () => {
  const [meets, fails, unknown] = await buildUsers(muster, 3, "Required");
  await setAlliance(muster, meets, meets.mainCharacterId, 7);
  await setAlliance(muster, fails, fails.mainCharacterId, 8);
  const group = await buildGroup(muster, { owner, name: "Required" });
  await saveRule(admin, group.id, ruleOf(inAlliance("main", 7)));
  await evaluateAll(muster);
  const found = await preview("add", group, [meets, fails, unknown]);
  expect(found.affected.map(({ userId }) => userId)).toEqual([meets.userId]);
  expect(reasonsOf(found)).toEqual({ "Required 1": "unmet", "Required 2": "unknown" });
  expect((await apply("add", group, [meets, fails])).status).toBe(409);
  expect((await apply("add", group, [meets])).status).toBe(200);
  await saveRule(admin, group.id, ruleOf(inAlliance("main", 7), { enrolment: "automatic" }));
  expect(
    (await admin.api.admin.pilots.bulk.preview.$post(call("add", group, [fails]))).status,
  ).toBe(409);
  expect(
    (await admin.api.admin.pilots.bulk.preview.$post(call("remove", group, [meets]))).status,
  ).toBe(409);
});

test("a preview says who is left out of each action, and why", async () => {
  const [plain, member, suspended, blocked, invited, asked] = await buildUsers(muster, 6, "Left");
  const group = await buildGroup(muster, {
    owner,
    members: [member],
    joinMode: "approval",
    name: "Left Out",
  });
  await db
    .update(users)
    .set({ suspendedUntil: new Date(Date.now() + 1e9), suspensionReason: "o7" })
    .where(eq(users.id, suspended.userId));
  await db.insert(invitationBlocks).values({
    userId: blocked.userId,
    groupId: group.id,
    groupName: "Left Out",
    createdAt: new Date(),
  });
  await apply("invite", group, [invited]);
  await buildRequest(muster, group, asked);
  const all = [plain, member, suspended, blocked, invited, asked, owner, { userId: "nobody" }];
  const add = await preview("add", group, all);
  expect(add.affected.map(({ mainCharacterName }) => mainCharacterName)).toEqual([
    "Left 0",
    "Left 4",
    "Left 5",
  ]);
  expect(reasonsOf(add)).toEqual({
    "Group Owner": "member",
    "Left 1": "member",
    "Left 2": "suspended",
    "Left 3": "blocked",
    null: "gone",
  });
  expect(reasonsOf(await preview("invite", group, all))).toEqual({
    "Group Owner": "member",
    "Left 1": "member",
    "Left 3": "blocked",
    "Left 4": "invited",
    "Left 5": "requested",
    null: "gone",
  });
  expect(reasonsOf(await preview("remove", group, [member, plain, owner]))).toEqual({
    "Group Owner": "owner",
    "Left 0": "not_member",
  });
});

test("invitations of one action count against the inviter's day", async () => {
  const people = await buildUsers(muster, 21, "Invitee");
  const group = await buildGroup(muster, { owner, name: "Inviting" });
  const found = await preview("invite", group, people);
  // Another test has sent one.
  expect(found.affected.length).toBeGreaterThanOrEqual(19);
  expect(found.affected.length).toBeLessThanOrEqual(20);
  expect(found.skipped.every(({ reason }) => reason === "day_full")).toBe(true);
  expect((await apply("invite", group, people)).status).toBe(409);
  expect((await apply("invite", group, found.affected)).status).toBe(200);
  const [first] = found.affected;
  expect(await kindsOf(group, first?.userId ?? "")).toEqual(["invitation_sent"]);
});

test("few removals apply at once; more than a fifth of a group wait for a decision by name", async () => {
  const people = await buildUsers(muster, 12, "Member");
  const group = await buildGroup(muster, { owner, members: people, name: "Large" });
  expect((await apply("remove", group, people.slice(0, 2))).status).toBe(200);
  expect(await membersOf(group)).toHaveLength(11);
  // With the two of this hour, four more are six of thirteen.
  const four = people.slice(2, 6);
  const found = await preview("remove", group, four);
  expect(found).toMatchObject({ hold: "group", memberCount: 11 });
  const { heldId } = await (await apply("remove", group, four)).json();
  expect(await membersOf(group)).toHaveLength(11);
  expect((await (await admin.api.groups.waiting.$get()).json()).held).toBe(1);
  await evaluateAll(muster);
  await muster.later(25 * 3600, () => evaluateAll(muster));
  const held = await readHeld(heldId);
  expect(held).toMatchObject({
    state: "held",
    trigger: { kind: "asked", actorName: "Aurelia Voss" },
    removalCount: 4,
    users: [
      { mainCharacterName: "Member 2" },
      { mainCharacterName: "Member 3" },
      { mainCharacterName: "Member 4" },
      { mainCharacterName: "Member 5" },
    ],
  });

  // Who leaves is no longer asked for, and an outdated number is refused.
  await four[0]?.api.groups[":id"].leave.$post({ param: { id: group.id } });
  expect((await decide("release", heldId, 4)).status).toBe(409);
  expect((await decide("release", heldId, 3)).status).toBe(200);
  expect(await membersOf(group)).toHaveLength(7);
  expect(await kindsOf(group, four[1]?.userId ?? "")).toEqual(["member_removed"]);
  expect(await readHeld(heldId)).toMatchObject({ state: "applied", users: [] });
  expect((await decide("discard", heldId, 3)).status).toBe(409);
});

test("removals that are asked for at the same time count together", async () => {
  const people = await buildUsers(muster, 12, "Parallel");
  const group = await buildGroup(muster, { owner, members: people, name: "At once" });
  await Promise.all([0, 2, 4].map((at) => apply("remove", group, people.slice(at, at + 2))));
  expect(await membersOf(group)).toHaveLength(11);
});

test("removals that are asked for twice wait once, and for nobody when all have left", async () => {
  const people = await buildUsers(muster, 10, "Twice");
  const group = await buildGroup(muster, { owner, members: people, name: "Asked twice" });
  const asked = people.slice(0, 6);
  const remove = async () => (await apply("remove", group, asked)).json();
  const both = await Promise.all([remove(), remove()]);
  expect(new Set([...both, await remove()].map(({ heldId }) => heldId)).size).toBe(1);
  const listed = async () => {
    const { held } = await (await admin.api.admin.overview.$get()).json();
    const { waiting } = await (await admin.api.admin.held.$get()).json();
    const counted = (await (await admin.api.groups.waiting.$get()).json()).held;
    const names = [held.map(({ name }) => name), waiting.map(({ groupName }) => groupName)];
    return { counted, isListed: names.map((list) => list.includes("Asked twice")) };
  };
  const before = await listed();
  expect(before.isListed).toEqual([true, true]);
  await Promise.all(
    asked.map(({ api }) => api.groups[":id"].leave.$post({ param: { id: group.id } })),
  );
  expect(await listed()).toEqual({ counted: (before.counted ?? 0) - 1, isListed: [false, false] });
});

test("discarded removals change nothing", async () => {
  const people = await buildUsers(muster, 8, "Kept");
  const group = await buildGroup(muster, { owner, members: people, name: "Kept" });
  const { heldId } = await (await apply("remove", group, people.slice(0, 6))).json();
  expect((await decide("discard", heldId, 6)).status).toBe(200);
  expect(await membersOf(group)).toHaveLength(9);
  expect(
    await db
      .select()
      .from(askedRemovals)
      .where(eq(askedRemovals.heldId, heldId ?? "")),
  ).toEqual([]);
});

test("removals that an administrator asked for stay held when the requirements of the group end", async () => {
  const people = await buildUsers(muster, 8, "Asked");
  const group = await buildGroup(muster, { owner, members: people, name: "Asked" });
  const rule = ruleOf(inAlliance("main", 99_000_001));
  expect((await saveRule(admin, group.id, rule)).status).toBe(200);
  const { heldId } = await (await apply("remove", group, people.slice(0, 6))).json();
  expect((await saveRule(admin, group.id, null)).status).toBe(200);
  expect(await readHeld(heldId)).toMatchObject({ state: "held", removalCount: 6 });
  expect((await decide("release", heldId, 6)).status).toBe(200);
});

async function readHeld(id: string | null) {
  return (await admin.api.admin.held[":id"].$get({ param: { id: id ?? "" } })).json();
}

function decide(decision: "release" | "discard", id: string | null, removalCount: number) {
  return admin.api.admin.held[":id"][decision].$post({
    param: { id: id ?? "" },
    json: { removalCount, reason: "They have left" },
  });
}
