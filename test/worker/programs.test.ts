import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import {
  apiOperationSchema,
  apiOperationsSchema,
  problemSchema,
} from "#shared/applications/api-answers.ts";
import type { changedMembersSchema } from "#shared/applications/api-answers.ts";
import { DAY_MS, HOUR_MS } from "#shared/time.ts";
import {
  idsOf,
  openProgram as openMembersProgram,
} from "#test/support/applications/members-program.ts";
import { readError } from "#test/support/answers/read-error.ts";
import { buildAdministrator, buildUser, buildUsers } from "#test/support/people/builders.ts";
import { buildGroup, prepareOperation } from "#test/support/people/group-builders.ts";
import { write } from "#test/support/answers/write.ts";
import {
  inAlliance,
  isMember,
  ruleOf,
  saveRule,
  setAlliance,
} from "#test/support/requirements/requirement-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { BUDGETS } from "#worker/ground/config.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { applications } from "#worker/db/schema/applications.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { operationGroups, operations } from "#worker/db/schema/operations.ts";
import { askedRemovals, heldChanges } from "#worker/db/schema/requirements.ts";

const muster = await startMuster();
const { db } = muster.context;
const admin = await buildAdministrator(muster);
const owner = await buildUser(muster, { name: "Renwick Pell" });

const openProgram = (given: Parameters<typeof openMembersProgram>[1]) =>
  openMembersProgram(muster, given);

const outcomesOf = ({ items }: z.infer<typeof changedMembersSchema>) =>
  items.map(({ outcome, reason, isMember: is }) => [reason ?? outcome, is]);

const lastEvent = async (
  kind: "member_added" | "member_removed" | "members_changed" | "operation_planned",
) => (await db.select().from(auditEvents).where(eq(auditEvents.kind, kind))).at(-1);

test("a program adds, ends and removes members, and its answers say what is so now", async () => {
  const group = await buildGroup(muster, { owner, name: "Fleet" });
  const { change } = await openProgram({ groupIds: [group.id] });
  const [mira, oskar] = await buildUsers(muster, 2);
  const added = await change(group, {
    action: "add",
    pilots: [mira.userId, oskar.mainCharacterId, "nobody"],
  });
  expect(outcomesOf(added)).toEqual([
    ["added", true],
    ["added", true],
    ["no_such_pilot", false],
  ]);
  expect(await isMember(muster, group.id, oskar.userId)).toBe(true);
  expect(outcomesOf(await change(group, { action: "add", pilots: idsOf(mira) }))).toEqual([
    ["member", true],
  ]);
  await change(group, { action: "set_end", pilots: idsOf(mira), days: 30 });
  const [seat] = await db
    .select()
    .from(groupMembers)
    .where(and(eq(groupMembers.groupId, group.id), eq(groupMembers.userId, mira.userId)));
  expect(Math.round(((seat?.endsAt?.getTime() ?? 0) - Date.now()) / DAY_MS)).toBe(30);
  const removed = await change(group, {
    action: "remove",
    pilots: idsOf(mira, mira, owner),
    reason: "Left the fleet",
  });
  expect(outcomesOf(removed)).toEqual([
    ["removed", false],
    ["removed", false],
    ["leader", true],
  ]);
  expect(await isMember(muster, group.id, mira.userId)).toBe(false);
});

test("the log names the application and the person for whom it acts, and the reason", async () => {
  const group = await buildGroup(muster, { owner, name: "Ops" });
  const { change, ids } = await openProgram({ groupIds: [group.id] });
  const mira = await buildUser(muster, { name: "Mira Tal" });
  await change(group, { action: "add", pilots: idsOf(mira), for: owner.userId });
  expect(await lastEvent("member_added")).toMatchObject({
    actorKind: "application",
    actorId: ids.application,
    actorName: "Wiki",
    subjectId: mira.userId,
  });
  expect(await lastEvent("members_changed")).toMatchObject({
    applicationId: ids.application,
    subjectId: owner.userId,
    subjectName: "Renwick Pell",
    detail: { label: "Ops", act: "add", count: 1 },
  });
  await change(group, { action: "remove", pilots: idsOf(mira), reason: "o7" });
  expect((await lastEvent("member_removed"))?.detail).toMatchObject({ reason: "o7" });
  const page = await owner.api.groups[":id"].activity.$get({ param: { id: group.id }, query: {} });
  const { items } = await page.json();
  expect(items.find(({ kind }) => kind === "member_added")?.actor).toEqual({
    userId: null,
    name: "Wiki",
  });
});

test("a preview says what would be, and changes nothing", async () => {
  const group = await buildGroup(muster, { owner });
  const { change } = await openProgram({ groupIds: [group.id] });
  const mira = await buildUser(muster);
  const body = { action: "add" as const, pilots: [mira.userId, owner.userId] };
  const before = (await db.select().from(auditEvents)).length;
  const preview = await change(group, body, { query: "?preview=1" });
  expect(preview.isPreview).toBe(true);
  expect(outcomesOf(preview)).toEqual([
    ["added", false],
    ["member", true],
  ]);
  expect((await db.select().from(auditEvents)).length).toBe(before);
  expect(outcomesOf(await change(group, body))).toEqual([
    ["added", true],
    ["member", true],
  ]);
});

test("previews name pilots, so that an application has as many in a day as its share", async () => {
  const group = await buildGroup(muster, { owner });
  const { send, ids } = await openProgram({ groupIds: [group.id] });
  const mira = await buildUser(muster);
  const body = { action: "add" as const, pilots: [mira.userId, owner.userId] };
  const day = new Date().toISOString().slice(0, 10);
  const left = (rows: number) =>
    db
      .update(applications)
      .set({ dailyActs: { day, rows: BUDGETS.paid.applicationRows - rows } })
      .where(eq(applications.id, ids.application));
  await left(3);
  expect((await send(group, body, { query: "?preview=1" })).status).toBe(200);
  expect((await send(group, body, { query: "?preview=1" })).status).toBe(429);
});

test("a program changes the groups that were named to it, and ordinary members alone", async () => {
  const [officer, member] = await buildUsers(muster, 2);
  const group = await buildGroup(muster, { owner, admins: [officer], members: [member] });
  const secret = await buildGroup(muster, { owner });
  const reader = await openProgram({ groupIds: [group.id], isWriter: false });
  const add = { action: "add" as const, pilots: idsOf(member) };
  expect((await reader.send(group, add)).status).toBe(403);
  expect((await reader.send(secret, add)).status).toBe(404);
  const { change, send } = await openProgram({ groupIds: [group.id] });
  for (const action of [
    { action: "remove" as const, reason: "x" },
    { action: "set_end" as const, days: 1 },
  ]) {
    const answer = await change(group, { ...action, pilots: idsOf(officer, owner) });
    expect(outcomesOf(answer)).toEqual([
      ["leader", true],
      ["leader", true],
    ]);
  }
  const wrong = await send(group, { ...add, for: "nobody" });
  expect(wrong.status).toBe(404);
});

test("requirements decide whom a program may add, and a group that enrols by itself takes nobody", async () => {
  const [ours, theirs, unknown] = await buildUsers(muster, 3);
  await setAlliance(muster, ours, ours.mainCharacterId, 99_000_001);
  await setAlliance(muster, theirs, theirs.mainCharacterId, 99_000_002);
  const group = await buildGroup(muster, { owner: admin });
  await saveRule(admin, group.id, ruleOf(inAlliance("main", 99_000_001)));
  const { change, send } = await openProgram({ groupIds: [group.id] });
  const add = { action: "add" as const, pilots: idsOf(ours, theirs, unknown) };
  expect(outcomesOf(await change(group, add))).toEqual([
    ["added", true],
    ["unmet", false],
    ["unknown", false],
  ]);
  const rule = ruleOf(inAlliance("main", 99_000_001), { enrolment: "automatic" });
  await saveRule(admin, group.id, rule);
  const refused = await send(group, add);
  expect(z.parse(problemSchema, await refused.json()).reason).toBe("member_by_requirements");
  const [suspended] = await buildUsers(muster, 1);
  const open = await buildGroup(muster, { owner });
  await db
    .update(users)
    .set({ suspendedUntil: new Date(Date.now() + HOUR_MS) })
    .where(eq(users.id, suspended?.userId ?? ""));
  const other = await openProgram({ groupIds: [open.id] });
  expect(
    outcomesOf(await other.change(open, { action: "add", pilots: [suspended?.userId ?? ""] })),
  ).toEqual([["suspended", false]]);
});

test("many removals by a program wait for a person, who reads which application asked for them", async () => {
  const members = await buildUsers(muster, 12);
  const group = await buildGroup(muster, { owner, members });
  const { change } = await openProgram({ groupIds: [group.id] });
  const remove = { action: "remove" as const, pilots: idsOf(...members), reason: "Clean up" };
  const preview = await change(group, remove, { query: "?preview=1" });
  expect([preview.isHeld, preview.items[0]?.outcome]).toEqual([true, "held"]);
  expect(await db.select().from(heldChanges).where(eq(heldChanges.groupId, group.id))).toEqual([]);
  const answer = await change(group, remove);
  expect(answer.isHeld).toBe(true);
  expect(new Set(outcomesOf(answer).map(String))).toEqual(new Set(["held,true"]));
  const [held] = await db.select().from(heldChanges).where(eq(heldChanges.groupId, group.id));
  const asked = await db.select().from(askedRemovals);
  expect(asked.filter(({ heldId }) => heldId === held?.id)).toHaveLength(members.length);
  const list = await (await admin.api.admin.held.$get()).json();
  expect(JSON.stringify(list.waiting)).toContain('"actorName":"Wiki"');

  expect(await change(group, remove)).toEqual(answer);
  const heldOf = () => db.select().from(heldChanges).where(eq(heldChanges.groupId, group.id));
  expect(await heldOf()).toHaveLength(1);
  const [newcomer] = await buildUsers(muster, 1);
  await change(group, { action: "add", pilots: idsOf(newcomer) });
  await change(group, { ...remove, pilots: [...remove.pilots, ...idsOf(newcomer)] });
  expect(await heldOf()).toHaveLength(2);
});

test("the same request with a key is done once", async () => {
  const group = await buildGroup(muster, { owner });
  const { change } = await openProgram({ groupIds: [group.id] });
  const [mira] = await buildUsers(muster, 1);
  const add = { action: "add" as const, pilots: [mira?.userId ?? ""] };
  const key = { "idempotency-key": "once" };
  const first = await change(group, add, key);
  expect(outcomesOf(first)).toEqual([["added", true]]);
  expect(await change(group, add, key)).toEqual(first);
});

test("a program that has changed its members of the day is told when it can go on", async () => {
  const group = await buildGroup(muster, { owner });
  const { send, ids } = await openProgram({ groupIds: [group.id] });
  const [mira] = await buildUsers(muster, 1);
  await db
    .update(applications)
    .set({
      dailyActs: {
        day: new Date().toISOString().slice(0, 10),
        rows: BUDGETS.paid.applicationRows - 49,
      },
    })
    .where(eq(applications.id, ids.application));
  const refused = await send(group, { action: "add", pilots: [mira?.userId ?? ""] });
  expect(refused.status).toBe(429);
  expect(refused.headers.get("ratelimit")).toMatch(/^"rows";r=0/);
});

test("an administrator undoes an application's last hour as that of an administrator", async () => {
  const [stays, leaves, ends] = await buildUsers(muster, 3);
  const [newcomer] = await buildUsers(muster, 1);
  const group = await buildGroup(muster, { owner, members: [stays, leaves, ends] });
  const { change, ids } = await openProgram({ groupIds: [group.id] });
  const from = new Date(Date.now() - 1000).toISOString();
  await change(group, { action: "add", pilots: idsOf(newcomer) });
  await change(group, { action: "remove", pilots: idsOf(leaves), reason: "x" });
  await change(group, { action: "set_end", pilots: idsOf(ends), days: 3 });
  const span = { userId: ids.application, from, to: new Date(Date.now() + 1000).toISOString() };
  const preview = await (await admin.api.admin.undo.$get({ query: span })).json();
  expect(preview.person).toEqual({ userId: ids.application, name: "Wiki" });
  expect(preview.steps.map(({ change: { kind } }) => kind)).toEqual(["add", "end", "remove"]);
  const done = await admin.api.admin.undo.$post({ json: { ...span, digest: preview.digest } });
  expect(await done.json()).toEqual({ undone: 3, held: 0 });
  expect(await isMember(muster, group.id, leaves.userId)).toBe(true);
  expect(await isMember(muster, group.id, newcomer.userId)).toBe(false);
  const [undone] = await db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.kind, "application_undone"));
  expect(undone).toMatchObject({ applicationId: ids.application, actorId: admin.userId });
  // What a person has decided since stays.
  await change(group, { action: "remove", pilots: idsOf(leaves), reason: "again" });
  await owner.api.groups[":id"].members[":userId"].$delete({
    param: { id: group.id, userId: stays.userId },
  });
  const later = await (await admin.api.admin.undo.$get({ query: span })).json();
  expect(later.steps.some(({ person }) => person?.userId === stays.userId)).toBe(false);
});

test("an administrator names the groups that an application may change", async () => {
  const group = await buildGroup(muster, { owner });
  const { ids, send } = await openProgram({ groupIds: [group.id], isWriter: false });
  const param = { id: ids.application };
  const { version } = await (await admin.api.admin.applications[":id"].$get({ param })).json();
  const saved = await admin.api.admin.applications[":id"].$patch({
    param,
    json: { version, writableGroupIds: [group.id] },
  });
  expect((await saved.json()).grantedGroups).toEqual([
    { id: group.id, name: group.name, isWritable: true },
  ]);
  const [mira] = await buildUsers(muster, 1);
  const added = await send(group, { action: "add", pilots: [mira?.userId ?? ""] });
  expect(added.status).toBe(200);
  const [refused] = await buildUsers(muster, 1);
  const byPlayer = await refused?.api.admin.applications[":id"].$patch({
    param,
    json: { version: version + 1, writableGroupIds: [] },
  });
  expect(byPlayer && (await readError(byPlayer)).code).toBe("forbidden");
});

test("a program reads operations of its groups alone, and plans one once for a key", async () => {
  const member = await buildUser(muster, { name: "Tovi Renn" });
  const fleet = await buildGroup(muster, { owner, members: [member], name: "Sunday Fleet" });
  const hidden = await buildGroup(muster, { owner, name: "Quiet Hours", visibility: "hidden" });
  const { operationsApi } = await openProgram({
    groupIds: [fleet.id],
    rights: ["operations", "operations:write"],
  });
  const other = prepareOperation(muster, hidden, owner, { title: "Quiet" });
  await write(muster, other);
  const input = {
    kind: "fleet",
    title: "Shield Ferox",
    startsAt: new Date(Date.now() + HOUR_MS).toISOString(),
    minutes: 60,
    place: "Okkamon",
    commanderId: owner.userId,
    groupIds: [fleet.id],
  };
  const planned = await operationsApi("", input, { "idempotency-key": "sunday" });
  expect(planned.status).toBe(200);
  const operation = z.parse(apiOperationSchema, await planned.json());
  expect(operation).toMatchObject({
    title: "Shield Ferox",
    groups: [{ id: fleet.id, name: "Sunday Fleet" }],
    commander: { pilotId: owner.userId },
    counts: { coming: 0 },
  });
  const again = await operationsApi("", input, { "idempotency-key": "sunday" });
  expect(await again.json()).toEqual(operation);
  const reused = { ...input, title: "Another" };
  expect((await operationsApi("", reused, { "idempotency-key": "sunday" })).status).toBe(409);
  expect(await db.$count(operations, eq(operations.groupId, fleet.id))).toBe(1);
  const json = { answer: "coming" as const, brings: "" };
  await member.api.operations[":id"].answer.$put({ param: { id: operation.id }, json });
  // Also for a group that the program does not know.
  await db.insert(operationGroups).values({
    operationId: operation.id,
    groupId: hidden.id,
    startsAt: new Date(operation.startsAt),
  });
  const { items } = z.parse(apiOperationsSchema, await (await operationsApi("")).json());
  expect(items.map(({ title, counts, groups }) => [title, counts.coming, groups.length])).toEqual([
    ["Shield Ferox", 1, 1],
  ]);
  expect((await operationsApi(`/${other.id}`)).status).toBe(404);
  const elsewhere = { ...input, groupIds: [hidden.id] };
  const unknown = { ...input, groupIds: ["nothing"] };
  const refusals = await Promise.all(
    [elsewhere, unknown].map(async (body) => (await operationsApi("", body)).json()),
  );
  expect(refusals).toMatchObject([
    { status: 400, reason: "operation_groups" },
    { status: 400, reason: "operation_groups" },
  ]);
  const { operationsApi: ofReader } = await openProgram({
    groupIds: [fleet.id],
    isWriter: false,
    rights: ["operations", "operations:write"],
  });
  expect((await ofReader("", input)).status).toBe(400);
  expect((await lastEvent("operation_planned"))?.actorName).toBe("Wiki");
});
