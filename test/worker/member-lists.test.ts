import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { fillCommunity } from "#test/support/people/fill-community.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { expectRefusal } from "#test/support/answers/refusal.ts";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import type { MemberQuery } from "#shared/groups/groups.ts";

const muster = await startMuster();
const owner = await buildUser(muster, { name: "Mira Tal" });
const juno = await buildUser(muster, { name: "Juno Castellan", alts: ["Ansgar's Shadow"] });
const kestrel = await buildUser(muster, { name: "Kestrel Ansgar" });
const anna = await buildUser(muster, { name: "Anna Tamm" });
await buildUser(muster, { name: "Tanja Outside" });
const group = await buildGroup(muster, { owner, admins: [juno], members: [kestrel, anna] });
const joining = { [juno.userId]: 40, [kestrel.userId]: 10, [anna.userId]: 20, [owner.userId]: 30 };
for (const [userId, joinedAt] of Object.entries(joining)) {
  await muster.context.db
    .update(groupMembers)
    .set({ joinedAt: new Date(joinedAt) })
    .where(eq(groupMembers.userId, userId));
}
await fillCommunity(
  muster.env.DB,
  owner.userId,
  { users: 0, groups: 0, pending: 0 },
  { users: 250, groups: 1, pending: 0 },
);

const read = (query: MemberQuery, id = group.id, who: BuiltUser = kestrel) =>
  who.api.groups[":id"].members.$get({ param: { id }, query });

async function namesOf(query: MemberQuery) {
  const { items } = await (await read(query)).json();
  return items.map(({ mainCharacterName }) => mainCharacterName);
}

/** All pages of the group in which everybody is. */
async function readAll(query: MemberQuery) {
  const items = [];
  const totals = new Set<number>();
  let cursor: string | undefined;
  do {
    const page = await (
      await read({ ...query, ...(cursor && { cursor }) }, "everyone", owner)
    ).json();
    items.push(...page.items);
    totals.add(page.total);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return { items, totals: [...totals] };
}

test("a search finds a part of the main's name in any case, and neither alts nor outsiders", async () => {
  expect(await namesOf({ search: "tA" })).toEqual(["Mira Tal", "Anna Tamm"]);
  expect(await namesOf({ search: "ans" })).toEqual(["Kestrel Ansgar"]);
  expect(await namesOf({ search: "stel" })).toEqual(["Juno Castellan"]);
  expect(await namesOf({ search: "kestrel ans" })).toEqual(["Kestrel Ansgar"]);
  expect(await (await read({ search: "shadow" })).json()).toEqual({
    items: [],
    total: 0,
    nextCursor: null,
    isPartial: false,
    problemCounts: null,
  });
  await expectRefusal(read({ search: "a" }), 400, /at least 2/);
});

test("members are sorted by name and by the date of joining, in both directions", async () => {
  const byName = ["Anna Tamm", "Juno Castellan", "Kestrel Ansgar", "Mira Tal"];
  expect(await namesOf({ sort: "name" })).toEqual(byName);
  expect(await namesOf({ sort: "-name" })).toEqual(byName.toReversed());
  const byJoining = ["Kestrel Ansgar", "Anna Tamm", "Mira Tal", "Juno Castellan"];
  expect(await namesOf({ sort: "joined" })).toEqual(byJoining);
  expect(await namesOf({ sort: "-joined" })).toEqual(byJoining.toReversed());
  expect(await namesOf({ search: "ta", sort: "-name" })).toEqual(["Mira Tal", "Anna Tamm"]);
});

test("a role selects its members, in every order and with a search", async () => {
  expect(await namesOf({ role: "owner" })).toEqual(["Mira Tal"]);
  expect(await namesOf({ role: "admin", sort: "-name" })).toEqual(["Juno Castellan"]);
  expect(await namesOf({ role: "member" })).toEqual(["Kestrel Ansgar", "Anna Tamm"]);
  expect(await namesOf({ role: "member", sort: "name" })).toEqual(["Anna Tamm", "Kestrel Ansgar"]);
  expect(await namesOf({ role: "member", sort: "-joined" })).toEqual([
    "Anna Tamm",
    "Kestrel Ansgar",
  ]);
  expect(await namesOf({ role: "member", search: "ta" })).toEqual(["Anna Tamm"]);
  expect(await namesOf({ role: "admin", search: "ta" })).toEqual([]);
  expect((await (await read({ role: "member" })).json()).total).toBe(2);
});

test("the pages of every order hold each member once", async () => {
  const numbers = Array.from({ length: 250 }, (_, n) => n);
  const fillers = numbers.map((n) => `Filler ${n}`);
  const shown = async (query: MemberQuery) => {
    const { items, totals } = await readAll(query);
    return { names: items.map(({ mainCharacterName }) => mainCharacterName), totals };
  };
  // The owner of this group joined it at the same instant as the first filler.
  const all = { ...(await shown({})) };
  expect(all).toEqual({ names: ["Mira Tal", ...fillers], totals: [251] });
  const byName = [...fillers.toSorted(), "Mira Tal"];
  expect(await shown({ sort: "name" })).toEqual({ names: byName, totals: [251] });
  expect(await shown({ sort: "-name" })).toEqual({ names: byName.toReversed(), totals: [251] });
  const newest = await shown({ sort: "-joined" });
  expect(newest.names.slice(0, 249)).toEqual(fillers.slice(1).toReversed());
  expect(newest.names).toHaveLength(251);
  const oldest = await shown({ sort: "joined" });
  expect(oldest.names).toEqual(newest.names.toReversed());
  const plain = await shown({ role: "member", sort: "name" });
  expect(plain).toEqual({ names: fillers.toSorted(), totals: [250] });
  expect(await shown({ role: "member" })).toEqual({ names: fillers, totals: [250] });
});

test("a search with more than a page of matches says that it is not complete", async () => {
  const found = await (await read({ search: "filler" }, "everyone")).json();
  expect(found).toMatchObject({ nextCursor: null, isPartial: true, total: 100 });
  const few = await (await read({ search: "filler 24" }, "everyone")).json();
  expect(few).toMatchObject({ isPartial: false, total: 11 });
});

test("a member is found by the present name of the present main", async () => {
  const pilot = await buildUser(muster, { name: "Old Name", alts: ["Second Self"] });
  const crew = await buildGroup(muster, { owner, members: [pilot] });
  const find = async (search: string) =>
    (await (await read({ search }, crew.id)).json()).items.map((one) => one.mainCharacterName);
  const { db } = muster.context;
  const [main = 0, alt = 0] = pilot.characterIds;
  await db
    .update(characters)
    .set({ name: "New Name", nameFolded: "new name" })
    .where(eq(characters.id, main));
  expect([await find("old"), await find("new")]).toEqual([[], ["New Name"]]);
  await db.update(users).set({ mainCharacterId: alt }).where(eq(users.id, pilot.userId));
  expect([await find("new"), await find("second")]).toEqual([[], ["Second Self"]]);
  await db.update(users).set({ mainCharacterId: null }).where(eq(users.id, pilot.userId));
  expect(await find("second")).toEqual([]);
  const { items } = await (await read({ sort: "name" }, crew.id)).json();
  expect(items.map(({ mainCharacterName }) => mainCharacterName)).toEqual([null, "Mira Tal"]);
});
