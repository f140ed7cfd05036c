import { expect, test } from "vitest";
import { buildUsers } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { openReviewScene, START } from "#test/support/reviews/review-scene.ts";
import { eq } from "drizzle-orm";
import { prepareReview } from "#test/support/reviews/review-builders.ts";
import { write } from "#test/support/answers/write.ts";
import { users } from "#worker/db/schema/accounts.ts";
import { characterAffiliations } from "#worker/db/schema/characters.ts";

const muster = await startMuster();
const { db } = muster.context;
const { admin, owner, groupOf, read, openedOf, decide, finish, membersOf, eventsOf, param } =
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
