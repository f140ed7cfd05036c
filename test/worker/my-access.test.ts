import { expect, test } from "vitest";
import { buildAdministrator, buildUser, buildUsers } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import {
  buildCode,
  buildGroup,
  buildInvitation,
  buildRequest,
} from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import {
  evaluateAll,
  inAlliance,
  ruleOf,
  saveRule,
  setAlliance,
} from "#test/support/requirements/requirement-builders.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { eq } from "drizzle-orm";
import type { Visibility } from "#shared/groups/categories.ts";

const muster = await startMuster();
const administrator = await buildAdministrator(muster);

const NULL_CONCORD = 99_000_001;

async function accessOf({ api }: BuiltUser) {
  const answer = await api.access.$get();
  expect(answer.status).toBe(200);
  return answer.json();
}

const setVisibility = (id: string, visibility: Visibility) =>
  muster.context.db
    .update(groups)
    .set({ visibility, effectiveVisibility: visibility })
    .where(eq(groups.id, id));
const approve = ({ api }: BuiltUser, id: string) =>
  api.groups["join-requests"][":id"].approve.$post({ param: { id } });
const join = ({ api }: BuiltUser, id: string) => api.groups[":id"].join.$post({ param: { id } });
const leave = ({ api }: BuiltUser, id: string) => api.groups[":id"].leave.$post({ param: { id } });
const remove = ({ api }: BuiltUser, id: string, userId: string) =>
  api.groups[":id"].members[":userId"].$delete({ param: { id, userId } });

async function createGroup({ api }: BuiltUser, name: string, joinMode: "open" | "approval") {
  const { category } = await buildGroup(muster, { owner: await buildUser(muster) }).then(
    (group) => ({ category: group.categoryId }),
  );
  const answer = await api.groups.$post({
    json: { name, categoryId: category, description: null, visibility: "public", joinMode },
  });
  return answer.json();
}

test("each way into a group is told with the person who let the player in", async () => {
  const [mira, pilot] = [await buildUser(muster, { name: "Mira Tal" }), await buildUser(muster)];
  const by = { userId: mira.userId, name: "Mira Tal" };
  const own = await createGroup(pilot, "Founded", "open");
  const open = await createGroup(mira, "Joined", "open");
  await join(pilot, open.id);
  const approval = await createGroup(mira, "Approved", "approval");
  await approve(mira, await buildRequest(muster, approval, pilot));
  const invited = await createGroup(mira, "Invited", "approval");
  const characterName = pilot.mainCharacterName;
  await mira.api.groups[":id"].invitations.$post({
    param: { id: invited.id },
    json: { characterName },
  });
  const [invitation] = (await (await pilot.api.groups.invitations.$get()).json()).items;
  await pilot.api.groups.invitations[":id"].accept.$post({ param: { id: invitation?.id ?? "" } });
  const coded = await createGroup(mira, "Redeemed", "approval");
  const made = await mira.api.groups[":id"]["invite-codes"].$post({
    param: { id: coded.id },
    json: {},
  });
  const { code } = await made.json();
  await pilot.api.groups["invite-codes"].redeem.$post({ json: { code: code ?? "" } });
  // Nothing recorded that this user was added.
  await buildGroup(muster, { owner: mira, members: [pilot], name: "Unrecorded" });

  muster.costs.reset();
  const { held } = await accessOf(pilot);
  expect(muster.costs.roundTrips).toBe(1);
  expect(held.map(({ groupName, role, wayIn }) => ({ groupName, role, wayIn }))).toEqual([
    { groupName: "Approved", role: "member", wayIn: { kind: "approved", by } },
    { groupName: "Founded", role: "owner", wayIn: { kind: "founded", by: null } },
    { groupName: "Invited", role: "member", wayIn: { kind: "invited", by } },
    { groupName: "Joined", role: "member", wayIn: { kind: "joined", by: null } },
    { groupName: "Redeemed", role: "member", wayIn: { kind: "code", by } },
    { groupName: "Unrecorded", role: "member", wayIn: null },
  ]);
  expect(held.map(({ groupId }) => groupId)).toContain(own.id);
});

test("a leader who has left the group is no longer named", async () => {
  const [owner, leader, pilot] = [
    await buildUser(muster),
    await buildUser(muster, { name: "Juno Castellan" }),
    await buildUser(muster),
  ];
  const group = await buildGroup(muster, { owner, admins: [leader], joinMode: "approval" });
  await approve(leader, await buildRequest(muster, group, pilot));
  expect((await accessOf(pilot)).held[0]?.wayIn?.by?.name).toBe("Juno Castellan");
  await leave(leader, group.id);
  const answer = await pilot.api.access.$get();
  expect(await answer.clone().text()).not.toContain("Juno Castellan");
  expect((await answer.json()).held[0]?.wayIn).toEqual({ kind: "approved", by: null });
});

test("a membership that ends comes first, and a lost one says why", async () => {
  const [owner, pilot] = [
    await buildUser(muster),
    await buildUser(muster, { name: "Nyx Halloran" }),
  ];
  const mainId = pilot.mainCharacterId;
  const doomed = await buildGroup(muster, { owner, members: [pilot], name: "Zulu" });
  await buildGroup(muster, { owner, members: [pilot], name: "Alpha" });
  await setAlliance(muster, pilot, mainId, NULL_CONCORD);
  await setAlliance(muster, owner, owner.mainCharacterId, NULL_CONCORD);
  await saveRule(administrator, doomed.id, ruleOf(inAlliance("main", NULL_CONCORD)));
  await evaluateAll(muster);
  await setAlliance(muster, pilot, mainId, null);
  await evaluateAll(muster);

  const [first, second] = (await accessOf(pilot)).held;
  expect(first).toMatchObject({
    groupName: "Zulu",
    rule: { enrolment: "manual", graceDays: 3 },
    problem: { outcome: "unmet", causes: [{ character: { characterName: "Nyx Halloran" } }] },
  });
  expect(first?.problem?.graceEndsAt).not.toBeNull();
  expect(second).toMatchObject({ groupName: "Alpha", rule: null, problem: null });

  await muster.later(4 * 86_400, async () => {
    await setAlliance(muster, pilot, mainId, null);
    await setAlliance(muster, owner, owner.mainCharacterId, NULL_CONCORD);
    await evaluateAll(muster);
  });
  const { held, lost, reach } = await accessOf(pilot);
  expect(held.map(({ groupName }) => groupName)).toEqual(["Alpha"]);
  expect(lost).toMatchObject([
    { groupId: doomed.id, groupName: "Zulu", how: "rule", causes: [{ outcome: "unmet" }] },
  ]);
  expect(reach).toMatchObject([{ groupId: doomed.id, next: "join", missing: 1 }]);
});

test("a grace says which membership is missing, unless the player does not see that group", async () => {
  const [owner, pilot] = await buildUsers(muster, 2);
  const wing = await createGroup(owner, "Wing", "open");
  const secret = await buildGroup(muster, { owner, members: [pilot], name: "Secret" });
  await setVisibility(secret.id, "hidden");
  await join(pilot, wing.id);
  for (const name of ["Asks for the wing", "Asks for the secret"]) {
    const group = await buildGroup(muster, { owner: administrator, members: [pilot], name });
    const groupId = name.endsWith("wing") ? wing.id : secret.id;
    await saveRule(administrator, group.id, ruleOf({ type: "member_of", groupIds: [groupId] }));
  }
  await evaluateAll(muster);
  await leave(pilot, wing.id);
  await leave(pilot, secret.id);
  await evaluateAll(muster);
  muster.costs.reset();
  const { held } = await accessOf(pilot);
  expect(muster.costs.roundTrips).toBeLessThanOrEqual(2);
  const told = Object.fromEntries(
    held.map(({ groupName, problem }) => [
      groupName,
      problem?.causes.map(({ condition }) => condition),
    ]),
  );
  expect(told).toEqual({
    "Asks for the wing": [{ type: "member_of", groupIds: [wing.id] }],
    "Asks for the secret": [],
  });
});

test("what was lost is listed with how it ended, and not once the player is a member again", async () => {
  const [owner, pilot] = await buildUsers(muster, 2);
  const left = await createGroup(owner, "Left", "open");
  const removed = await createGroup(owner, "Removed", "open");
  const deleted = await createGroup(owner, "Deleted", "open");
  const back = await createGroup(owner, "Back", "open");
  for (const { id } of [left, removed, deleted, back]) await join(pilot, id);
  await leave(pilot, left.id);
  await remove(owner, removed.id, pilot.userId);
  await owner.api.groups[":id"].$delete({
    param: { id: deleted.id },
    json: { name: "Deleted" },
  });
  await leave(pilot, back.id);
  await join(pilot, back.id);
  const old = await createGroup(owner, "Long ago", "open");
  await muster.later(-91 * 86_400, async () => {
    await join(pilot, old.id);
    await leave(pilot, old.id);
  });

  const { lost } = await accessOf(pilot);
  expect(lost.map(({ groupName, how, groupId }) => ({ groupName, how, groupId }))).toEqual([
    { groupName: "Deleted", how: "deleted", groupId: null },
    { groupName: "Removed", how: "removed", groupId: removed.id },
    { groupName: "Left", how: "left", groupId: left.id },
  ]);
});

test("nothing on the page reveals a group or a condition that the player may not know", async () => {
  const [owner, pilot] = await buildUsers(muster, 2);
  const secret = await buildGroup(muster, { owner, visibility: "hidden", name: "Hidden Ledger" });
  const system = await buildGroup(muster, {
    owner,
    visibility: "system",
    members: [pilot],
    name: "System Ledger",
  });
  const visible = await buildGroup(muster, { owner, name: "Open Door" });
  await saveRule(administrator, secret.id, ruleOf({ type: "discord_linked" }));
  await saveRule(administrator, visible.id, ruleOf({ type: "member_of", groupIds: [secret.id] }));
  // Lost while it was hidden and is a system group now; lost while it was a system group.
  const turned = await createGroup(owner, "Turned Ledger", "open");
  await join(pilot, turned.id);
  await leave(pilot, turned.id);
  await setVisibility(turned.id, "system");
  await remove(owner, system.id, pilot.userId);

  const answer = await pilot.api.access.$get();
  const text = await answer.clone().text();
  for (const group of [secret, system, turned]) {
    expect(text).not.toContain(group.id);
    expect(text).not.toContain(group.name);
  }
  const ofOwner = ({ groupId }: { groupId: string }) => [secret.id, visible.id].includes(groupId);
  expect((await answer.json()).reach.filter(ofOwner)).toEqual([
    { groupId: visible.id, groupName: "Open Door", next: "join", missing: 1, causes: [] },
  ]);

  // An invitation reveals the group.
  await buildInvitation(muster, secret, pilot, owner);
  const { reach } = await accessOf(pilot);
  expect(
    reach.filter(ofOwner).map(({ groupName, next, causes }) => [groupName, next, causes.length]),
  ).toEqual([
    ["Hidden Ledger", "accept", 1],
    ["Open Door", "join", 0],
  ]);
});

test("players see when others read their evidence for a review, and not whether they were in a system group", async () => {
  const [owner, kept, removed, left, newcomer] = [
    await buildUser(muster, { name: "Review Owner" }),
    await buildUser(muster),
    await buildUser(muster),
    await buildUser(muster),
    await buildUser(muster),
  ];
  const reviewed = async (name: string, visibility: Visibility) => {
    const group = await buildGroup(muster, { owner, members: [kept, removed, left], name });
    await muster.context.db
      .update(groupMembers)
      .set({ joinedAt: new Date(Date.now() - 1000) })
      .where(eq(groupMembers.groupId, group.id));
    await setVisibility(group.id, visibility);
    return { param: { id: group.id } };
  };
  const read = ({ api }: BuiltUser, { param }: { param: { id: string } }) =>
    api.groups[":id"].review.$get({ param, query: {} });
  const looksOf = async (user: BuiltUser) =>
    (await accessOf(user)).reviewViews.map(({ groupName }) => groupName);
  const wing = await reviewed("Capitals", "hidden");
  const secret = await reviewed("Ledger", "system");
  const review = owner.api.groups[":id"].review;
  // Without an open review, there is nothing to read.
  await read(owner, wing);
  for (const one of [wing, secret]) {
    await review.$post({ ...one, json: { silence: "keep", days: 14 } });
  }
  expect(await looksOf(kept)).toEqual([]);
  await leave(left, wing.param.id);
  await muster.context.db.insert(groupMembers).values({
    groupId: wing.param.id,
    userId: newcomer.userId,
    role: "member",
    joinedAt: new Date(),
  });
  await read(owner, secret);
  const { open } = await (await read(owner, wing)).json();
  const reviewId = open?.id ?? "";
  expect((await accessOf(kept)).reviewViews).toEqual([
    { groupName: "Capitals", at: expect.any(String) },
  ]);
  await read(administrator, wing);
  const decisions = [{ userId: removed.userId, verdict: "remove" as const }];
  await review.decisions.$put({ ...wing, json: { reviewId, decisions } });
  const ended = await review.finish.$post({ ...wing, json: { reviewId, keep: 1, remove: 1 } });
  expect(await ended.json()).toEqual({ kept: 1, removed: 1, isHeld: false });
  for (const one of [kept, removed]) expect(await looksOf(one)).toEqual(["Capitals", "Capitals"]);
  for (const one of [left, newcomer, owner]) expect(await looksOf(one)).toEqual([]);
});

test("the answer reads about what it shows, whatever the log and the groups hold", async () => {
  const [owner, pilot] = await buildUsers(muster, 2);
  const group = await createGroup(owner, "Busy", "open");
  await buildCode(muster, group, owner);
  await join(pilot, group.id);
  await accessOf(pilot);
  const rowsOf = async () => {
    muster.costs.reset();
    await accessOf(pilot);
    return muster.costs.rowsRead;
  };
  const before = await rowsOf();
  for (let count = 0; count < 30; count += 1) {
    const other = await buildUser(muster);
    await join(other, group.id);
    await leave(other, group.id);
  }
  // A session that is no longer cached is read again.
  expect(await rowsOf()).toBeLessThanOrEqual(before + 10);
});

test("an export does not name a group that a requirement asks for", async () => {
  const [owner, pilot] = [await buildUser(muster), await buildUser(muster)];
  const secret = await buildGroup(muster, { owner, name: "Hidden Ledger", visibility: "hidden" });
  const open = await buildGroup(muster, { owner, members: [pilot], name: "Open Door" });
  const tree = { type: "member_of" as const, groupIds: [secret.id] };
  await saveRule(administrator, open.id, ruleOf(tree, { graceDays: 0 }));
  await evaluateAll(muster);
  const text = await (await pilot.api.account.export.$get({ query: {} })).text();
  expect(text).toContain("member_removed");
  expect(text).not.toContain(secret.id);
});
