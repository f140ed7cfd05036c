import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { OPERATIONS_KEPT_DAYS } from "#shared/operations/limits.ts";
import type { PlanOperation } from "#shared/operations/operations.ts";
import { write } from "#test/support/answers/write.ts";
import { readError } from "#test/support/answers/read-error.ts";
import { buildAdministrator, buildUser, buildUsers } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import {
  buildGroup,
  operationInput,
  prepareOperation,
} from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { cleanUp } from "#worker/app/cron-jobs.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";
import { operationAnswers, participations } from "#worker/db/schema/operations.ts";
import { repeatWork } from "#worker/operations/repeats.ts";

const HOUR = 60 * 60 * 1000;
const muster = await startMuster();
const { db } = muster.context;

const owner = await buildUser(muster, { name: "Mira Tal" });
const member = await buildUser(muster, { name: "Tovi Renn" });
const both = await buildUser(muster, { name: "Bram Oyelaran" });
const stranger = await buildUser(muster, { name: "Nils Brandvold" });
const admin = await buildAdministrator(muster);
const fleet = await buildGroup(muster, { owner, members: [member, both], name: "Sunday Fleet" });
const secret = await buildGroup(muster, {
  owner,
  members: [both],
  name: "Quiet Hours",
  visibility: "hidden",
});
const foreign = await buildGroup(muster, { owner: stranger, name: "Somebody Else" });

const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

const inputOf = (given: Partial<PlanOperation> = {}) =>
  operationInput([fleet.id], { commanderId: owner.userId, ...given });

async function plan(given: Partial<PlanOperation> = {}, who = owner) {
  const response = await who.api.operations.$post({ json: inputOf(given) });
  expect(response.status).toBe(201);
  return response.json();
}
const read = (who: BuiltUser, id: string) => who.api.operations[":id"].$get({ param: { id } });
const list = async (who: BuiltUser, query: { past?: "true" } = {}) =>
  (await who.api.operations.$get({ query })).json();
const titles = async (who: BuiltUser, query: { past?: "true" } = {}) =>
  (await list(who, query)).items.map(({ title }) => title);
const answer = (who: BuiltUser, id: string, given: "coming" | "maybe" | "not" | null) =>
  who.api.operations[":id"].answer.$put({
    param: { id },
    json: { answer: given, brings: "Ferox" },
  });

test("members of the groups see an operation, and for everybody else there is none", async () => {
  const { id } = await plan({ groupIds: [fleet.id, secret.id] });
  expect(await titles(member)).toEqual(["Shield Ferox"]);
  expect(await titles(stranger)).toEqual([]);
  const missing = await read(stranger, "nothing");
  const hidden = await read(stranger, id);
  expect(hidden.status).toBe(404);
  expect((await readError(hidden)).message).toBe((await readError(missing)).message);
  // A member learns only of their own groups.
  const seen = await (await read(member, id)).json();
  expect(seen.groups.map(({ name }) => name)).toEqual(["Sunday Fleet"]);
  expect(seen.canEdit).toBe(false);
  const all = await (await read(both, id)).json();
  expect(all.groups.map(({ name }) => name).toSorted()).toEqual(["Quiet Hours", "Sunday Fleet"]);
  for (const who of [stranger, member]) {
    const json = { ...inputOf({ groupIds: [fleet.id] }), version: 0 };
    const status = who === stranger ? 404 : 403;
    expect((await who.api.operations[":id"].$put({ param: { id }, json })).status).toBe(status);
    const cancel = { param: { id }, json: { isCancelled: true } };
    expect((await who.api.operations[":id"].cancelled.$put(cancel)).status).toBe(status);
  }
  expect((await answer(stranger, id, "coming")).status).toBe(404);
  await owner.api.operations[":id"].cancelled.$put({ param: { id }, json: { isCancelled: true } });
});

test("the dashboard has the next two that are on, in its one round trip", async () => {
  const viewer = await buildUser(muster, { name: "Una Hale" });
  const group = await buildGroup(muster, { owner: viewer, name: "Dashboard" });
  const rows = ["Over", "First", "Off", "Second", "Third"].map((title, index) => {
    const startsAt = new Date(Date.now() + (index - 0.5) * 2 * HOUR);
    const cancelledAt = title === "Off" ? new Date() : null;
    const endsAt = new Date(startsAt.getTime() + HOUR / 2);
    return prepareOperation(muster, group, viewer, { title, startsAt, endsAt, cancelledAt });
  });
  await write(muster, ...rows);
  await viewer.api.characters.$get();
  muster.costs.reset();
  const overview = await (await viewer.api.characters.$get()).json();
  expect(overview.operations.map(({ title }) => title)).toEqual(["First", "Second"]);
  expect(muster.costs.roundTrips).toBe(1);
});

test("a suspended member's answer counts for nobody", async () => {
  const lost = await buildUser(muster, { name: "Odd Brandvold" });
  await db.insert(groupMembers).values({
    groupId: fleet.id,
    userId: lost.userId,
    role: "member",
    joinedAt: new Date(),
  });
  const { id } = await plan({ title: "Suspended" });
  await answer(lost, id, "coming");
  const suspendUntil = (suspendedUntil: Date | null) =>
    db.update(users).set({ suspendedUntil }).where(eq(users.id, lost.userId));
  await suspendUntil(new Date(Date.now() + HOUR));
  const during = await (await read(owner, id)).json();
  expect([during.counts.coming, during.answers]).toEqual([0, []]);
  const listed = (await list(owner)).items.find((operation) => operation.id === id);
  expect(listed?.counts.coming).toBe(0);
  await suspendUntil(null);
  expect((await (await read(owner, id)).json()).answers).toHaveLength(1);
});

test("an answer costs a list three rows, and an operation is deleted a year after its end", async () => {
  const group = await buildGroup(muster, { owner: stranger, name: "Many" });
  const endsAt = new Date(Date.now() - (OPERATIONS_KEPT_DAYS * 24 + 1) * HOUR);
  const one = prepareOperation(muster, group, stranger);
  const old = prepareOperation(muster, group, stranger, { endsAt });
  await write(muster, one, old);
  const rowsRead = async () => {
    muster.costs.reset();
    await list(stranger);
    return muster.costs.rowsRead;
  };
  const before = await rowsRead();
  const crowd = await buildUsers(muster, 40);
  for (const { userId } of crowd) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await db.batch([
      db
        .insert(groupMembers)
        .values({ groupId: group.id, userId, role: "member", joinedAt: new Date() }),
      db
        .insert(operationAnswers)
        .values({ operationId: one.id, userId, answer: "coming", answeredAt: new Date() }),
    ]);
  }
  expect((await rowsRead()) - before).toBeLessThanOrEqual(3 * crowd.length + 10);
  await cleanUp(muster.context);
  expect((await read(stranger, one.id)).status).toBe(200);
  expect((await read(stranger, old.id)).status).toBe(404);
});

test("who plans for a group makes, moves, cancels and restores, and the group's log tells", async () => {
  await db.delete(auditEvents);
  const { id, version } = await plan({ title: "Moved" });
  expect(version).toBe(0);
  const json = {
    ...inputOf({ title: "Moved", startsAt: at(30), groupIds: [fleet.id, secret.id] }),
    version,
  };
  const moved = await (await owner.api.operations[":id"].$put({ param: { id }, json })).json();
  expect(moved).toMatchObject({ startsAt: json.startsAt, version: 1 });
  expect(moved.groups).toHaveLength(2);
  for (const isCancelled of [true, true, false]) {
    await owner.api.operations[":id"].cancelled.$put({ param: { id }, json: { isCancelled } });
  }
  const kinds = await db
    .select({ kind: auditEvents.kind })
    .from(auditEvents)
    .orderBy(auditEvents.id);
  expect(kinds.map(({ kind }) => kind)).toEqual([
    "operation_planned",
    "operation_changed",
    "operation_cancelled",
    "operation_restored",
  ]);
});

test("moves of two operations of a group are two events, and one that moves again stays one", async () => {
  await db.delete(auditEvents);
  const operations = [await plan({ title: "First" }), await plan({ title: "Second" })];
  const [soon, later] = [at(30), at(31)];
  const move = async ({ id, title, version }: (typeof operations)[number], startsAt: string) => {
    const json = { ...inputOf({ title, startsAt }), version };
    return (await owner.api.operations[":id"].$put({ param: { id }, json })).json();
  };
  for (const operation of operations) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await move(await move(operation, soon), later);
  }
  const events = await db
    .select({ detail: auditEvents.detail })
    .from(auditEvents)
    .where(eq(auditEvents.kind, "operation_changed"))
    .orderBy(auditEvents.id);
  expect(events.map(({ detail }) => detail)).toMatchObject(
    operations.map(({ id, startsAt }) => ({
      operationId: id,
      changes: { startsAt: { from: startsAt, to: later } },
    })),
  );
});

test("a cancelled operation, and one that is over, takes no answers", async () => {
  const { id } = await plan({ title: "Over" });
  await owner.api.operations[":id"].cancelled.$put({ param: { id }, json: { isCancelled: true } });
  expect((await answer(member, id, "coming")).status).toBe(409);
  const cancelled = await (await read(member, id)).json();
  expect(cancelled.cancelledBy?.name).toBe("Mira Tal");
  const ended = await plan({ title: "Ended", startsAt: at(-0.5), minutes: 15 });
  expect((await answer(member, ended.id, "coming")).status).toBe(409);
  expect(await titles(member, { past: "true" })).toContain("Ended");
  expect(await titles(member)).not.toContain("Ended");
  const running = await plan({ title: "Running", startsAt: at(-0.5), minutes: 90 });
  expect((await answer(member, running.id, "coming")).status).toBe(200);
  expect(await titles(member)).toContain("Running");
});

test.for<[what: string, given: Partial<PlanOperation>, who?: "member"]>([
  ["a group of others", { groupIds: [foreign.id] }],
  ["a group of which one is a member only", { groupIds: [fleet.id], commanderId: null }, "member"],
  ["a group that does not exist", { groupIds: ["nothing"] }],
  ["a commander from elsewhere", { commanderId: stranger.userId }],
  ["yesterday", { startsAt: at(-24) }],
  ["in two years", { startsAt: at(24 * 730) }],
  ["no title", { title: "  " }],
])("nobody plans for %s", async ([, given, who]) => {
  const actor = who === "member" ? member : owner;
  const json = inputOf(given);
  expect((await actor.api.operations.$post({ json })).status).toBe(400);
});

test("groups that a planner does not plan for stay with an operation that the planner changes", async () => {
  const admin = await buildUser(muster, { name: "Renwick Pell" });
  await db.insert(groupMembers).values({
    groupId: fleet.id,
    userId: admin.userId,
    role: "admin",
    joinedAt: new Date(),
  });
  const { id } = await plan({ title: "Shared", groupIds: [fleet.id, secret.id] });
  const input = inputOf({ title: "Shared again", groupIds: [fleet.id], commanderId: null });
  const json = { ...input, version: 0 };
  const changed = await admin.api.operations[":id"].$put({ param: { id }, json });
  expect(await changed.json()).toMatchObject({
    title: "Shared again",
    groups: [{ groupId: fleet.id }],
  });
  expect((await (await read(both, id)).json()).groups).toHaveLength(2);
});

test("a commander who is hidden from a planner stays when the planner changes the operation", async () => {
  const [planner, quiet] = await buildUsers(muster, 2);
  const home = await buildGroup(muster, { owner, admins: [planner] });
  const hidden = await buildGroup(muster, { owner, admins: [quiet], visibility: "hidden" });
  const groupIds = [home.id, hidden.id];
  const { id } = await plan({ groupIds, commanderId: quiet.userId });
  const change = async (who: BuiltUser, version: number, commanderId: string | null) => {
    const json = { ...inputOf({ groupIds: [home.id], commanderId }), version };
    const changed = await who.api.operations[":id"].$put({ param: { id }, json });
    expect(changed.status).toBe(200);
    return (await (await read(owner, id)).json()).commander?.userId;
  };
  expect((await (await read(planner, id)).json()).commander).toBeNull();
  expect(await change(planner, 0, null)).toBe(quiet.userId);
  expect(await change(planner, 1, planner.userId)).toBe(planner.userId);
  expect(await change(planner, 2, null)).toBeUndefined();
});

test("a deleted group takes its operations along, and a deleted account its answers", async () => {
  const gone = await buildGroup(muster, { owner, members: [member], name: "Gone" });
  const { id } = await plan({ title: "Gone", groupIds: [gone.id] });
  await answer(member, id, "coming");
  await db.delete(groups).where(eq(groups.id, gone.id));
  expect((await read(owner, id)).status).toBe(404);
  expect(await db.$count(operationAnswers, eq(operationAnswers.operationId, id))).toBe(0);
});

test("two planners lose no change of each other", async () => {
  const { id } = await plan({ title: "Twice" });
  const param = { id };
  const first = { ...inputOf({ title: "Twice", startsAt: at(48) }), version: 0 };
  expect((await owner.api.operations[":id"].$put({ param, json: first })).status).toBe(200);
  const stale = { ...inputOf({ title: "Twice, spelled" }), version: 0 };
  expect((await owner.api.operations[":id"].$put({ param, json: stale })).status).toBe(409);
  expect((await (await read(owner, id)).json()).startsAt).toBe(first.startsAt);
});

test("an answer that is over keeps its ship, and is not taken back", async () => {
  const { id } = await plan({ title: "Kept" });
  await answer(member, id, "coming");
  await owner.api.operations[":id"].cancelled.$put({ param: { id }, json: { isCancelled: true } });
  const json = { answer: "coming" as const, brings: "Sabre" };
  const param = { id };
  expect((await member.api.operations[":id"].answer.$put({ param, json })).status).toBe(409);
  expect((await answer(member, id, null)).status).toBe(409);
  expect((await (await read(member, id)).json()).own).toEqual({
    answer: "coming",
    brings: "Ferox",
  });
});

test("all that is planned is on the list, page by page, and so is all that is over", async () => {
  const viewer = await buildUser(muster, { name: "Ilse Maren" });
  const groupsOf = await Promise.all(
    ["First", "Second"].map((name) => buildGroup(muster, { owner: viewer, name })),
  );
  const rowsOf = (prefix: string, hours: number) =>
    groupsOf.flatMap((group, index) =>
      Array.from({ length: 60 }, (_, number) =>
        prepareOperation(muster, group, viewer, {
          title: `${prefix} ${index} ${number}`,
          startsAt: new Date(Date.now() + hours * HOUR + number * 1000),
          endsAt: new Date(Date.now() + hours * HOUR + number * 1000 + HOUR / 2),
        }),
      ),
    );
  for (const [prefix, hours] of [
    ["Coming", 24],
    ["Over", -48],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one list after the other
    await write(muster, ...rowsOf(prefix, hours));
  }
  const titlesOf = async (query: { past?: "true" }) => {
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      // oxlint-disable-next-line no-await-in-loop -- each page says where the next begins
      const page = await (
        await viewer.api.operations.$get({ query: cursor === null ? query : { ...query, cursor } })
      ).json();
      found.push(...page.items.map(({ title }) => title));
      cursor = page.nextCursor;
    } while (cursor !== null);
    return found;
  };
  for (const [prefix, query] of [
    ["Coming", {}],
    ["Over", { past: "true" as const }],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one list after the other
    const found = await titlesOf(query);
    expect(found).toHaveLength(120);
    expect(new Set(found).size).toBe(120);
    expect(found.every((title) => title.startsWith(prefix))).toBe(true);
  }
});

test("members of the group that the owner names plan too, if they are in both groups", async () => {
  const fc = await buildUser(muster, { name: "Renwick Pell" });
  const outsider = await buildUser(muster, { name: "Eha Vakaris" });
  const wing = await buildGroup(muster, { owner, members: [fc], name: "Wing" });
  const fcs = await buildGroup(muster, { owner, members: [fc, outsider], name: "FCs" });
  const rules = owner.api.operations.rules[":id"];
  const param = { id: wing.id };
  const tryIt = (who: BuiltUser) =>
    who.api.operations.$post({ json: inputOf({ groupIds: [wing.id], commanderId: null }) });
  expect((await tryIt(fc)).status).toBe(400);
  const json = { plannersId: fcs.id, isOnDiscord: false };
  expect((await fc.api.operations.rules[":id"].$put({ param, json })).status).toBe(403);
  expect((await rules.$put({ param, json })).status).toBe(200);
  expect((await rules.$put({ param, json: { ...json, plannersId: foreign.id } })).status).toBe(200);
  expect((await tryIt(fc)).status).toBe(400);
  await rules.$put({ param, json });
  expect((await tryIt(outsider)).status).toBe(400);
  const planned = await tryIt(fc);
  expect(planned.status).toBe(201);
  const { id, canEdit } = await planned.json();
  expect(canEdit).toBe(true);
  // Who plans sees who comes, as the owner does.
  const comers = async (who: BuiltUser) =>
    (await who.api.operations.participation.$get({ query: { days: "30" } })).json();
  expect(await comers(fc)).toMatchObject({ groups: [{ name: "Wing" }] });
  const names = (await comers(fc)).people.map(({ name }) => name);
  expect(new Set(names)).toEqual(new Set(["Mira Tal", "Renwick Pell"]));
  expect(await comers(outsider)).toMatchObject({ groups: [], people: [] });
  await fc.api.groups[":id"].leave.$post({ param: { id: fcs.id } });
  const cancel = { param: { id }, json: { isCancelled: true } };
  expect((await fc.api.operations[":id"].cancelled.$put(cancel)).status).toBe(403);
});

test("a weekly operation is made four weeks ahead, once, and changed and cancelled alone or with all later ones", async () => {
  const club = await buildGroup(muster, { owner, members: [member], name: "Weekly" });
  const first = await plan({ groupIds: [club.id], isWeekly: true, title: "Sunday Fleet" });
  const slice = () => repeatWork.read({ kind: repeatWork.kind }).slice(muster.context);
  while ((await slice()).state === "more");
  await slice();
  const all = async () =>
    (await list(owner)).items.filter(({ groups: of }) =>
      of.some(({ groupId }) => groupId === club.id),
    );
  const weeks = (items: { startsAt: string }[]) =>
    items.map(({ startsAt }) => (Date.parse(startsAt) - Date.parse(first.startsAt)) / (168 * HOUR));
  const made = await all();
  expect(weeks(made)).toEqual([0, 1, 2, 3]);
  expect(made.every(({ isWeekly }) => isWeekly)).toBe(true);
  const [, second, third] = made;
  const change = (
    id: string | undefined,
    given: Partial<PlanOperation>,
    scope: "one" | "following",
  ) =>
    owner.api.operations[":id"].$put({
      param: { id: id ?? "" },
      json: { ...inputOf({ groupIds: [club.id], ...given }), version: 0, scope },
    });
  const alone = { startsAt: second?.startsAt ?? "", title: "Alone" };
  expect((await change(second?.id, alone, "one")).status).toBe(200);
  const moved = { startsAt: new Date(Date.parse(third?.startsAt ?? "") + HOUR).toISOString() };
  const answered = await change(third?.id, { ...moved, title: "Later" }, "following");
  expect(answered.status).toBe(200);
  const after = await all();
  expect(after.map(({ title }) => title)).toEqual(["Sunday Fleet", "Alone", "Later", "Later"]);
  expect(weeks(after).map((week) => Math.round(week * 168))).toEqual([0, 168, 337, 505]);
  const cancel = (scope: "one" | "following", isCancelled: boolean, of = third) =>
    owner.api.operations[":id"].cancelled.$put({
      param: { id: of?.id ?? "" },
      json: { isCancelled, scope },
    });
  await cancel("following", true);
  // Sent again, as after a lost answer, it changes nothing.
  expect((await cancel("following", true)).status).toBe(200);
  const ended = await all();
  expect(ended.map(({ cancelledAt }) => cancelledAt !== null)).toEqual([false, false, true, true]);
  expect(ended.some(({ isWeekly }) => isWeekly)).toBe(false);
  await cancel("following", false);
  expect((await cancel("following", false)).status).toBe(200);
  // A series ends at its last one also if that is cancelled already.
  const last = made.at(-1);
  await cancel("one", true, last);
  expect((await cancel("following", true, last)).status).toBe(200);
  expect((await all()).some(({ isWeekly }) => isWeekly)).toBe(false);
  await cancel("following", false, last);
  expect((await all()).every(({ cancelledAt, isWeekly }) => cancelledAt === null && isWeekly)).toBe(
    true,
  );
});

test("a week has what began before now too", async () => {
  const club = await buildGroup(muster, { owner, members: [member], name: "Past and coming" });
  await write(
    muster,
    prepareOperation(muster, club, owner, {
      title: "Over",
      startsAt: new Date(Date.UTC(2026, 0, 6)),
      endsAt: new Date(Date.UTC(2026, 0, 6, 1)),
    }),
  );
  const week = async (who: BuiltUser, monday: string) =>
    (await (await who.api.operations.$get({ query: { week: monday } })).json()).items;
  expect((await week(member, "2026-01-05")).map(({ title }) => title)).toEqual(["Over"]);
  expect(await week(member, "2026-01-12")).toEqual([]);
  expect(await week(stranger, "2026-01-05")).toEqual([]);
});

test("emergency access sees and plans as its role does, until it ends", async () => {
  const { id } = await plan({ title: "Watched", commanderId: null });
  const param = { id: fleet.id };
  expect((await read(admin, id)).status).toBe(404);
  for (const role of ["member", "admin"] as const) {
    const json = { role, hours: 1, reason: "The owner is away, and the fleet forms up" };
    // oxlint-disable-next-line no-await-in-loop -- one access after the other
    const taken = await admin.api.groups[":id"]["emergency-access"].$post({ param, json });
    expect(taken.status).toBe(201);
    // oxlint-disable-next-line no-await-in-loop -- one access after the other
    expect((await (await read(admin, id)).json()).canEdit).toBe(role === "admin");
    // oxlint-disable-next-line no-await-in-loop -- one access after the other
    await admin.api.groups[":id"].leave.$post({ param });
    // oxlint-disable-next-line no-await-in-loop -- one access after the other
    expect((await read(admin, id)).status).toBe(404);
  }
});

test("a guest sees operations of the guest's own groups, and learns nothing of others", async () => {
  const { id } = await plan({ title: "Own" });
  const other = await plan({ title: "Others", groupIds: [secret.id] });
  const begun = await plan({ startsAt: at(-0.5) });
  const tick = (userIds: string[]) =>
    owner.api.operations[":id"].participants.$put({
      param: { id: begun.id },
      json: { userIds, names: [] },
    });
  expect((await tick([both.userId])).status).toBe(200);
  const { version } = await (await admin.api.admin.community.$get()).json();
  const json = { groupId: foreign.id, graceDays: 3, version };
  expect((await admin.api.admin.community.members.$put({ json })).status).toBe(200);
  // The session that was no guest's is refused once.
  await read(member, id);
  expect((await (await member.api.auth.session.$get()).json()).user?.guest).toBeDefined();
  expect((await read(member, id)).status).toBe(200);
  expect((await answer(member, id, "coming")).status).toBe(200);
  expect((await read(member, other.id)).status).toBe(404);
  // A guest who plans notes names, and takes none that the guest does not read.
  await read(owner, begun.id);
  const noted = async () => {
    const rows = await db
      .select({ userId: participations.userId })
      .from(participations)
      .where(eq(participations.operationId, begun.id));
    return rows.map(({ userId }) => userId).toSorted();
  };
  expect((await tick([owner.userId])).status).toBe(200);
  expect(await noted()).toEqual([both.userId, owner.userId].toSorted());
  expect((await tick([])).status).toBe(200);
  expect(await noted()).toEqual([both.userId]);
});
