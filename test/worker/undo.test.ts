import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  buildCategory,
  buildGroup,
  buildRequest,
  operationInput,
} from "#test/support/people/group-builders.ts";
import { readError } from "#test/support/answers/read-error.ts";
import {
  add,
  appoint,
  dismiss,
  edit,
  remove,
  setEnd,
  startUndoing,
  staysIn,
  stepsIn,
  transfer,
} from "#test/support/undo/undo-scene.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import {
  evaluateAll,
  inAlliance,
  isMember,
  ruleOf,
  saveRule,
  setAlliance,
} from "#test/support/requirements/requirement-builders.ts";
import { groupRequirements } from "#worker/db/schema/requirements.ts";
import { DAY_MS } from "#shared/time.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { sessions } from "#worker/db/schema/accounts.ts";
import { discordDirectMessages } from "#worker/db/schema/discord-posts.ts";
import { invitationBlocks } from "#worker/db/schema/groups.ts";
import { operationAnswers, operationReadings } from "#worker/db/schema/operations.ts";
import { repeatWork } from "#worker/operations/repeats.ts";

const { muster, admin, undoer, suspend, begin, seatsOf, settingsOf, eventsOf, people } =
  await startUndoing();
const { db } = muster.context;

test("an administrator's last hour is undone: members, roles, ends, the owner and settings are as before", async () => {
  const [owner, mira, oskar, tess, newcomer] = await people(
    "Owner",
    "Mira",
    "Oskar",
    "Tess",
    "New",
  );
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
  expect(stepsIn(found)).toEqual(
    [
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
    ].toSorted((a, b) => Number(b[0] === null) - Number(a[0] === null)),
  );
  expect(found).toMatchObject({ person: { name: "Aurelia Voss" }, stays: [], holds: [] });
  expect(await (await span.apply(found)).json()).toEqual({ undone: 11, held: 0 });
  expect(await seatsOf(group)).toEqual(seats);
  expect(await settingsOf(group)).toEqual(settings);
});

test("undoing is recorded as changes of the administrator who undoes, with the span and the actor", async () => {
  const [owner, mira] = await people("Owner", "Mira");
  const group = await buildGroup(muster, { owner, members: [mira] });
  const span = await begin(admin);
  await remove(admin, group, mira);
  await edit(admin, group, { name: "Once" });
  const found = await span.preview();
  await span.apply(found);
  const { from, to } = found.asked;
  const undone = { from, to };
  const events = (await eventsOf(group)).filter(({ detail }) => detail.undone);
  expect(events.map(({ groupName }) => groupName)).toEqual(["Once", "Once"]);
  expect(
    events.map(({ kind, actorId, subjectId, detail }) => [kind, actorId, subjectId, detail.undone]),
  ).toEqual([
    ["member_added", undoer.userId, mira.userId, undone],
    ["group_updated", undoer.userId, null, undone],
  ]);
  const [told] = await db
    .select()
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.kind, "actions_undone"),
        eq(auditEvents.requestId, events[0]?.requestId ?? ""),
      ),
    );
  expect(told).toMatchObject({
    log: "accounts",
    actorId: undoer.userId,
    subjectId: admin.userId,
    detail: { undone, count: 2 },
  });
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
  const [owner, mira, oskar] = await people("Owner", "Mira", "Oskar");
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
  const [owner, mira, oskar] = await people("Owner", "Mira", "Oskar");
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
  // If two undo the same at once, one succeeds.
  const next = await span.preview();
  const both = await Promise.all([span.apply(next), span.apply(next)]);
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
});

test("an approval is undone by removing the member, also one who was made an admin", async () => {
  const [owner, mira] = await people("Owner", "Mira");
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
  const [owner, mira] = await people("Owner", "Mira");
  const group = await buildGroup(muster, { owner });
  await owner.api.groups[":id"].invitations.$post({
    param: { id: group.id },
    json: { characterName: "Mira" },
  });
  const span = await begin(admin);
  await add(admin, group, mira);
  expect(stepsIn(await span.preview())).toEqual([["Mira", "remove"]]);
});

test("operations are undone: planned is cancelled, cancelled is restored, and changes are taken back", async () => {
  const [owner] = await people("Owner");
  const group = await buildGroup(muster, { owner, admins: [admin], name: "Fleet" });
  const plan = async (title: string) => {
    const json = {
      kind: "fleet" as const,
      title,
      startsAt: new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString(),
      minutes: 60,
      commanderId: null,
      groupIds: [group.id],
    };
    return { ...(await (await owner.api.operations.$post({ json })).json()), json };
  };
  const [moved, cancelled, since] = [await plan("Moved"), await plan("Off"), await plan("Since")];
  const read = async (id: string) =>
    (await owner.api.operations[":id"].$get({ param: { id } })).json();
  const cancel = (who: typeof admin, id: string, isCancelled = true) =>
    who.api.operations[":id"].cancelled.$put({ param: { id }, json: { isCancelled } });
  const span = await begin(admin);
  const startsAt = new Date(Date.now() + 48 * 60 * 60 * 1000).toISOString();
  await admin.api.operations[":id"].$put({
    param: { id: moved.id },
    json: { ...moved.json, title: "Taken", startsAt, text: "o7", version: 0 },
  });
  await db.insert(discordDirectMessages).values({
    userId: owner.userId,
    afterSeq: 0,
    waitsUntil: new Date(),
    origin: "",
    remindMinutes: 30,
  });
  const answer = { param: { id: moved.id }, json: { answer: "coming", brings: "" } } as const;
  expect((await owner.api.operations[":id"].answer.$put(answer)).status).toBe(200);
  // Muster waits for the fleet of the time to which it was moved.
  await db.insert(operationReadings).values({
    operationId: moved.id,
    dueAt: new Date(),
    spans: { read: [], presentMost: 0 },
    people: [],
  });
  await cancel(admin, cancelled.id);
  await cancel(admin, since.id);
  await cancel(owner, since.id, false);
  await cancel(owner, since.id);
  const fresh = await admin.api.operations.$post({ json: { ...moved.json, title: "New" } });
  const { id: newId } = await fresh.json();
  const found = await span.preview();
  expect(
    found.steps.map(({ change }) => change.kind === "operation" && [change.act, change.title]),
  ).toEqual(
    expect.arrayContaining([
      ["change", "Taken"],
      ["restore", "Off"],
      ["cancel", "New"],
    ]),
  );
  expect(staysIn(found)).toEqual(
    expect.arrayContaining([
      ["operation_cancelled", "changed", "Owner"],
      ["operation_changed", "unrecorded", null],
    ]),
  );
  // What changes after the preview is a conflict.
  await cancel(owner, newId);
  expect((await span.apply(found)).status).toBe(409);
  await cancel(owner, newId, false);
  const later = await span.preview();
  expect((await span.apply(later)).status).toBe(200);
  expect(await read(moved.id)).toMatchObject({
    title: "Moved",
    startsAt: moved.startsAt,
    endsAt: moved.endsAt,
    text: "o7",
    version: 2,
  });
  const [reminded] = await db.select({ at: operationAnswers.remindAt }).from(operationAnswers);
  expect(reminded?.at?.getTime()).toBe(Date.parse(moved.startsAt) - 30 * 60_000);
  expect(await db.$count(operationReadings)).toBe(0);
  expect((await read(cancelled.id)).cancelledAt).toBeNull();
  const { items } = await (await owner.api.operations.$get({ query: {} })).json();
  expect(items.find(({ id }) => id === moved.id)?.startsAt).toBe(moved.startsAt);
});

test("a weekly operation is undone with what its series has made, and the series ends", async () => {
  const [owner] = await people("Owner");
  const group = await buildGroup(muster, { owner, admins: [admin], name: "Weekly" });
  const json = operationInput([group.id], { title: "Weekly", isWeekly: true });
  const before = await owner.api.operations.$post({ json: { ...json, title: "Stays" } });
  expect(before.status).toBe(201);
  const span = await begin(admin);
  expect((await admin.api.operations.$post({ json })).status).toBe(201);
  const slice = () => repeatWork.read({ kind: repeatWork.kind }).slice(muster.context);
  while ((await slice()).state === "more");
  const listed = async () =>
    (await (await owner.api.operations.$get({ query: {} })).json()).items.filter(({ groups: of }) =>
      of.some(({ groupId }) => groupId === group.id),
    );
  const weeks = (await listed()).filter(({ title }) => title === "Weekly");
  expect(weeks).toHaveLength(4);
  // What another planner has changed since stays.
  const [, second, third] = weeks;
  const change = {
    param: { id: second?.id ?? "" },
    json: { ...json, startsAt: second?.startsAt ?? "", title: "Kept", version: 0 },
  };
  expect((await owner.api.operations[":id"].$put(change)).status).toBe(200);
  const cancel = { param: { id: third?.id ?? "" }, json: { isCancelled: true } };
  expect((await admin.api.operations[":id"].cancelled.$put(cancel)).status).toBe(200);
  const found = await span.preview();
  expect(stepsIn(found)).toHaveLength(2);
  expect(staysIn(found)).toEqual([["operation_planned", "changed", "Owner"]]);
  expect((await span.apply(found)).status).toBe(200);
  const after = await listed();
  const on = after.filter(({ cancelledAt }) => cancelledAt === null);
  expect(new Set(on.map(({ title }) => title))).toEqual(new Set(["Stays", "Kept"]));
  expect(after.map(({ title, isWeekly }) => isWeekly === (title === "Stays"))).not.toContain(false);
});

test("a series that another planner has changed since stays, with the planner's name", async () => {
  const [owner] = await people("Owner");
  const group = await buildGroup(muster, { owner, admins: [admin], name: "Taken over" });
  const json = operationInput([group.id], { isWeekly: true });
  const span = await begin(admin);
  const { id } = await (await admin.api.operations.$post({ json })).json();
  const slice = () => repeatWork.read({ kind: repeatWork.kind }).slice(muster.context);
  while ((await slice()).state === "more");
  const change = { ...json, title: "Taken over", version: 0, scope: "following" as const };
  expect((await owner.api.operations[":id"].$put({ param: { id }, json: change })).status).toBe(
    200,
  );
  const found = await span.preview();
  expect(found.steps).toEqual([]);
  expect(new Set(staysIn(found).map(String))).toEqual(new Set(["operation_planned,changed,Owner"]));
});

const [owner, mira] = await people("Owner", "Mira");
await setAlliance(muster, mira, mira.mainCharacterId, 7);

const SEVEN = ruleOf(inAlliance("main", 7), { graceDays: 3 });
const EIGHT = ruleOf(inAlliance("main", 8), { graceDays: 0 });

async function ruleIn({ id }: { id: string }) {
  const [row] = await db.select().from(groupRequirements).where(eq(groupRequirements.groupId, id));
  return row && { tree: row.tree, graceDays: row.graceDays, enrolment: row.enrolment };
}
const partOf = ({ tree, graceDays, enrolment }: typeof SEVEN) => ({ tree, graceDays, enrolment });

test("requirements that were replaced, removed or added are as before, and decide again", async () => {
  const replaced = await buildGroup(muster, { owner, members: [mira], name: "A" });
  const removed = await buildGroup(muster, { owner, name: "B" });
  const added = await buildGroup(muster, { owner, members: [mira], name: "C" });
  await saveRule(undoer, replaced.id, SEVEN);
  await saveRule(undoer, removed.id, ruleOf(inAlliance("main", 7), { enrolment: "automatic" }));
  await evaluateAll(muster);
  const span = await begin(admin);
  await saveRule(admin, replaced.id, EIGHT);
  await saveRule(admin, removed.id, null);
  await saveRule(admin, added.id, EIGHT);
  await remove(admin, removed, mira);
  const found = await span.preview();
  expect(stepsIn(found)).toEqual([
    [null, "rule"],
    [null, "rule"],
    [null, "rule"],
  ]);
  // The requirements that come back decide on her.
  expect(staysIn(found)).toEqual([["member_removed", "automatic", null]]);
  expect((await span.apply(found)).status).toBe(200);
  expect(await ruleIn(replaced)).toEqual(partOf(SEVEN));
  expect(await ruleIn(removed)).toMatchObject({ enrolment: "automatic" });
  expect(await ruleIn(added)).toBeUndefined();
  await evaluateAll(muster);
  expect(await isMember(muster, replaced.id, mira.userId)).toBe(true);
  expect(await isMember(muster, removed.id, mira.userId)).toBe(true);
  const recorded = (await eventsOf(replaced)).filter(({ detail }) => detail.undone);
  expect(recorded).toMatchObject([
    { kind: "requirements_updated", actorId: undoer.userId, detail: { rule: { to: SEVEN } } },
  ]);
  expect(await span.preview()).toMatchObject({ steps: [] });
});

test("a member who meets the restored requirements is added again with them", async () => {
  const group = await buildGroup(muster, { owner, members: [mira] });
  await saveRule(undoer, group.id, SEVEN);
  const span = await begin(admin);
  await remove(admin, group, mira);
  await saveRule(admin, group.id, EIGHT);
  expect(stepsIn(await span.preview())).toEqual([
    [null, "rule"],
    ["Mira", "add member"],
  ]);
  await span.undo();
  expect(await seatsOf(group)).toHaveLength(2);
});

test("requirements that others have changed since stay, and so do those that cannot be saved now", async () => {
  const wing = await buildGroup(muster, { owner, name: "Wing" });
  const group = await buildGroup(muster, { owner });
  await saveRule(undoer, group.id, ruleOf({ type: "member_of", groupIds: [wing.id] }));
  const span = await begin(admin);
  await saveRule(admin, group.id, EIGHT);
  const { id } = wing;
  await undoer.api.groups[":id"].$delete({ param: { id }, json: { name: "Wing" } });
  expect(staysIn(await span.preview())).toEqual([["requirements_updated", "rule", null]]);
  await saveRule(undoer, group.id, SEVEN);
  expect(staysIn(await span.preview())).toEqual([["requirements_updated", "changed", "Mira Tal"]]);
});

test("requirements that change between preview and undoing are a conflict", async () => {
  const group = await buildGroup(muster, { owner, members: [mira] });
  const span = await begin(admin);
  await remove(admin, group, mira);
  const found = await span.preview();
  await saveRule(undoer, group.id, EIGHT);
  expect((await span.apply(found)).status).toBe(409);
  expect(await seatsOf(group)).toHaveLength(1);
});

test("users who are suspended, blocked the group or do not meet its requirements are not added again", async () => {
  const [owner, fails, suspended, blocked, meets] = await people(
    "Owner",
    "Fails",
    "Suspended",
    "Blocked",
    "Meets",
  );
  const members = [fails, suspended, blocked, meets];
  for (const one of members) await setAlliance(muster, one, one.mainCharacterId, 7);
  const group = await buildGroup(muster, { owner, members });
  const span = await begin(admin);
  for (const one of members) await remove(admin, group, one);
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
  const [owner, mira] = await people("Owner", "Mira");
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

test("reviews and posts of a group are listed beside its settings, to be undone by hand", async () => {
  const [owner, mira] = await people("Owner", "Mira");
  const group = await buildGroup(muster, { owner, members: [mira] });
  const span = await begin(admin);
  await admin.api.groups[":id"].review.settings.$put({
    param: { id: group.id },
    json: { everyMonths: 3, silence: "remove" },
  });
  const found = await span.preview();
  expect(found.steps).toEqual([]);
  expect(staysIn(found)).toEqual([["group_updated", "by_hand", null]]);
  // Soon after, it is one event with the first.
  await edit(admin, group, { visibility: "hidden" });
  const both = await span.preview();
  expect(stepsIn(both)).toEqual([[null, "visibility: hidden > public"]]);
  expect(staysIn(both)).toEqual([["group_updated", "by_hand", null]]);
});

test("removals above the limit are held, and are not asked for twice", async () => {
  const owner = await buildUser(muster, { name: "Owner" });
  const group = await buildGroup(muster, { owner });
  const many = await people(...Array.from({ length: 8 }, (_, index) => `Many ${index}`));
  const span = await begin(admin);
  await add(admin, group, ...many);
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
  const [owner, mira] = await people("Owner", "Mira");
  const group = await buildGroup(muster, { owner, members: [mira] });
  const span = await begin(admin);
  await remove(admin, group, mira);
  await db
    .update(auditEvents)
    .set({ detail: {} })
    .where(and(eq(auditEvents.groupId, group.id), eq(auditEvents.kind, "member_removed")));
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
  const [owner, mira] = await people("Owner", "Mira");
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
