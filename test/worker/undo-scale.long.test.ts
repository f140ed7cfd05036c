// Half a minute and more: a community of 100,000 users is made.
import { beforeAll, expect, test } from "vitest";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { fillCommunity } from "#test/support/people/fill-community.ts";
import { findScans } from "#test/support/workerd/query-plans.ts";
import { LARGE_COMMUNITY } from "#test/support/workerd/share.ts";
import { add, edit, remove, startUndoing } from "#test/support/undo/undo-scene.ts";

const { muster, admin, begin, seatsOf } = await startUndoing();

const EMPTY = { users: 0, groups: 0, pending: 0 };
const USERS = LARGE_COMMUNITY.toLocaleString("en");
const LARGE = { users: LARGE_COMMUNITY, groups: 50, pending: 10 };
/** What a session and its rights read. */
const OWN_ROWS = 60;

const users = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ userId: `u${from + index + 1}` }));
const everyone = { id: "everyone" };

async function costsOf<Value>(act: () => Promise<Value>) {
  muster.costs.reset();
  const value = await act();
  const { roundTrips, rowsRead, rowsWritten } = muster.costs;
  return { value, roundTrips, rowsRead, rowsWritten };
}

beforeAll(async () => {
  await fillCommunity(muster.env.DB, admin.userId, EMPTY, LARGE);
  await findScans(muster.env.DB);
});

test(`at ${USERS} users undoing reads what was changed, in two round trips, and writes in a third`, async () => {
  const span = await begin(admin);
  expect((await remove(admin, everyone, { userId: "u7" })).status).toBe(204);
  expect((await edit(admin, { id: "g1" }, { description: "o7" })).status).toBe(200);
  const preview = await costsOf(span.preview);
  expect(preview.value.steps).toHaveLength(2);
  expect(preview).toMatchObject({ roundTrips: 2 });
  expect(preview.rowsRead).toBeLessThan(OWN_ROWS + 150);
  const applied = await costsOf(() => span.apply(preview.value));
  expect(applied.value.status).toBe(200);
  expect(applied).toMatchObject({ roundTrips: 3 });
  expect(applied.rowsRead).toBeLessThan(OWN_ROWS + 500);
  expect(await findScans(muster.env.DB)).toEqual([]);
});

test("a span of almost a thousand events is undone in one batch, and a longer one is refused", async () => {
  const groups = await Promise.all(
    Array.from({ length: 5 }, () => buildGroup(muster, { owner: admin })),
  );
  const all = await begin(admin);
  const parts = groups.flatMap((group, index) => [
    { group, people: users(100, index * 190) },
    { group, people: users(90, index * 190 + 100) },
  ]);
  for (const { group, people } of parts) await add(admin, group, ...people);
  const span = await begin(admin);
  for (const { group, people } of parts) {
    const asked = await admin.api.admin.pilots.bulk.$post({
      json: { action: "remove", groupId: group.id, userIds: people.map(({ userId }) => userId) },
    });
    const { heldId, count } = await asked.json();
    await admin.api.admin.held[":id"].release.$post({
      param: { id: heldId ?? "" },
      json: { removalCount: count, reason: "Asked for" },
    });
  }
  for (const group of groups) expect(await seatsOf(group)).toHaveLength(1);
  await expect(all.preview()).rejects.toThrow("400");
  const preview = await costsOf(span.preview);
  expect(preview.value.steps).toHaveLength(950);
  // Each event is read by the five statements that begin with the actor's events, and each membership once more.
  expect(preview.rowsRead).toBeLessThan(25 * 950);
  const applied = await costsOf(() => span.apply(preview.value));
  expect(await applied.value.json()).toEqual({ undone: 950, held: 0 });
  expect(applied).toMatchObject({ roundTrips: 3 });
  // An event and a membership with their indexes, and the marks of triggers.
  expect(applied.rowsRead).toBeLessThan(60 * 950);
  expect(applied.rowsWritten).toBeLessThan(22 * 950);
  for (const group of groups) expect(await seatsOf(group)).toHaveLength(191);
});
