import { expect, test } from "vitest";
import { buildUsers } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { interleave } from "#test/support/kills/interleave.ts";
import { openTestDatabase } from "#test/support/workerd/test-database.ts";
import { openReviewScene, START } from "#test/support/reviews/review-scene.ts";
import { eq } from "drizzle-orm";
import { inAlliance, ruleOf, saveRule } from "#test/support/requirements/requirement-builders.ts";
import { prepareReview } from "#test/support/reviews/review-builders.ts";
import { write } from "#test/support/answers/write.ts";
import { groupReviews, reviewDecisions, reviewSchedules } from "#worker/db/schema/reviews.ts";
import { carryOutReviews } from "#worker/reviews/job.ts";

const muster = await startMuster();
const { db } = muster.context;
const { admin, owner, groupOf, read, start, openedOf, decide, finish, membersOf, eventsOf, param } =
  await openReviewScene(muster);

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
