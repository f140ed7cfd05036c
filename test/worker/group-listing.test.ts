import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { GroupQuery } from "#shared/groups/groups.ts";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import {
  buildCategory,
  buildGroup,
  buildInvitation,
  buildRequest,
} from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { readError } from "#test/support/answers/read-error.ts";
import { keysOf } from "#test/support/answers/records.ts";
import { expectRefusal } from "#test/support/answers/refusal.ts";
import {
  evaluateAll,
  inAlliance,
  ruleOf,
  saveRule,
  setAlliance,
} from "#test/support/requirements/requirement-builders.ts";
import { nonPublicCounts, nonPublicListings } from "#worker/db/schema/group-lists.ts";
import { groupMembers } from "#worker/db/schema/groups.ts";
import { groupQualifications } from "#worker/db/schema/requirements.ts";

const OURS = 99_000_001;
const THEIRS = 99_000_002;
const DAY_SECONDS = 24 * 60 * 60;

const muster = await startMuster();
const { db } = muster.context;
const admin = await buildUser(muster, { name: "Aurelia Voss", characterId: AURELIA_VOSS_ID });

async function pilot(allianceId: number) {
  const user = await buildUser(muster);
  await setAlliance(muster, user, user.mainCharacterId, allianceId);
  return user;
}

const people = {
  administrator: admin,
  owner: await pilot(OURS),
  /** Meets the requirements, and is no member. */
  qualified: await pilot(OURS),
  unqualified: await pilot(THEIRS),
  /** EVE has never said where the main is. */
  unknown: await buildUser(muster),
  /** Members keep the group while their grace period runs. */
  member: await pilot(THEIRS),
  invitee: await pilot(THEIRS),
  invitedAndQualified: await pilot(OURS),
};
type Who = keyof typeof people;
const WHO = keysOf(people);
const LISTED = ruleOf(inAlliance("main", OURS), { listing: "qualified" });

async function buildListed(given: Partial<Parameters<typeof buildGroup>[1]> = {}) {
  const category = await buildCategory(muster);
  const group = await buildGroup(muster, {
    owner: people.owner,
    members: [people.member],
    category,
    ...given,
  });
  for (const invitee of [people.invitee, people.invitedAndQualified]) {
    await buildInvitation(muster, group, invitee, people.owner);
  }
  expect((await saveRule(people.owner, group.id, LISTED)).status).toBe(200);
  await evaluateAll(muster);
  return { ...group, category };
}
type Listed = Awaited<ReturnType<typeof buildListed>>;

async function isIn({ api }: BuiltUser, { id }: Listed, query: GroupQuery) {
  const page = await (await api.groups.$get({ query })).json();
  const found = page.items.filter((group) => group.id === id);
  expect(found.length).toBeLessThanOrEqual(1);
  expect(page.total).toBe(page.items.length);
  return found.length === 1;
}

/** Every place that could show a group: each function tells whether this user finds it there. */
const PLACES: Record<string, (who: BuiltUser, group: Listed) => Promise<boolean>> = {
  "its own address": async ({ api }, { id }) =>
    (await api.groups[":id"].$get({ param: { id } })).status === 200,
  "its requirements": async ({ api }, { id }) =>
    (await api.groups[":id"].requirements.$get({ param: { id } })).status === 200,
  "the list of its category": (who, group) => isIn(who, group, { categoryId: group.categoryId }),
  "a list by members": (who, group) =>
    isIn(who, group, { categoryId: group.categoryId, sort: "members" }),
  "a filter by visibility": (who, group) =>
    isIn(who, group, { categoryId: group.categoryId, visibility: "public" }),
  "a search": (who, group) => isIn(who, group, { search: group.name }),
  "the check of a new name": async (who, { name }) => {
    const category = await buildCategory(muster);
    const json = {
      name,
      categoryId: category.id,
      description: null,
      visibility: "public" as const,
      joinMode: "open" as const,
    };
    const response = await who.api.groups.$post({ json });
    if (!response.ok) return (await readError(response)).code === "duplicate_name";
    const { id } = await response.json();
    await who.api.groups[":id"].$delete({ param: { id }, json: { name } });
    return false;
  },
  "a requirement that names it": async (who, { id }) => {
    const other = await buildGroup(muster, { owner: who });
    const rule = ruleOf({ type: "member_of", groupIds: [id] });
    return (await saveRule(who, other.id, rule)).status === 200;
  },
};

const SEE: Who[] = [
  "administrator",
  "owner",
  "qualified",
  "member",
  "invitee",
  "invitedAndQualified",
];

async function findersOf(group: Listed, place: string) {
  const finds = PLACES[place];
  const finders: Who[] = [];
  for (const who of WHO) if (await finds?.(people[who], group)) finders.push(who);
  return finders;
}

for (const place of keysOf(PLACES)) {
  // An invitation tells its invitee that the group exists, but names no group for a requirement.
  const isOfMembers = place === "a requirement that names it";
  const expected = isOfMembers ? SEE.filter((who) => who !== "invitee") : SEE;

  test(`a group that is listed for users who meet its requirements shows to ${expected.join(", ")} in ${place}, and to no other user`, async () => {
    const group = await buildListed();
    expect(await findersOf(group, place)).toEqual(expected);
  });
}

test("in a hidden category, only members and invited users see the group", async () => {
  const category = await buildCategory(muster, { visibility: "hidden" });
  const group = await buildListed({ category });
  for (const place of ["its own address", "a search"]) {
    expect(await findersOf(group, place)).toEqual(SEE.filter((who) => who !== "qualified"));
  }
  const shown = await admin.api.groups.categories[":id"].$patch({
    param: { id: category.id },
    json: { visibility: "public" },
  });
  expect(shown.status).toBe(200);
  for (const place of ["its own address", "a search"]) {
    expect(await findersOf(group, place)).toEqual(SEE);
  }
});

test("who qualifies can join, and the group is among those to join", async () => {
  const group = await buildListed({ joinMode: "open" });
  const joinable = (who: BuiltUser) =>
    isIn(who, group, { joinable: "true", categoryId: group.categoryId });
  const finders: Who[] = [];
  for (const who of WHO) if (await joinable(people[who])) finders.push(who);
  expect(finders).toEqual(["qualified", "invitee", "invitedAndQualified"]);
  const join = ({ api }: BuiltUser) => api.groups[":id"].join.$post({ param: { id: group.id } });
  await expectRefusal(join(people.unqualified), 404, /^Group not found$/);
  await expectRefusal(join(people.unknown), 404, /^Group not found$/);
  expect((await join(people.qualified)).status).toBe(200);
  expect(await joinable(people.qualified)).toBe(false);
});

test("what is not known changes nothing: an outage hides no group and shows none", async () => {
  const [seen, never] = [await pilot(OURS), await buildUser(muster)];
  const group = await buildListed();
  const finds = ({ api }: BuiltUser) =>
    api.groups[":id"].$get({ param: { id: group.id } }).then(({ status }) => status === 200);
  expect([await finds(seen), await finds(never)]).toEqual([true, false]);
  // Nothing was read for two days.
  await muster.later(2 * DAY_SECONDS, () => evaluateAll(muster));
  expect([await finds(seen), await finds(never)]).toEqual([true, false]);
  await setAlliance(muster, seen, seen.mainCharacterId, THEIRS);
  await setAlliance(muster, never, never.mainCharacterId, OURS);
  await evaluateAll(muster);
  expect([await finds(seen), await finds(never)]).toEqual([false, true]);
});

test("a pending request is shown while the user finds the group", async () => {
  const asker = await pilot(OURS);
  const group = await buildListed({ joinMode: "approval" });
  await buildRequest(muster, group, asker);
  const asked = async () => {
    const mine = await (await asker.api.groups["my-groups"].$get({ query: {} })).json();
    return mine.requests.map(({ groupId }) => groupId);
  };
  expect(await asked()).toEqual([group.id]);
  await setAlliance(muster, asker, asker.mainCharacterId, THEIRS);
  await evaluateAll(muster);
  expect(await asked()).toEqual([]);
});

test("listed for everyone again, and without requirements, the group is public", async () => {
  const group = await buildListed();
  const page = () => people.unknown.api.groups[":id"].$get({ param: { id: group.id } });
  expect((await page()).status).toBe(404);
  await saveRule(people.owner, group.id, { ...LISTED, listing: "everyone" });
  expect(await (await page()).json()).toMatchObject({ effectiveVisibility: "public" });
  await saveRule(people.owner, group.id, LISTED);
  expect((await page()).status).toBe(404);
  await saveRule(people.owner, group.id, null);
  expect(await (await page()).json()).toMatchObject({ effectiveVisibility: "public" });
  const rows = await db
    .select()
    .from(groupQualifications)
    .where(eq(groupQualifications.groupId, group.id));
  expect(rows).toEqual([]);
});

test("an edit of the group keeps the listing", async () => {
  const group = await buildListed();
  const renamed = `${group.name} renamed`;
  const edited = await people.owner.api.groups[":id"].$patch({
    param: { id: group.id },
    json: { name: renamed },
  });
  expect(await edited.json()).toMatchObject({ effectiveVisibility: "qualified" });
  expect(await isIn(people.qualified, group, { search: renamed })).toBe(true);
  expect(await isIn(people.unqualified, group, { search: renamed })).toBe(false);
});

test("guests find a group that they qualify for only if it is open to guests", async () => {
  const [guest, member] = [await pilot(OURS), await pilot(OURS)];
  const [open, closed] = [await buildListed(), await buildListed()];
  await people.owner.api.groups[":id"].$patch({
    param: { id: open.id },
    json: { isOpenToGuests: true },
  });
  const belonging = await buildGroup(muster, { owner: admin, members: [member, people.owner] });
  const choose = async (groupId: string | null) => {
    const { version } = await (await admin.api.admin.community.$get()).json();
    await admin.api.admin.community.members.$put({ json: { groupId, graceDays: 3, version } });
    await evaluateAll(muster);
  };
  await choose(belonging.id);
  const finds = async ({ api }: BuiltUser, { id }: Listed) =>
    (await api.groups[":id"].$get({ param: { id } })).status === 200;
  expect([await finds(guest, open), await finds(guest, closed)]).toEqual([true, false]);
  expect([await finds(member, open), await finds(member, closed)]).toEqual([true, true]);
  const names = async (who: BuiltUser, group: Listed) =>
    isIn(who, group, { categoryId: group.categoryId });
  expect([await names(guest, open), await names(guest, closed)]).toEqual([true, false]);
  expect(await isIn(guest, open, { joinable: "true", categoryId: open.categoryId })).toBe(true);
  await choose(null);
});

test("the listings that triggers keep are those of members and of users who qualify", async () => {
  const leaver = await pilot(OURS);
  const group = await buildListed({ members: [leaver, people.member], joinMode: "open" });
  await leaver.api.groups[":id"].leave.$post({ param: { id: group.id } });
  const listed = await db
    .select({ userId: nonPublicListings.userId })
    .from(nonPublicListings)
    .where(eq(nonPublicListings.id, group.id));
  const entitled = await db.all<{ userId: string }>(sql`
    select ${groupMembers.userId} as "userId" from ${groupMembers} where ${groupMembers.groupId} = ${group.id}
    union select ${groupQualifications.userId} from ${groupQualifications}
      where ${groupQualifications.groupId} = ${group.id}`);
  const ids = (rows: { userId: string }[]) => rows.map(({ userId }) => userId).toSorted();
  expect(ids(listed)).toEqual(ids(entitled));
  expect(ids(listed)).toContain(leaver.userId);
  await people.owner.api.groups[":id"].$delete({
    param: { id: group.id },
    json: { name: group.name },
  });
  const [left] = await db.all<{ listings: number; qualifications: number; counted: number }>(sql`
    select (select count(*) from ${nonPublicListings} where ${nonPublicListings.id} = ${group.id}) as listings,
      (select count(*) from ${groupQualifications} where ${groupQualifications.groupId} = ${group.id}) as qualifications,
      (select coalesce(sum(${nonPublicCounts.count}), 0) from ${nonPublicCounts})
        - (select count(*) from ${nonPublicListings}) as counted`);
  expect(left).toEqual({ listings: 0, qualifications: 0, counted: 0 });
});
