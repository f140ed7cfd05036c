import { expect, test } from "vitest";
import { buildUsers } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { openReviewScene, START } from "#test/support/reviews/review-scene.ts";
import { eq } from "drizzle-orm";
import { prepareReview } from "#test/support/reviews/review-builders.ts";
import { write } from "#test/support/answers/write.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { characterAffiliations } from "#worker/db/schema/characters.ts";
import { interleave } from "#test/support/kills/interleave.ts";
import { openTestDatabase } from "#test/support/workerd/test-database.ts";
import { inAlliance, ruleOf, saveRule } from "#test/support/requirements/requirement-builders.ts";
import { groupReviews, reviewDecisions, reviewSchedules } from "#worker/db/schema/reviews.ts";
import { carryOutReviews } from "#worker/reviews/job.ts";

const muster = await startMuster();
const { db } = muster.context;
const { admin, owner, groupOf, read, start, openedOf, decide, finish, membersOf, eventsOf, param } =
  await openReviewScene(muster);

test("the owner keeps and removes members with the evidence beside each name; nothing happens before the end", async () => {
  const [kept, removed, silent] = await buildUsers(muster, 3, "Reviewed");
  const group = await groupOf([kept, removed, silent], { name: "Capitals Wing" });
  await db
    .update(users)
    .set({ lastSeenAt: new Date(1e12) })
    .where(eq(users.id, removed.userId));
  await db.insert(characterAffiliations).values({
    characterId: removed.mainCharacterId,
    corporationId: 98_000_001,
    asOf: new Date(2e12),
  });
  const open = await openedOf(group);
  expect(open).toMatchObject({ silence: "keep", total: 3, kept: 0, removed: 0 });
  const { reviews } = await (await owner.api.groups.waiting.$get()).json();
  expect(reviews).toContainEqual({
    groupId: group.id,
    groupName: "Capitals Wing",
    dueAt: open.dueAt,
  });
  const { items } = await read(group);
  // The owner is exempt.
  expect(new Set(items.map(({ mainCharacterName }) => mainCharacterName))).toEqual(
    new Set(["Reviewed 0", "Reviewed 1", "Reviewed 2"]),
  );
  expect(items.find(({ userId }) => userId === removed.userId)).toMatchObject({
    // By the day, for an owner.
    lastSeenAt: "2001-09-09T00:00:00.000Z",
    // There is no token.
    authorization: "some_lost",
    characters: null,
    // When Muster first read it says nothing about when the pilot joined it.
    corporation: { since: null, observedAt: "2033-05-18T03:00:00.000Z" },
    keptAt: null,
    verdict: null,
  });
  expect((await decide(group, open.id, "keep", kept, removed)).status).toBe(204);
  await decide(group, open.id, "remove", removed);
  await decide(group, open.id, "remove", silent);
  await decide(group, open.id, null, silent);
  expect((await read(group)).open).toMatchObject({ kept: 1, removed: 1, total: 3 });
  expect(await membersOf(group)).toHaveLength(4);
  // Other numbers than those that were read.
  expect((await finish(group, open.id, 3, 0)).status).toBe(409);
  const outcome = await finish(group, open.id, 2, 1);
  expect(await outcome.json()).toEqual({ kept: 2, removed: 1, isHeld: false });
  expect(await membersOf(group)).not.toContain(removed.userId);
  expect(await membersOf(group)).toHaveLength(3);
  expect((await finish(group, open.id, 2, 1)).status).toBe(409);
  expect((await decide(group, open.id, "remove", kept)).status).toBe(409);
  const after = await read(group);
  expect(after).toMatchObject({
    open: null,
    items: [],
    last: { byName: "Mira Tal", kept: 2, removed: 1, isHeld: false },
  });
  const results = await owner.api.groups[":id"].review.results.$get(param(group));
  expect((await results.json()).items).toMatchObject([
    { mainCharacterName: "Reviewed 0", verdict: "keep", isSilent: false },
    { mainCharacterName: "Reviewed 1", verdict: "remove", isSilent: false },
    { mainCharacterName: "Reviewed 2", verdict: "keep", isSilent: true },
  ]);
  expect((await eventsOf(group)).map(({ kind }) => kind)).toEqual([
    "review_opened",
    "review_viewed",
    "review_finished",
    "member_removed",
  ]);
  const { notices } = await (await removed.api.characters.$get()).json();
  expect(notices).toMatchObject([{ kind: "member_removed", groupName: "Capitals Wing" }]);
  // The next review shows when each was kept.
  await openedOf(group);
  const next = await read(group);
  expect(next.items.map(({ keptAt }) => keptAt !== null)).toEqual([true, true]);
});

test("large results are held until an administrator releases them", async () => {
  const members = await buildUsers(muster, 7, "Many");
  const group = await groupOf(members, { name: "Many Removed" });
  const open = await openedOf(group);
  await decide(group, open.id, "remove", ...members.slice(0, 6));
  expect(await (await finish(group, open.id, 1, 6)).json()).toEqual({
    kept: 1,
    removed: 6,
    isHeld: true,
  });
  expect(await membersOf(group)).toHaveLength(8);
  const { waiting } = await (await admin.api.admin.held.$get()).json();
  const held = waiting.find(({ groupId }) => groupId === group.id);
  expect(held).toMatchObject({
    removalCount: 6,
    trigger: { kind: "asked", isReview: true, actorName: "Mira Tal" },
  });
  const release = await admin.api.admin.held[":id"].release.$post({
    param: { id: held?.id ?? "" },
    json: { removalCount: 6, reason: "Reviewed" },
  });
  expect(release.status).toBe(200);
  expect(await membersOf(group)).toHaveLength(2);
});

test("who joins during a review stays, who leaves is forgotten, and who returns has joined", async () => {
  const [leaver, returner, newcomer] = await buildUsers(muster, 3, "Moving");
  const group = await groupOf([leaver, returner]);
  const open = await openedOf(group, { silence: "remove", days: 7 });
  await decide(group, open.id, "remove", leaver, returner);
  await leaver.api.groups[":id"].leave.$post(param(group));
  await returner.api.groups[":id"].leave.$post(param(group));
  await returner.api.groups[":id"].join.$post(param(group));
  await newcomer.api.groups[":id"].join.$post(param(group));
  expect((await decide(group, open.id, "remove", newcomer, leaver)).status).toBe(204);
  expect(await read(group)).toMatchObject({ open: { total: 0, kept: 0, removed: 0 }, items: [] });
  expect(await (await finish(group, open.id, 0, 0)).json()).toMatchObject({ removed: 0 });
  expect(await membersOf(group)).toHaveLength(3);
});

test("a review whose members have all left can be finished", async () => {
  const [leaver] = await buildUsers(muster, 1, "Last");
  const group = await groupOf([leaver]);
  const open = await openedOf(group, { silence: "remove", days: 7 });
  await leaver.api.groups[":id"].leave.$post(param(group));
  expect(await (await finish(group, open.id, 0, 0)).json()).toEqual({
    kept: 0,
    removed: 0,
    isHeld: false,
  });
  expect((await start(group)).status).toBe(409);
});

test("an administrator asks for reviews of many groups at once and sees how far they are", async () => {
  const [member] = await buildUsers(muster, 1, "Asked");
  const [first, second, empty] = await Promise.all([
    groupOf([member], { name: "Asked First" }),
    groupOf([member], { name: "Asked Second" }),
    groupOf([], { name: "Asked Empty" }),
  ]);
  await write(muster, prepareReview(muster, second));
  const groupIds = [first, second, empty, { id: "nowhere" }].map(({ id }) => id);
  const answer = await admin.api.admin.reviews.$post({ json: { ...START, groupIds } });
  expect(await answer.json()).toEqual({
    started: 1,
    skipped: [
      { groupId: empty.id, groupName: "Asked Empty", reason: expect.any(String) },
      { groupId: "nowhere", groupName: null, reason: expect.any(String) },
      { groupId: second.id, groupName: "Asked Second", reason: expect.any(String) },
    ],
  });
  const { items } = await (await admin.api.admin.reviews.$get()).json();
  const asked = items.filter(({ groupName }) => groupName.startsWith("Asked"));
  expect(asked).toContainEqual(
    expect.objectContaining({ groupName: "Asked First", total: 1, decided: 0 }),
  );
  expect(asked).toHaveLength(2);
});

const DAY_SECONDS = 24 * 60 * 60;

test("an overdue review ends by itself, and the undecided get what was chosen beforehand", async () => {
  const members = await buildUsers(muster, 4, "Overdue");
  const [kept] = members;
  if (!kept) throw new Error();
  const group = await groupOf(members);
  const open = await openedOf(group, { silence: "remove", days: 7 });
  await decide(group, open.id, "keep", kept);
  await muster.later(6 * DAY_SECONDS, () => carryOutReviews(muster.context));
  expect(await membersOf(group)).toHaveLength(5);
  await muster.later(8 * DAY_SECONDS, () => carryOutReviews(muster.context));
  expect(new Set(await membersOf(group))).toEqual(new Set([kept.userId, owner.userId]));
  expect(await eventsOf(group)).toContainEqual({
    kind: "review_finished",
    actorKind: "job",
    detail: { kept: 1, count: 3 },
  });
  expect((await read(group)).last).toMatchObject({ byName: null, kept: 1, removed: 3 });
});

test("a schedule opens a review every so many months, and a finished review sets the next", async () => {
  const [member] = await buildUsers(muster, 1, "Scheduled");
  const group = await groupOf([member]);
  const save = (everyMonths: number | null, silence: "keep" | "remove") =>
    owner.api.groups[":id"].review.settings.$put({
      ...param(group),
      json: { everyMonths, silence },
    });
  expect((await save(2, "keep")).status).toBe(204);
  // Saving the same again is no event.
  expect((await save(2, "keep")).status).toBe(204);
  const { nextAt } = await read(group);
  const days = (Date.parse(nextAt ?? "") - Date.now()) / (DAY_SECONDS * 1000);
  expect(days).toBeGreaterThan(58);
  expect(days).toBeLessThan(63);
  await muster.later(50 * DAY_SECONDS, () => carryOutReviews(muster.context));
  expect((await read(group)).open).toBe(null);
  await muster.later(63 * DAY_SECONDS, () => carryOutReviews(muster.context));
  const { open, nextAt: during } = await read(group);
  expect(open).toMatchObject({ silence: "keep", total: 1 });
  expect(during).toBe(null);
  // The choice applies to the open review too.
  await save(2, "remove");
  expect((await read(group)).open?.silence).toBe("remove");
  expect((await finish(group, open?.id ?? "", 0, 1)).status).toBe(200);
  expect((await read(group)).nextAt).not.toBe(null);
  await save(null, "keep");
  expect(
    await db.select().from(reviewSchedules).where(eq(reviewSchedules.groupId, group.id)),
  ).toEqual([]);
  expect((await eventsOf(group)).filter(({ kind }) => kind === "group_updated")).toHaveLength(3);
});

test("the owner of that moment is exempt, and a former owner is not", async () => {
  const [heir] = await buildUsers(muster, 1, "Heir");
  const group = await groupOf([heir]);
  const open = await openedOf(group, { silence: "remove", days: 7 });
  await decide(group, open.id, "remove", heir);
  await owner.api.groups[":id"].transfer.$post({
    ...param(group),
    json: { newOwnerId: heir.userId },
  });
  const { items } = await read(group, heir);
  expect(items.map(({ userId }) => userId)).toEqual([owner.userId]);
  expect((await owner.api.groups[":id"].review.$get({ ...param(group), query: {} })).status).toBe(
    403,
  );
  await muster.later(8 * DAY_SECONDS, () => carryOutReviews(muster.context));
  expect(await membersOf(group)).toEqual([heir.userId]);
});

test("where the requirements decide who is a member, there is nothing to review", async () => {
  const [member] = await buildUsers(muster, 1, "Bound");
  const group = await groupOf([member]);
  await openedOf(group, { silence: "remove", days: 7 });
  await saveRule(admin, group.id, ruleOf(inAlliance("main", 7), { enrolment: "automatic" }));
  expect((await read(group)).refusal).toContain("requirements");
  await muster.later(8 * DAY_SECONDS, () => carryOutReviews(muster.context));
  expect(await membersOf(group)).toContain(member.userId);
  expect((await read(group)).last).toMatchObject({ removed: 0, kept: 1 });
  expect((await start(group)).status).toBe(409);
  const answer = await admin.api.admin.reviews.$post({ json: { ...START, groupIds: [group.id] } });
  expect(await answer.json()).toMatchObject({ started: 0, skipped: [{ groupId: group.id }] });
});

test("a slice ends at most ten reviews and another continues; one that fails does not stop the others", async () => {
  const [member] = await buildUsers(muster, 1, "Sliced");
  await db.delete(groupReviews);
  await db.delete(reviewDecisions);
  const groups = await Promise.all(
    Array.from({ length: 11 }, async () => {
      const group = await groupOf([member]);
      await write(muster, prepareReview(muster, group, { dueAt: new Date(1000) }));
      return group;
    }),
  );
  muster.queue.takeJobs();
  expect(await carryOutReviews(muster.context)).toBe(10);
  expect(muster.queue.takeJobs().map(({ body }) => body)).toEqual([
    { kind: "job", name: "reviews" },
  ]);
  expect(await carryOutReviews(muster.context)).toBe(1);
  expect(muster.queue.takeJobs()).toEqual([]);
  const finished = await db.select().from(groupReviews);
  expect(finished.every(({ finishedAt }) => finishedAt !== null)).toBe(true);
  expect(finished).toHaveLength(groups.length);
});

const settingsOf = (group: { id: string }, everyMonths: number | null) =>
  owner.api.groups[":id"].review.settings.$put({
    ...param(group),
    json: { everyMonths, silence: "keep" },
  });
const daysUntil = (at: string | null) => (Date.parse(at ?? "") - Date.now()) / (DAY_SECONDS * 1000);
const within = (env: Env) => ({ ...muster.context, db: openTestDatabase(env.DB) });

test.each([0, 1, 2, 3, 4])(
  "a schedule that is changed before call %i of the job that ends the review counts",
  async (at) => {
    const group = await groupOf(await buildUsers(muster, 2, `Changed ${at}`));
    await settingsOf(group, 12);
    await openedOf(group, { silence: "keep", days: 7 });
    await muster.later(8 * DAY_SECONDS, async () => {
      const job = interleave(muster.env, at, async () => {
        expect((await settingsOf(group, 1)).status).toBe(204);
      });
      await carryOutReviews(within(job.env));
      await job.finish();
      await carryOutReviews(muster.context);
      const { open, nextAt } = await read(group);
      expect(open).toBe(null);
      expect(daysUntil(nextAt)).toBeLessThan(32);
    });
  },
);

test.each([0, 1, 2, 3])(
  "a schedule that is ended before call %i of the job opens no review afterwards",
  async (at) => {
    const group = await groupOf(await buildUsers(muster, 2, `Ended ${at}`));
    await settingsOf(group, 1);
    await db
      .update(reviewSchedules)
      .set({ nextAt: new Date(Date.now() - 1000) })
      .where(eq(reviewSchedules.groupId, group.id));
    const job = interleave(muster.env, at, async () => {
      expect((await settingsOf(group, null)).status).toBe(204);
    });
    await carryOutReviews(within(job.env));
    await job.finish();
    const kinds = (await eventsOf(group)).map(({ kind }) => kind);
    expect(kinds.lastIndexOf("review_opened")).toBeLessThan(kinds.lastIndexOf("group_updated"));
  },
);

test("a review that cannot be ended now does not keep others waiting for an hour", async () => {
  const [first, ...others] = await Promise.all(
    Array.from({ length: 11 }, async (_, index) => {
      const [member] = await buildUsers(muster, 1, `Many ${index}`);
      const group = await groupOf([member]);
      const dueAt = new Date(Date.now() - (index === 0 ? 60_000 : 1000));
      const review = prepareReview(muster, group, { dueAt });
      await write(muster, review);
      return { group, member, review };
    }),
  );
  if (first === undefined) throw new Error();
  muster.queue.waiting.splice(0);
  // The members of the first change after it was read.
  const job = interleave(muster.env, 1, async () => {
    await decide(first.group, first.review.id, "keep", first.member);
  });
  await carryOutReviews(within(job.env));
  expect((await read(first.group)).open).not.toBe(null);
  expect(muster.queue.waiting.map(({ body }) => body)).toEqual([{ kind: "job", name: "reviews" }]);
  muster.queue.waiting.splice(0);
  await carryOutReviews(muster.context);
  for (const { group } of [first, ...others]) expect((await read(group)).open).toBe(null);
});
