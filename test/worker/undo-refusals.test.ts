import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { DAY_MS } from "#shared/time.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { readError } from "#test/support/answers/read-error.ts";
import {
  evaluateAll,
  inAlliance,
  ruleOf,
  saveRule,
  setAlliance,
} from "#test/support/requirements/requirement-builders.ts";
import {
  add,
  edit,
  remove,
  startUndoing,
  staysIn,
  stepsIn,
} from "#test/support/undo/undo-scene.ts";
import { sessions } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { invitationBlocks } from "#worker/db/schema/groups.ts";

const { muster, admin, undoer, suspend, begin, seatsOf, people } = await startUndoing();
const { db } = muster.context;

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
