import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { buildAdministrator, buildUsers } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { cronEvent } from "#test/support/workerd/run-cron.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import { settle } from "#test/support/discord/managed-discord.ts";
import { refusingDatabase } from "#test/support/workerd/refusing-database.ts";
import {
  evaluateAll,
  inAlliance,
  ruleOf,
  saveRule,
  setAlliance,
} from "#test/support/requirements/requirement-builders.ts";
import { buildServer } from "#test/support/discord/server-builders.ts";
import worker from "#worker/index.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { heldChanges } from "#worker/db/schema/requirements.ts";
import { releaseCost } from "#worker/enrolment/passes/release-cost.ts";

const OURS = 99_000_001;
const THEIRS = 99_000_002;
const MEMBERS = 20;
/** D1 takes rows again before the evidence is too old. */
const TOMORROW_MS = 12 * 60 * 60 * 1000;

const refusing = refusingDatabase(env.DB);
const muster = await startMuster({ PLAN: "free", DB: refusing.db });
const admin = await buildAdministrator(muster);
await setAlliance(muster, admin, admin.mainCharacterId, OURS);

/** A group that these members have to leave, which is held. */
async function buildHeld(
  of: Muster,
  by: BuiltUser,
  members: BuiltUser[],
  group?: { id: string },
): Promise<{ groupId: string; heldId: string }> {
  for (const one of members) await setAlliance(of, one, one.mainCharacterId, OURS);
  const { id: groupId } = group ?? (await buildGroup(of, { owner: by, members }));
  const rule = ruleOf(inAlliance("main", OURS), { graceDays: 0 });
  expect((await saveRule(by, groupId, rule)).status).toBe(200);
  await evaluateAll(of);
  for (const one of members) await setAlliance(of, one, one.mainCharacterId, THEIRS);
  await evaluateAll(of);
  const { waiting } = await (await by.api.admin.held.$get()).json();
  const held = waiting.find((one) => one.groupId === groupId);
  expect(held?.removalCount).toBe(members.length);
  return { groupId, heldId: held?.id ?? "" };
}

const read = async (by: BuiltUser, heldId: string) =>
  (await by.api.admin.held[":id"].$get({ param: { id: heldId } })).json();

async function release(by: BuiltUser, heldId: string, removalCount: number) {
  const json = { removalCount, reason: "As agreed" };
  const answer = await by.api.admin.held[":id"].release.$post({ param: { id: heldId }, json });
  expect(answer.status).toBe(200);
}

/** The preview is an upper bound, and no more than a half above what is written. */
const isBound = ({ rows, days }: { rows: number; days: number }, written: number) =>
  written <= rows && written > rows / 1.5 && days === 1;

test("a release writes what its preview says", async () => {
  const own = await startMuster({ PLAN: "free" });
  const { heldId } = await buildHeld(own, admin, await buildUsers(own, MEMBERS));
  const { release: preview } = await read(admin, heldId);
  own.costs.reset();
  const json = { removalCount: MEMBERS, reason: "As agreed" };
  await own
    .client(admin.sessionToken, admin.proof)
    .admin.held[":id"].release.$post({ param: { id: heldId }, json });
  await evaluateAll(own);
  expect(isBound(preview, own.costs.rowsWritten)).toBe(true);
});

test("the release of what a person asked for writes what its preview says", async () => {
  const own = await startMuster({ PLAN: "free" });
  const members = await buildUsers(own, MEMBERS);
  const group = await buildGroup(own, { owner: admin, members });
  const { admin: routes } = own.client(admin.sessionToken, admin.proof);
  const userIds = members.map(({ userId }) => userId);
  const asked = await routes.pilots.bulk.$post({
    json: { action: "remove", groupId: group.id, userIds },
  });
  const heldId = (await asked.json()).heldId ?? "";
  const { release: preview } = await read(admin, heldId);
  own.costs.reset();
  const json = { removalCount: MEMBERS, reason: "As agreed" };
  await routes.held[":id"].release.$post({ param: { id: heldId }, json });
  expect(isBound(preview, own.costs.rowsWritten)).toBe(true);
});

test("the roles that follow on a Discord server are in the preview", async () => {
  const server = await buildServer({ vars: { PLAN: "free" } });
  const { scouts, addPilot } = server;
  await setAlliance(server.muster, server.admin, server.admin.mainCharacterId, OURS);
  const pilots = [];
  for (let nth = 0; nth < MEMBERS; nth += 1) {
    pilots.push(await addPilot({ groups: [scouts], roles: ["Scout"] }));
  }
  await server.switchOn();
  await settle(server.muster, server.driver);
  const { heldId } = await buildHeld(server.muster, server.admin, pilots, scouts);
  const { release: preview } = await read(server.admin, heldId);
  server.muster.costs.reset();
  await release(server.admin, heldId, MEMBERS);
  await settle(server.muster, server.driver);
  const [first] = pilots;
  expect(first && (await server.rolesOf(first))).toEqual([]);
  expect(isBound(preview, server.muster.costs.rowsWritten)).toBe(true);
  server.driver.stop();
});

test("what a day of the free plan cannot carry takes several days, and none more on the paid plan", () => {
  const given = { removals: 2_000, isAsked: false, servers: 2 };
  const { rows, days } = releaseCost("free", given);
  expect({ rows, days }).toEqual({ rows: 138_000, days: 3 });
  expect(releaseCost("paid", given)).toEqual({ rows, days: 1 });
});

async function outcomeOf({ groupId, heldId }: { groupId: string; heldId: string }) {
  const { db } = muster.context;
  const members = await db.select().from(groupMembers).where(eq(groupMembers.groupId, groupId));
  const events = await db.select().from(auditEvents).where(eq(auditEvents.groupId, groupId));
  const removed = events.filter(({ kind }) => kind === "member_removed");
  const [held] = await db.select().from(heldChanges).where(eq(heldChanges.id, heldId));
  return {
    members: members.map(({ userId }) => userId),
    removals: removed.length,
    removed: new Set(removed.map(({ subjectId }) => subjectId)).size,
    state: held?.state,
  };
}

const CROWD = 2_500;

/** A released hold of so many members that a day of the free plan cannot carry it. */
async function insertLargeRelease({ env: { DB } }: Muster) {
  const tree = '{"type":"account_age","days":10000}';
  for (const query of [
    "delete from groups where id = 'large'",
    "delete from users where id like 'large-%'",
    "delete from categories where id = 'large'",
    "delete from audit_events where group_id = 'large'",
    `insert into categories (id, name, name_folded, visibility, allow_group_creation, created_at)
      values ('large', 'Large', 'large', 'public', 'anyone', 0)`,
    `insert into groups (id, name, name_folded, category_id, visibility, effective_visibility, join_mode, created_at)
      values ('large', 'Large', 'large', 'large', 'public', 'public', 'open', 0)`,
    `insert into group_requirements (group_id, tree, enrolment, grace_days, updated_at) values ('large', '${tree}', 'manual', 0, 0)`,
    `insert into users (id, created_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${CROWD})
      select 'large-' || i, cast(unixepoch() * 1000 as integer) from n`,
    "insert into group_members (group_id, user_id, role, joined_at) select 'large', id, 'member', 0 from users where id like 'large-%'",
    `insert into held_changes (id, group_id, state, hold_limit, member_count, removal_count, computed_at, created_at, decided_at)
      values ('large', 'large', 'released', 'group', ${CROWD}, ${CROWD}, 2, 2, 2)`,
    `insert into membership_problems (group_id, user_id, outcome, since, grace_started_at, grace_ends_at, causes, checked_at, held_id)
      select 'large', user_id, 'unmet', 1, 1, 2, '[]', 3, 'large' from group_members where group_id = 'large'`,
    "delete from evaluation_marks",
    // Tests before this one have evaluated at later times.
    `update evaluation_state set as_of = null, swept_at = ${Date.now() + 10 * 24 * 60 * 60 * 1000}`,
  ]) {
    await DB.prepare(query).run();
  }
}

test("a release that a day cannot carry is spread over days, and waits without reading its members", async () => {
  const own = await startMuster({ PLAN: "free" });
  await insertLargeRelease(own);
  const hold = { groupId: "large", heldId: "large" };
  const removedAfter = async (hours: number) => {
    await own.later(hours * 60 * 60, () => evaluateAll(own));
    return (await outcomeOf(hold)).removed;
  };
  const first = await removedAfter(0);
  expect(first).toBe(100);
  own.costs.reset();
  expect(await removedAfter(0.5)).toBe(first);
  expect(own.costs.rowsRead).toBeLessThan(100);
  let hours = 0.5;
  let ofFirstDay = 0;
  for (let removed = first; removed < CROWD; hours += 1.125) {
    removed = await removedAfter(hours);
    if (hours < 24) ofFirstDay = own.costs.rowsWritten;
  }
  // What an ordinary day leaves of the plan, and the crons of this test.
  expect(ofFirstDay).toBeLessThan(52_000);
  expect(hours).toBeGreaterThan(24);
  expect(hours).toBeLessThan(36);
  expect(await outcomeOf(hold)).toMatchObject({ removals: CROWD, removed: CROWD });
});

test("the paid plan removes all of them at once", async () => {
  const own = await startMuster({ PLAN: "paid" });
  await insertLargeRelease(own);
  await evaluateAll(own);
  expect(await outcomeOf({ groupId: "large", heldId: "large" })).toMatchObject({
    removals: CROWD,
    state: "applied",
  });
});

/** Delivers what is due now; what D1 has refused is due tomorrow. */
async function deliverDue() {
  for (let next = muster.queue.take(); next !== undefined; next = muster.queue.take()) {
    if (next.dueAt > Date.now()) return void muster.queue.waiting.push(next);
    await worker.queue(muster.queue.toBatch(next), muster.env);
  }
}

test("D1 refuses in the middle of a release: nothing is lost or done twice, and it goes on the next day", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const members = await buildUsers(muster, MEMBERS);
  vi.useFakeTimers({ toFake: ["Date"] });
  await muster.env.DB.exec("delete from users where id like 'large-%'");
  const stopped = [];
  // After so many batches, until the whole release fits before the refusal.
  for (let batches = 0; stopped.at(-1) !== "applied"; batches += 1) {
    await muster.env.DB.exec(`update sessions set proven_at = ${Date.now()}`);
    await setAlliance(muster, admin, admin.mainCharacterId, OURS);
    const hold = await buildHeld(muster, admin, members);
    await release(admin, hold.heldId, MEMBERS);
    refusing.refuseAfter(batches);
    await deliverDue();
    refusing.refuse("write");
    await worker.scheduled(cronEvent("* * * * *"), muster.env);
    const { state, removed } = await outcomeOf(hold);
    stopped.push(state);
    expect([0, MEMBERS]).toContain(removed);
    refusing.refuse(undefined);
    muster.queue.waiting.splice(0);
    vi.setSystemTime(Date.now() + TOMORROW_MS);
    await evaluateAll(muster);
    expect(await outcomeOf(hold)).toEqual({
      members: [admin.userId],
      removals: MEMBERS,
      removed: MEMBERS,
      state: "applied",
    });
    await muster.env.DB.exec(`delete from groups where id = '${hold.groupId}'`);
  }
  expect(stopped.filter((state) => state === "released").length).toBeGreaterThan(2);
  vi.useRealTimers();
});
