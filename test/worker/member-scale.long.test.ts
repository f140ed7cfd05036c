// Half a minute and more: a community of 100,000 users is made.
import { and, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { MAX_ENDS_AT_ONCE, MOST_COUNTED_ENDS } from "#shared/groups/ends.ts";
import { MAX_REVIEWED, REVIEWED_PER_PAGE } from "#shared/groups/limits.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { DAY, endsOf } from "#test/support/people/end-builders.ts";
import { fillCommunity } from "#test/support/people/fill-community.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { LARGE_COMMUNITY } from "#test/support/workerd/share.ts";
import { findScans } from "#test/support/workerd/query-plans.ts";
import { prepareReview } from "#test/support/reviews/review-builders.ts";
import { openReviewScene } from "#test/support/reviews/review-scene.ts";
import { runBatch } from "#worker/db/batch.ts";
import { BUDGETS } from "#worker/ground/config.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { endDueMemberships } from "#worker/groups/members/ends-job.ts";

const EMPTY = { users: 0, groups: 0, pending: 0 };
const USERS = LARGE_COMMUNITY.toLocaleString("en");
const LARGE = { users: LARGE_COMMUNITY, groups: 1, pending: 10 };
/** What a session and its rights read. */
const OWN_ROWS = 60;
const MEMBERS = 60;
const REVIEWS = 50;
/** The largest group that is reviewed has an owner. */
const MOST = MAX_REVIEWED - 1;

const muster = await startMuster();
const { db } = muster.context;
const { admin, owner, decide, finish, param } = await openReviewScene(muster);
const { endOf, setEnds } = endsOf(muster);
const everyone = { id: "everyone" };

async function costsOf<Value>(act: () => Promise<Value>) {
  muster.costs.reset();
  const value = await act();
  const { roundTrips, rowsRead, rowsWritten } = muster.costs;
  return { value, roundTrips, rowsRead, rowsWritten };
}

/** A group with an open review of so many members. */
async function reviewOf(members: number) {
  const group = await buildGroup(muster, { owner });
  await muster.env.DB.prepare(
    `insert into group_members (group_id, user_id, role, joined_at)
      select ?, id, 'member', created_at from users where id like 'u%' order by id limit ?`,
  )
    .bind(group.id, members)
    .run();
  const { statements, id } = prepareReview(muster, group);
  await runBatch(db, statements);
  return { id: group.id, reviewId: id };
}

async function read(group: { id: string }, cursor?: string) {
  const query = cursor === undefined ? {} : { cursor };
  return (await owner.api.groups[":id"].review.$get({ ...param(group), query })).json();
}

let small: Awaited<ReturnType<typeof reviewOf>>;
let large: typeof small;

beforeAll(async () => {
  await fillCommunity(muster.env.DB, admin.userId, EMPTY, LARGE);
  for (let number = 1; number < REVIEWS; number += 1) small = await reviewOf(MEMBERS);
  large = await reviewOf(MOST);
  // Fills the session cache: from here on a read takes one round trip.
  for (const one of [admin, owner]) await one.api.groups.categories.$get();
  await findScans(muster.env.DB);
});

test(`at ${USERS} users the lists of open reviews read the members of these reviews at most`, async () => {
  const all = await costsOf(async () => (await admin.api.admin.reviews.$get()).json());
  expect(all.value.items).toHaveLength(REVIEWS);
  expect(all.roundTrips).toBe(1);
  // Three counts for each review, of each of its members and the decision on it.
  const members = (REVIEWS - 1) * MEMBERS + MOST;
  expect(all.rowsRead).toBeLessThan(OWN_ROWS + 6 * members + 10 * REVIEWS);
  const own = await costsOf(async () => (await owner.api.groups.waiting.$get()).json());
  expect(own.value.reviews).toHaveLength(REVIEWS);
  expect(own.roundTrips).toBe(1);
  expect(own.rowsRead).toBeLessThan(OWN_ROWS + 12 * REVIEWS);
  expect(await findScans(muster.env.DB)).toEqual([]);
});

test("a review of 60 members, and of the largest group, is read, decided and finished in few round trips", async () => {
  for (const [group, members] of [
    [small, MEMBERS],
    [large, MOST],
  ] as const) {
    const shown = Math.min(members, REVIEWED_PER_PAGE);
    const first = await costsOf(() => read(group));
    const { items, open, nextCursor } = first.value;
    expect([items.length, open?.total]).toEqual([shown, members]);
    // The three counts, and the rows looked up for each member who is shown.
    const mostRead = OWN_ROWS + 6 * members + 40 * shown;
    expect(first).toMatchObject({ roundTrips: 1, rowsWritten: 5 });
    expect(first.rowsRead).toBeLessThan(mostRead);
    // Within the hour, the view is not recorded again.
    const next = await costsOf(() => read(group, nextCursor ?? undefined));
    expect(next.value.items).toHaveLength(shown);
    expect(next).toMatchObject({ roundTrips: 1, rowsWritten: 0 });
    expect(next.rowsRead).toBeLessThan(mostRead);
    const kept = await costsOf(() => decide(group, group.reviewId, "keep", ...items));
    expect(kept.value.status).toBe(204);
    // And the count of the day.
    expect(kept).toMatchObject({ roundTrips: 3, rowsWritten: 3 * shown + 1 });
    expect(kept.rowsRead).toBeLessThan(OWN_ROWS + 3 * members + 10 * shown);
    await decide(group, group.reviewId, "remove", ...items.slice(0, 5));
    const ended = await costsOf(() => finish(group, group.reviewId, members - 5, 5));
    expect(ended.value.status).toBe(200);
    expect(ended.roundTrips).toBe(3);
    expect(ended.rowsRead).toBeLessThan(OWN_ROWS + 12 * members + 500);
    // A row and its two indexes for each decision that silence has made.
    expect(ended.rowsWritten).toBeLessThan(3 * (members - shown) + 120);
  }
  expect(await findScans(muster.env.DB)).toEqual([]);
});

test(`of ${USERS} memberships with an end, those that are due, listed or changed are read`, async () => {
  const pilot = await buildUser(muster);
  await pilot.api.groups.categories.$get();
  const now = Date.now();
  const inDays = (days: number) => new Date(now + days * DAY * 1000);
  await db
    .update(groupMembers)
    .set({ endsAt: inDays(30), endDueAt: inDays(23) })
    .where(and(eq(groupMembers.groupId, everyone.id), eq(groupMembers.role, "member")));
  await db.insert(groupMembers).values({
    groupId: everyone.id,
    userId: pilot.userId,
    role: "member",
    joinedAt: new Date(),
    endsAt: inDays(3),
    endDueAt: inDays(3),
  });
  const idle = await costsOf(() => endDueMemberships(muster.context));
  expect(idle).toMatchObject({ value: false, roundTrips: 1, rowsWritten: 0 });
  expect(idle.rowsRead).toBeLessThan(30);
  const waiting = await costsOf(async () => (await pilot.api.groups.waiting.$get()).json());
  expect(waiting.value.ends).toHaveLength(1);
  expect(waiting.roundTrips).toBe(1);
  expect(waiting.rowsRead).toBeLessThan(OWN_ROWS);
  const list = await costsOf(async () => {
    const query = { problem: "ending" as const };
    return (await admin.api.groups[":id"].members.$get({ param: everyone, query })).json();
  });
  expect(list.value.problemCounts?.ending).toBe(MOST_COUNTED_ENDS);
  expect(list.roundTrips).toBe(1);
  expect(list.rowsRead).toBeLessThan(OWN_ROWS + MOST_COUNTED_ENDS + 500);
  const chosen = Array.from({ length: MAX_ENDS_AT_ONCE }, (_, index) => ({
    userId: `u${index + 1}`,
  }));
  for (const end of [
    { kind: "extend", days: 5 },
    { kind: "days", days: 9 },
    { kind: "none" },
  ] as const) {
    const changed = await costsOf(() => setEnds(admin, everyone, chosen, end));
    expect(await changed.value.json()).toEqual({ changed: MAX_ENDS_AT_ONCE });
    expect(changed.roundTrips).toBe(3);
    expect(changed.rowsRead).toBeLessThan(OWN_ROWS + 15 * MAX_ENDS_AT_ONCE);
    expect(changed.rowsWritten).toBeLessThan(12 * MAX_ENDS_AT_ONCE);
  }
  const limit = BUDGETS[muster.context.config.PLAN].removedMembers;
  await muster.env.DB.prepare(
    `update group_members set ends_at = ?1, end_due_at = ?1 where group_id = 'everyone'
      and user_id in (select id from users where id like 'u%' and cast(substr(id, 2) as integer) between 1000 and ?2)`,
  )
    .bind(now - 1000, 999 + 2 * limit)
    .run();
  for (const value of [true, false]) {
    const slice = await costsOf(() => endDueMemberships(muster.context));
    expect(slice).toMatchObject({ value, roundTrips: 1 });
    expect(slice.rowsRead).toBeLessThan(25 * limit);
    expect(slice.rowsWritten).toBeLessThan(15 * limit);
  }
  expect(await endOf(everyone, { userId: "u1000" })).toBe("no member");
  expect(await endOf(everyone, pilot)).toBe(inDays(3).getTime());
  expect(await findScans(muster.env.DB)).toEqual([]);
});
