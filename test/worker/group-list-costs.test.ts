import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { fillCommunity } from "#test/support/people/fill-community.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { nonPublicCounts, nonPublicListings } from "#worker/db/schema/group-lists.ts";
import { groupMembers, groups } from "#worker/db/schema/groups.ts";

/** The most rows that one shown group reads, with its category, owner, admins and the reader's membership. */
const ROWS_PER_GROUP = 12;
const PAGE = 100;
const SIZES = [50, 326, 3000];

const muster = await startMuster();
const { db } = muster.context;
const mira = await buildUser(muster);

type Page = { total: number; items: unknown[]; nextCursor: string | null };

async function measure(query: Record<string, string>, who = mira) {
  muster.costs.reset();
  const response = await who.api.groups.$get({ query });
  const page: Page = await response.json();
  return { ...page, rows: muster.costs.rowsRead };
}

/** `fillCommunity` hides one group in ten; this hides more than half. */
async function fill(before: number, after: number) {
  const size = (count: number) => ({ users: count, groups: count, pending: count });
  await fillCommunity(muster.env.DB, mira.userId, size(before), size(after));
  const hidden = { visibility: "hidden", effectiveVisibility: "hidden" } as const;
  await db
    .update(groups)
    .set(hidden)
    .where(sql`cast(substr(${groups.id}, 2) as integer) % 7 > 2`);
}

/** The rows that triggers maintain, compared with the expected ones. */
async function wrongListings() {
  const kept = await db.select().from(nonPublicListings);
  const expected = await db
    .select({ userId: groupMembers.userId, id: groups.id })
    .from(groupMembers)
    .innerJoin(groups, eq(groups.id, groupMembers.groupId))
    .where(
      sql`${groups.effectiveVisibility} = 'hidden'
        or (${groups.effectiveVisibility} = 'system' and ${groupMembers.role} <> 'member')`,
    );
  const counts = await db.select().from(nonPublicCounts);
  return [
    kept.length - expected.length,
    kept.length - counts.reduce((sum, { count }) => sum + count, 0),
  ];
}

test("the listings of groups that are not public follow every change", async () => {
  const [owner, ben] = [await buildUser(muster), await buildUser(muster)];
  const built = await buildGroup(muster, { owner, members: [ben], name: "Kept" });
  const isIt = eq(groups.id, built.id);
  const isBens = and(eq(groupMembers.groupId, built.id), eq(groupMembers.userId, ben.userId));
  const listed = async () => {
    expect(await wrongListings()).toEqual([0, 0]);
    const rows = await db
      .select()
      .from(nonPublicListings)
      .where(eq(nonPublicListings.id, built.id));
    return rows
      .map(({ userId, nameFolded }) => [userId === ben.userId ? "ben" : "owner", nameFolded])
      .toSorted(([a = ""], [b = ""]) => a.localeCompare(b));
  };
  expect(await listed()).toEqual([]);
  await db.update(groups).set({ effectiveVisibility: "hidden" }).where(isIt);
  const both = [
    ["ben", "kept"],
    ["owner", "kept"],
  ];
  expect(await listed()).toEqual(both);
  await db.update(groups).set({ nameFolded: "moved", joinMode: "approval" }).where(isIt);
  expect(await listed()).toEqual(both.map(([who]) => [who, "moved"]));
  await db.update(groups).set({ effectiveVisibility: "system", nameFolded: "kept" }).where(isIt);
  expect(await listed()).toEqual([["owner", "kept"]]);
  await db.update(groupMembers).set({ role: "admin" }).where(isBens);
  expect(await listed()).toEqual(both);
  await db.update(groupMembers).set({ role: "member" }).where(isBens);
  expect(await listed()).toEqual([["owner", "kept"]]);
  await db.update(groups).set({ effectiveVisibility: "hidden" }).where(isIt);
  await db.delete(groupMembers).where(isBens);
  expect(await listed()).toEqual([["owner", "kept"]]);
  await db
    .insert(groupMembers)
    .values({ groupId: built.id, userId: ben.userId, role: "member", joinedAt: new Date() });
  expect(await listed()).toEqual(both);
  await db.delete(groups).where(isIt);
  expect(await listed()).toEqual([]);
});

test("lists of 50, 326 and 3,000 own groups, most of them hidden, read what their page shows", async () => {
  await fill(0, 3);
  await measure({});
  let before = 3;
  const admin = await buildUser(muster, { name: "Aurelia Voss", characterId: AURELIA_VOSS_ID });
  for (const size of SIZES) {
    await fill(before, size);
    before = size;
    const hidden = await db.$count(groups, eq(groups.visibility, "hidden"));
    expect(hidden).toBeGreaterThan(size / 2);
    const queries: [name: string, query: Record<string, string>, total: number][] = [
      ["all", {}, size + 1],
      ["of a category", { categoryId: "filled" }, size + 1],
      ["by visibility", { visibility: "hidden" }, hidden],
      ["public ones", { visibility: "public" }, size + 1 - hidden],
      ["by join mode", { joinMode: "open", categoryId: "filled" }, Math.ceil(size / 3)],
      ["by members", { sort: "-members", visibility: "public" }, size + 1 - hidden],
      [
        "of a category, by members",
        { sort: "members", visibility: "public", categoryId: "filled" },
        size + 1 - hidden,
      ],
    ];
    for (const [name, query, total] of queries) {
      const first = await measure(query);
      expect({ name, total: first.total }).toEqual({ name, total });
      const pages = [first];
      if (first.nextCursor !== null) {
        pages.push(await measure({ ...query, cursor: first.nextCursor }));
      }
      for (const { items, rows } of pages) {
        expect(items.length).toBeLessThanOrEqual(PAGE);
        expect({ name, size, rows }).toSatisfy(
          () => rows <= 40 + ROWS_PER_GROUP * Math.max(items.length, 10),
        );
      }
    }
    const mostMembers = { sort: "-members" };
    const ofAdmin = await measure(mostMembers, admin);
    expect({ size, rows: ofAdmin.rows }).toSatisfy(
      () => ofAdmin.rows <= 40 + ROWS_PER_GROUP * Math.max(ofAdmin.items.length, 10),
    );
    // Each group that is not public reads its listing, and the group with its index. Listings have no number of
    // members.
    const own = await measure(mostMembers);
    expect({ size, total: own.total, rows: own.rows }).toSatisfy(
      () =>
        own.total === size + 1 &&
        own.rows <= 40 + ROWS_PER_GROUP * Math.max(own.items.length, 10) + 3 * hidden,
    );
    const listed = await mira.api.groups.categories.$get();
    expect(listed.status).toBe(200);
    expect(await wrongListings()).toEqual([0, 0]);
  }
  muster.costs.reset();
  await mira.api.groups.categories.$get();
  expect(muster.costs.rowsRead).toBeLessThan(60);
});

test("a search reads a thousand names per page, and still finds every group", async () => {
  expect((await measure({})).total).toBeGreaterThan(3 * 1000);
  for (const [text, matching] of [
    ["wing 2", "wing 2%"],
    ["nowhere", "nowhere%"],
    ["9", "%9%"],
  ]) {
    const found: unknown[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await measure({ search: text ?? "", ...(cursor && { cursor }) });
      // Each name is read twice, for the page and for the total, and then the shown groups.
      expect(page.rows).toBeLessThan(
        2 * 1000 + 50 + ROWS_PER_GROUP * Math.max(page.items.length, 10),
      );
      found.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor);
    const isMatch = sql`${groups.nameFolded} like ${matching}`;
    expect(found).toHaveLength(await db.$count(groups, isMatch));
  }
});
