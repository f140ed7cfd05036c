import { and, eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import type { UpdateGroup } from "#shared/groups/groups.ts";
import type { UndoChange, UndoPreview } from "#shared/pilots/undo.ts";
import { buildUser } from "#test/support/builders.ts";
import type { BuiltUser } from "#test/support/builders.ts";
import { buildCategory, buildGroup, buildRequest } from "#test/support/group-builders.ts";
import { readError } from "#test/support/read-error.ts";
import { evaluateAll, inAlliance, ruleOf, saveRule, setAlliance } from "#test/support/requirement-builders.ts";
import { startWithSuspensions } from "#test/support/suspension-builders.ts";
import { sessions } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { groupMembers, groups, invitationBlocks } from "#worker/db/schema/groups.ts";

vi.setConfig({ testTimeout: 60_000 });

const { muster, admin, otherAdmin: undoer, suspend } = await startWithSuspensions();
const { db } = muster.context;

type Of = { id: string };
const DAY_MS = 24 * 60 * 60 * 1000;

/** The span from the call to the end of the test, and what is asked about it. */
function spanOf({ userId }: { userId: string }, since = Date.now()) {
  const query = () => ({
    userId,
    from: new Date(since).toISOString(),
    to: new Date(Date.now() + 1000).toISOString(),
  });
  async function preview() {
    const asked = query();
    const answer = await undoer.api.admin.undo.$get({ query: asked });
    expect(answer.status).toBe(200);
    return { ...(await answer.json()), asked };
  }
  const apply = ({ asked, digest }: { asked: ReturnType<typeof query>; digest: string }) =>
    undoer.api.admin.undo.$post({ json: { ...asked, digest } });
  return {
    query,
    preview,
    apply,
    undo: async () => (await apply(await preview())).json(),
  };
}

/** A moment that no event of before shares. */
async function begin(who: { userId: string }) {
  await new Promise((resolve) => setTimeout(resolve, 2));
  return spanOf(who, Date.now());
}

const inWords = (change: UndoChange) => {
  if (change.kind === "setting") return `${change.field}: ${change.from} > ${change.to}`;
  return "role" in change ? `${change.kind} ${change.role}` : change.kind;
};
const stepsIn = ({ steps }: Pick<UndoPreview, "steps">) =>
  steps.map(({ person, change }) => [person?.name ?? null, inWords(change)]);
const staysIn = ({ stays }: Pick<UndoPreview, "stays">) =>
  stays.map(({ event, because, changed }) => [event.kind, because, changed?.name ?? null]);

const seatsOf = (group: Of) =>
  db
    .select({ userId: groupMembers.userId, role: groupMembers.role, endsAt: groupMembers.endsAt })
    .from(groupMembers)
    .where(eq(groupMembers.groupId, group.id))
    .orderBy(groupMembers.userId);
async function settingsOf(group: Of) {
  const [row] = await db.select().from(groups).where(eq(groups.id, group.id));
  if (row === undefined) throw new Error("The group is gone.");
  const { version: _, memberCount: __, memberRank: ___, ...settings } = row;
  return settings;
}
const eventsOf = (group: Of) =>
  db.select().from(auditEvents).where(eq(auditEvents.groupId, group.id)).orderBy(auditEvents.id);

const add = (who: BuiltUser, group: Of, ...people: { userId: string }[]) => bulk(who, "add", group, people);
const bulk = (who: BuiltUser, action: "add" | "remove", group: Of, people: { userId: string }[]) =>
  who.api.admin.pilots.bulk.$post({
    json: { action, groupId: group.id, userIds: people.map(({ userId }) => userId) },
  });
const remove = (who: BuiltUser, { id }: Of, { userId }: { userId: string }) =>
  who.api.groups[":id"].members[":userId"].$delete({ param: { id, userId } });
const appoint = (who: BuiltUser, { id }: Of, { userId }: { userId: string }) =>
  who.api.groups[":id"].admins.$post({ param: { id }, json: { userId } });
const dismiss = (who: BuiltUser, { id }: Of, { userId }: { userId: string }) =>
  who.api.groups[":id"].admins[":userId"].$delete({ param: { id, userId } });
const transfer = (who: BuiltUser, { id }: Of, { userId }: { userId: string }) =>
  who.api.groups[":id"].transfer.$post({ param: { id }, json: { newOwnerId: userId } });
const edit = (who: BuiltUser, { id }: Of, json: UpdateGroup) =>
  who.api.groups[":id"].$patch({ param: { id }, json });
const setEnd = (who: BuiltUser, { id }: Of, { userId }: { userId: string }, days: number) =>
  who.api.groups[":id"].members.ends.$put({
    param: { id },
    json: { userIds: [userId], end: { kind: "days", days } },
  });

const users = (...names: string[]) =>
  Promise.all(names.map((name) => buildUser(muster, { name })));

test("an administrator's last hour is undone: members, roles, ends, the owner and settings are as before", async () => {
  const [owner, mira, oskar, tess, newcomer] = await users("Owner", "Mira", "Oskar", "Tess", "New");
  if (!owner || !mira || !oskar || !tess || !newcomer) throw new Error();
  const home = await buildCategory(muster, { name: "Home" });
  const away = await buildCategory(muster, { name: "Away" });
  const group = await buildGroup(muster, {
    owner,
    admins: [oskar],
    members: [mira, tess],
    name: "Logistics",
    category: home,
  });
  await setEnd(owner, group, oskar, 40);
  const seats = await seatsOf(group);
  const settings = await settingsOf(group);
  const span = await begin(admin);
  expect((await add(admin, group, newcomer)).status).toBe(200);
  await appoint(admin, group, newcomer);
  await remove(admin, group, oskar);
  await appoint(admin, group, mira);
  await setEnd(admin, group, tess, 3);
  await transfer(admin, group, tess);
  await edit(admin, group, { name: "Taken", visibility: "hidden", joinMode: "invitation_only" });
  await edit(admin, group, { description: "o7", categoryId: away.id, membershipDays: 5 });
  expect(await seatsOf(group)).not.toEqual(seats);
  const found = await span.preview();
  expect(stepsIn(found)).toEqual([
    ["Owner", "owner"],
    ["Mira", "role member"],
    ["Tess", "role member"],
    ["Oskar", "add admin"],
    ["New", "remove"],
    ...[
      ["name", "Taken", "Logistics"],
      ["description", "o7", null],
      ["visibility", "hidden", "public"],
      ["joinMode", "invitation_only", "open"],
      ["categoryName", "Away", "Home"],
      ["membershipDays", "5", null],
    ].map(([field, from, to]) => [null, `${field}: ${from} > ${to}`]),
  ].toSorted((a, b) => Number(b[0] === null) - Number(a[0] === null)));
  expect(found).toMatchObject({ person: { name: "Aurelia Voss" }, stays: [], holds: [] });
  expect(await (await span.apply(found)).json()).toEqual({ undone: 11, held: 0 });
  expect(await seatsOf(group)).toEqual(seats);
  expect(await settingsOf(group)).toEqual(settings);
});

test("undoing is recorded as changes of the administrator who undoes, with the span and the actor", async () => {
  const [owner, mira] = await users("Owner", "Mira");
  if (!owner || !mira) throw new Error();
  const group = await buildGroup(muster, { owner, members: [mira] });
  const span = await begin(admin);
  await remove(admin, group, mira);
  await edit(admin, group, { name: "Once" });
  const found = await span.preview();
  await span.apply(found);
  const { from, to } = found.asked;
  const undone = { from, to };
  const events = (await eventsOf(group)).filter(({ detail }) => detail.undone);
  expect(events.map(({ kind, actorId, subjectId, detail }) => [kind, actorId, subjectId, detail.undone])).toEqual([
    ["member_added", undoer.userId, mira.userId, undone],
    ["group_updated", undoer.userId, null, undone],
  ]);
  const [told] = await db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.kind, "actions_undone"), eq(auditEvents.requestId, events[0]?.requestId ?? "")));
  expect(told).toMatchObject({
    log: "accounts",
    actorId: undoer.userId,
    subjectId: admin.userId,
    detail: { undone, count: 2 },
  });
});

test("undoing twice finds nothing left, and undoing the undoing brings everything back", async () => {
  const [owner, mira] = await users("Owner", "Mira");
  if (!owner || !mira) throw new Error();
  const group = await buildGroup(muster, { owner, members: [mira] });
  const span = await begin(admin);
  await remove(admin, group, mira);
  await edit(admin, group, { name: "Once" });
  const [seats, settings] = [await seatsOf(group), await settingsOf(group)];
  const own = await begin(undoer);
  expect(await span.undo()).toEqual({ undone: 2, held: 0 });
  const again = await span.preview();
  expect(again).toMatchObject({ steps: [], stays: [] });
  expect((await span.apply(again)).status).toBe(409);
  expect(await own.undo()).toEqual({ undone: 2, held: 0 });
  expect(await seatsOf(group)).toEqual(seats);
  expect(await settingsOf(group)).toEqual(settings);
});

test("an edit soon after undoing one's own edits is an event of its own", async () => {
  const group = await buildGroup(muster, { owner: undoer, name: "Mine" });
  const span = await begin(undoer);
  await edit(undoer, group, { name: "Other" });
  await span.undo();
  await edit(undoer, group, { name: "Third" });
  expect((await eventsOf(group)).map(({ detail }) => detail.changes?.["name"])).toEqual([
    { from: "Mine", to: "Other" },
    { from: "Other", to: "Mine" },
    { from: "Mine", to: "Third" },
  ]);
});

test("what others have changed since stays, with their name, and the rest is undone", async () => {
  const [owner, mira, oskar] = await users("Owner", "Mira", "Oskar");
  if (!owner || !mira || !oskar) throw new Error();
  const group = await buildGroup(muster, { owner, members: [mira, oskar], name: "Before" });
  const span = await begin(admin);
  await appoint(admin, group, mira);
  await remove(admin, group, oskar);
  await edit(admin, group, { name: "After", visibility: "hidden" });
  await setEnd(admin, group, mira, 9);
  await dismiss(owner, group, mira);
  await appoint(owner, group, mira);
  await edit(owner, group, { name: "Mine" });
  const found = await span.preview();
  expect(stepsIn(found)).toEqual([
    [null, "visibility: hidden > public"],
    ["Oskar", "add member"],
    ["Mira", "end"],
  ]);
  expect(staysIn(found)).toEqual([
    ["group_updated", "changed", "Owner"],
    ["admin_appointed", "changed", "Owner"],
  ]);
  await span.apply(found);
  expect((await settingsOf(group)).name).toBe("Mine");
  expect(await seatsOf(group)).toEqual(
    expect.arrayContaining([{ userId: mira.userId, role: "admin", endsAt: null }]),
  );
});

test("a change between preview and undoing is a conflict, and changes nothing", async () => {
  const [owner, mira, oskar] = await users("Owner", "Mira", "Oskar");
  if (!owner || !mira || !oskar) throw new Error();
  const group = await buildGroup(muster, { owner, members: [mira, oskar] });
  const span = await begin(admin);
  await remove(admin, group, mira);
  await remove(admin, group, oskar);
  const found = await span.preview();
  await add(undoer, group, mira);
  const refused = await span.apply(found);
  expect(refused.status).toBe(409);
  expect((await readError(refused)).message).toContain("changed since the preview");
  expect((await seatsOf(group)).map(({ userId }) => userId)).not.toContain(oskar.userId);
  // Of two who undo the same at once, one succeeds.
  const next = await span.preview();
  const both = await Promise.all([span.apply(next), span.apply(next)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test("users who are suspended, blocked the group or do not meet its requirements are not added again", async () => {
  const [owner, fails, suspended, blocked, meets] = await users("Owner", "Fails", "Suspended", "Blocked", "Meets");
  if (!owner || !fails || !suspended || !blocked || !meets) throw new Error();
  const people = [fails, suspended, blocked, meets];
  for (const one of people) await setAlliance(muster, one, one.mainCharacterId, 7);
  const group = await buildGroup(muster, { owner, members: people });
  const span = await begin(admin);
  for (const one of people) await remove(admin, group, one);
  await saveRule(undoer, group.id, ruleOf(inAlliance("main", 7)));
  await setAlliance(muster, fails, fails.mainCharacterId, 8);
  await suspend(suspended.userId, { by: undoer });
  await db.insert(invitationBlocks).values({
    userId: blocked.userId,
    groupId: group.id,
    groupName: "",
    createdAt: new Date(),
  });
  const found = await span.preview();
  expect(stepsIn(found)).toEqual([["Meets", "add member"]]);
  expect(found.stays.map(({ because }) => because)).toEqual(["blocked", "suspended", "unmet"]);
  await saveRule(undoer, group.id, ruleOf(inAlliance("main", 7), { enrolment: "automatic" }));
  await evaluateAll(muster);
  expect(stepsIn(await span.preview())).toEqual([]);
});

test("a group or a user that is gone is named, and so is what is only undone by hand", async () => {
  const [owner, mira] = await users("Owner", "Mira");
  if (!owner || !mira) throw new Error();
  const group = await buildGroup(muster, { owner, members: [mira], name: "Gone" });
  const span = await begin(admin);
  await remove(admin, group, mira);
  await edit(admin, group, { visibility: "hidden" });
  await admin.api.groups[":id"].$delete({ param: { id: group.id }, json: { name: "Gone" } });
  await suspend(mira.userId);
  const found = await span.preview();
  expect(found.steps).toEqual([]);
  expect(staysIn(found)).toEqual([
    ["user_suspended", "by_hand", null],
    ["group_deleted", "by_hand", null],
    ["group_updated", "group_gone", null],
    ["member_removed", "group_gone", null],
  ]);
});

test("an approval is undone by removing the member, also one who was made an admin", async () => {
  const [owner, mira] = await users("Owner", "Mira");
  if (!owner || !mira) throw new Error();
  const group = await buildGroup(muster, { owner, joinMode: "approval" });
  const id = await buildRequest(muster, group, mira);
  const span = await begin(admin);
  await admin.api.groups["join-requests"][":id"].approve.$post({ param: { id } });
  await appoint(admin, group, mira);
  expect(stepsIn(await span.preview())).toEqual([["Mira", "remove"]]);
  await span.undo();
  expect(await seatsOf(group)).toHaveLength(1);
});

test("an invitation that adding a user has accepted belongs to the adding", async () => {
  const [owner, mira] = await users("Owner", "Mira");
  if (!owner || !mira) throw new Error();
  const group = await buildGroup(muster, { owner });
  await owner.api.groups[":id"].invitations.$post({
    param: { id: group.id },
    json: { characterName: "Mira" },
  });
  const span = await begin(admin);
  await add(admin, group, mira);
  expect(stepsIn(await span.preview())).toEqual([["Mira", "remove"]]);
});

test("removals above the limit are held, and are not asked for twice", async () => {
  const owner = await buildUser(muster, { name: "Owner" });
  const group = await buildGroup(muster, { owner });
  const people = await users(...Array.from({ length: 8 }, (_, index) => `Many ${index}`));
  const span = await begin(admin);
  await add(admin, group, ...people);
  await edit(admin, group, { visibility: "hidden" });
  const found = await span.preview();
  expect(found.holds).toEqual([{ groupId: group.id, count: 8, limit: "group" }]);
  expect(await (await span.apply(found)).json()).toEqual({ undone: 1, held: 8 });
  expect(await seatsOf(group)).toHaveLength(9);
  const { waiting } = await (await undoer.api.admin.held.$get()).json();
  expect(waiting).toMatchObject([{ groupId: group.id, removalCount: 8, state: "held" }]);
  const again = await span.preview();
  expect(again).toMatchObject({ steps: [], holds: [] });
  expect(new Set(again.stays.map(({ because }) => because))).toEqual(new Set(["held"]));
  await undoer.api.admin.held[":id"].release.$post({
    param: { id: waiting[0]?.id ?? "" },
    json: { removalCount: 8, reason: "They were added by mistake" },
  });
  expect(await seatsOf(group)).toHaveLength(1);
  expect(await span.preview()).toMatchObject({ steps: [], stays: [] });
});

test("the log of a removal from before it kept the membership says so, and emergency access is not given again", async () => {
  const [owner, mira] = await users("Owner", "Mira");
  if (!owner || !mira) throw new Error();
  const group = await buildGroup(muster, { owner, members: [mira] });
  const span = await begin(admin);
  await remove(admin, group, mira);
  await db.update(auditEvents).set({ detail: {} }).where(and(eq(auditEvents.groupId, group.id), eq(auditEvents.kind, "member_removed")));
  expect(staysIn(await span.preview())).toEqual([["member_removed", "unrecorded", null]]);
  const other = await buildGroup(muster, { owner });
  await undoer.api.groups[":id"]["emergency-access"].$post({
    param: { id: other.id },
    json: { role: "admin", hours: 4, reason: "The owner is away" },
  });
  const later = await begin(admin);
  await remove(admin, other, undoer);
  expect(staysIn(await later.preview())).toEqual([["member_removed", "emergency", null]]);
});

test("the span is checked, and who asks needs a fresh proof to undo", async () => {
  const [owner, mira] = await users("Owner", "Mira");
  if (!owner || !mira) throw new Error();
  const now = Date.now();
  const at = (days: number) => new Date(now + days * DAY_MS).toISOString();
  const ask = (from: string, to: string, userId = admin.userId) =>
    undoer.api.admin.undo.$get({ query: { userId, from, to } });
  expect((await readError(await ask(at(0), at(-1)))).fields).toEqual({
    to: "Choose an end after the beginning.",
  });
  expect((await readError(await ask(at(-8), at(0)))).fields).toEqual({
    to: "Choose a span of at most 7 days.",
  });
  expect((await readError(await ask(at(-31), at(-30)))).fields).toEqual({
    from: "Choose a beginning within the last 30 days.",
  });
  expect((await ask(at(-1), at(0), "unknown")).status).toBe(404);
  const group = await buildGroup(muster, { owner, members: [mira] });
  const span = await begin(admin);
  await remove(admin, group, mira);
  const found = await span.preview();
  await db.update(sessions).set({ provenAt: null }).where(eq(sessions.userId, undoer.userId));
  expect((await readError(await span.apply(found))).code).toBe("fresh_proof_required");
  expect(await seatsOf(group)).toHaveLength(1);
});
