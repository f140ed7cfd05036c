import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { corporationRow } from "#test/support/discord/managed-builders.ts";
import type { GroupQuery } from "#shared/groups/groups.ts";
import { AURELIA_VOSS_ID } from "#test/new-eden/ids.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildCategory, buildGroup, buildInvitation } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { expectRefusal } from "#test/support/answers/refusal.ts";
import {
  evaluateAll,
  inAlliance,
  isMember,
  problemOf,
  ruleOf,
  saveRule,
  setAlliance,
} from "#test/support/requirements/requirement-builders.ts";
import { run } from "#worker/db/batch.ts";
import { corporations } from "#worker/db/schema/corporations.ts";
import { columns, rows, write } from "#worker/db/statements.ts";

const DAY_SECONDS = 24 * 60 * 60;
const OURS = 99_000_001;
const THEIRS = 99_000_002;

const muster = await startMuster();
const admin = await buildUser(muster, { name: "Aurelia Voss", characterId: AURELIA_VOSS_ID });

async function pilot(allianceId: number) {
  const user = await buildUser(muster);
  await setAlliance(muster, user, user.mainCharacterId, allianceId);
  return user;
}

async function choose(groupId: string | null, graceDays = 3) {
  const { version } = await (await admin.api.admin.community.$get()).json();
  return admin.api.admin.community.members.$put({ json: { groupId, graceDays, version } });
}

/** The members of an automatic group for pilots of the alliance belong to the community. */
async function startCommunity() {
  const category = await buildCategory(muster);
  const alliance = await buildGroup(muster, { owner: admin, name: "Sable Meridian", category });
  const rule = ruleOf(inAlliance("main", OURS), { enrolment: "automatic", graceDays: 0 });
  expect((await saveRule(admin, alliance.id, rule)).status).toBe(200);
  expect((await choose(alliance.id)).status).toBe(200);
  await evaluateAll(muster);
  return { alliance, category };
}

const isGuest = async ({ api }: BuiltUser) =>
  (await (await api.auth.session.$get()).json()).user?.guest !== undefined;
const namesSeenBy = async ({ api }: BuiltUser, query: GroupQuery) => {
  const { items, total } = await (await api.groups.$get({ query })).json();
  expect(total).toBe(items.length);
  return items.map(({ name }) => name);
};
const openToGuests = ({ api }: BuiltUser, id: string, isOpenToGuests: boolean) =>
  api.groups[":id"].$patch({ param: { id }, json: { isOpenToGuests } });

test("without a community, nobody is a guest and no group mentions guests", async () => {
  const player = await buildUser(muster);
  const group = await buildGroup(muster, { owner: player });
  expect(await isGuest(player)).toBe(false);
  const found = await (await player.api.groups[":id"].$get({ param: { id: group.id } })).json();
  expect(found).toMatchObject({ isOpenToGuests: null, hasRequirements: false });
});

test("a new player is a guest until the community's group has them as a member", async () => {
  const { alliance } = await startCommunity();
  const ours = await pilot(OURS);
  const theirs = await pilot(THEIRS);
  const session = await (await ours.api.auth.session.$get()).json();
  expect(session.user?.guest).toEqual({ groupId: alliance.id, groupName: "Sable Meridian" });
  expect(await isGuest(theirs)).toBe(true);
  await evaluateAll(muster);
  expect([await isGuest(ours), await isGuest(theirs)]).toEqual([false, true]);
});

test("a guest sees only groups that are open to guests, own groups and invitations, in lists and by address", async () => {
  const { alliance, category } = await startCommunity();
  const guest = await pilot(THEIRS);
  const closed = await buildGroup(muster, { owner: admin, name: "Closed", category });
  const invited = await buildGroup(muster, { owner: admin, name: "Invited", category });
  const open = await buildGroup(muster, { owner: admin, name: "Open", category });
  const hidden = await buildGroup(muster, {
    owner: admin,
    name: "Hidden",
    visibility: "hidden",
    category,
  });
  const own = await buildGroup(muster, { owner: guest, name: "Own", category });
  await buildInvitation(muster, invited, guest);
  for (const { id } of [open, hidden]) {
    expect((await openToGuests(admin, id, true)).status).toBe(200);
  }
  await evaluateAll(muster);
  const inCategory = { categoryId: category.id };
  const seen = ["Invited", "Open", "Own", alliance.name];
  for (const sort of ["name", "-name", "members", "-members"] as const) {
    expect((await namesSeenBy(guest, { sort, ...inCategory })).toSorted()).toEqual(seen);
  }
  expect(await namesSeenBy(guest, { search: "o", ...inCategory })).toEqual(["Open", "Own"]);
  expect(await namesSeenBy(guest, { myGroups: "true", ...inCategory })).toEqual(["Own"]);
  expect(await namesSeenBy(guest, { joinable: "true", ...inCategory })).toEqual([
    "Open",
    alliance.name,
  ]);
  expect(await namesSeenBy(guest, { visibility: "hidden", ...inCategory })).toEqual([]);
  const statusOf = async ({ id }: { id: string }) =>
    (await guest.api.groups[":id"].$get({ param: { id } })).status;
  const statuses = await Promise.all([closed, invited, open, hidden, own].map(statusOf));
  expect(statuses).toEqual([404, 200, 200, 404, 200]);
});

test("a guest joins a group that is open to guests and no other", async () => {
  await startCommunity();
  const guest = await pilot(THEIRS);
  const invited = await buildGroup(muster, { owner: admin });
  const open = await buildGroup(muster, { owner: admin });
  await openToGuests(admin, open.id, true);
  const invitation = await buildInvitation(muster, invited, guest);
  await expectRefusal(
    guest.api.groups.invitations[":id"].accept.$post({ param: { id: invitation } }),
    403,
    "You do not meet the requirements of",
  );
  const joined = await guest.api.groups[":id"].join.$post({ param: { id: open.id } });
  expect(joined.status).toBe(200);
});

test("a guest keeps their own sheet, and opens that of no other character", async () => {
  await startCommunity();
  const guest = await pilot(THEIRS);
  const open = (id: number) => guest.api.characters[":id"].$get({ param: { id: String(id) } });
  await expectRefusal(open(95_000_000), 403);
  expect((await open(guest.mainCharacterId)).status).toBe(200);
  expect((await guest.api.characters.$get()).status).toBe(200);
});

test("a list of members has the tickers of managed corporations, and for guests none", async () => {
  await startCommunity();
  const [guest, member] = [await pilot(THEIRS), await pilot(OURS)];
  const group = await buildGroup(muster, { owner: guest, members: [member, admin] });
  await evaluateAll(muster);
  await muster.context.db
    .insert(corporations)
    .values(corporationRow(98_000_000 + OURS, "Sable Meridian", "SBLM"));
  const tickersFor = async ({ api }: BuiltUser) => {
    const param = { id: group.id };
    const { items } = await (await api.groups[":id"].members.$get({ param, query: {} })).json();
    return items.flatMap(({ ticker }) => ticker ?? []);
  };
  expect(await tickersFor(member)).toEqual(["SBLM"]);
  expect(await tickersFor(guest)).toEqual([]);
});

test("a pilot who leaves the alliance loses the other groups through grace, and owners stay", async () => {
  const { alliance } = await startCommunity();
  const leaver = await pilot(OURS);
  await evaluateAll(muster);
  const wing = await buildGroup(muster, { owner: admin, members: [leaver] });
  const ruled = await buildGroup(muster, { owner: admin, members: [leaver] });
  await saveRule(admin, ruled.id, ruleOf({ type: "account_age", days: 0 }, { graceDays: 1 }));
  const open = await buildGroup(muster, { owner: admin, members: [leaver] });
  await openToGuests(admin, open.id, true);
  const own = await buildGroup(muster, { owner: leaver });
  await evaluateAll(muster);
  expect(await problemOf(muster, wing.id, leaver.userId)).toBe(undefined);

  await setAlliance(muster, leaver, leaver.mainCharacterId, THEIRS);
  await evaluateAll(muster);
  await evaluateAll(muster);
  expect(await isMember(muster, alliance.id, leaver.userId)).toBe(false);
  expect(await isGuest(leaver)).toBe(true);
  expect(await problemOf(muster, wing.id, leaver.userId)).toMatchObject({
    outcome: "unmet",
    causes: [{ condition: { type: "member_of", groupIds: [alliance.id] } }],
  });
  const { problems } = await (await leaver.api.groups.waiting.$get()).json();
  expect(problems.map(({ groupId }) => groupId).toSorted()).toEqual(
    [own.id, ruled.id, wing.id].toSorted(),
  );

  await muster.later(4 * DAY_SECONDS, async () => {
    await setAlliance(muster, leaver, leaver.mainCharacterId, THEIRS);
    await evaluateAll(muster);
    await evaluateAll(muster);
  });
  const groups = [wing, ruled, open, own];
  const kept = await Promise.all(groups.map(({ id }) => isMember(muster, id, leaver.userId)));
  expect(kept).toEqual([false, false, true, true]);
});

test("evidence that is not known makes nobody a guest", async () => {
  await startCommunity();
  const member = await pilot(OURS);
  await evaluateAll(muster);
  const wing = await buildGroup(muster, { owner: admin, members: [member] });
  const longAgo = new Date(Date.now() - 30 * DAY_SECONDS * 1000);
  await setAlliance(muster, member, member.mainCharacterId, THEIRS, longAgo);
  await evaluateAll(muster);
  expect(await isGuest(member)).toBe(false);
  expect(await problemOf(muster, wing.id, member.userId)).toBe(undefined);
});

test("a member who becomes a guest is refused at once, also where the session is cached", async () => {
  await startCommunity();
  const member = await pilot(OURS);
  await evaluateAll(muster);
  const wing = await buildGroup(muster, { owner: admin });
  const read = () => member.api.groups[":id"].$get({ param: { id: wing.id } });
  expect((await read()).status).toBe(200);
  await setAlliance(muster, member, member.mainCharacterId, THEIRS);
  await evaluateAll(muster);
  await expectRefusal(read(), 403, "You are now a guest of this community. Reload the page.");
  await expectRefusal(read(), 404);
});

test("the preview counts the guests and the memberships that would end, and choosing ends no more", async () => {
  const { alliance } = await startCommunity();
  await choose(null);
  const ours = await pilot(OURS);
  const theirs = await pilot(THEIRS);
  await evaluateAll(muster);
  expect(await isGuest(theirs)).toBe(false);
  const wing = await buildGroup(muster, { owner: theirs, members: [ours], name: "Wing" });
  const fleet = await buildGroup(muster, { owner: admin, members: [theirs], name: "Fleet" });
  const preview = await admin.api.admin.community.members.preview.$get({
    query: { groupId: alliance.id },
  });
  const { users, members: belonging, endings } = await preview.json();
  expect(users).toBeGreaterThan(belonging);
  const ofThese = endings.filter(({ groupId }) => [wing.id, fleet.id].includes(groupId));
  expect(ofThese).toEqual([{ groupId: fleet.id, groupName: "Fleet", count: 1 }]);
  await choose(alliance.id, 0);
  await evaluateAll(muster);
  const members = await Promise.all([
    isMember(muster, wing.id, ours.userId),
    isMember(muster, wing.id, theirs.userId),
    isMember(muster, fleet.id, theirs.userId),
  ]);
  expect(members).toEqual([true, true, false]);
});

test("many who become guests at once are held, and choosing no group ends the hold", async () => {
  const { alliance } = await startCommunity();
  await choose(null);
  const pilots = await Promise.all(Array.from({ length: 8 }, () => pilot(THEIRS)));
  const wing = await buildGroup(muster, { owner: admin, members: pilots });
  await choose(alliance.id, 0);
  await evaluateAll(muster);
  const held = async () => (await (await admin.api.admin.held.$get()).json()).waiting;
  const ofWing = async () => (await held()).filter(({ groupId }) => groupId === wing.id);
  expect(await ofWing()).toMatchObject([{ removalCount: 8 }]);
  await choose(null);
  await evaluateAll(muster);
  expect(await ofWing()).toEqual([]);
  const [first] = pilots;
  expect(first && (await isMember(muster, wing.id, first.userId))).toBe(true);
  expect(first && (await problemOf(muster, wing.id, first.userId))).toBe(undefined);
});

test("guests always have a way in: its groups stay open to guests, and it cannot be deleted", async () => {
  const { alliance } = await startCommunity();
  await expectRefusal(openToGuests(admin, alliance.id, false), 409);
  const { name } = alliance;
  await expectRefusal(
    admin.api.groups[":id"].$delete({ param: { id: alliance.id }, json: { name } }),
    409,
  );
  const vetted = await buildGroup(muster, { owner: admin, name: "Vetted" });
  const needsVetting = ruleOf({ type: "member_of", groupIds: [vetted.id] });
  await expectRefusal(saveRule(admin, alliance.id, needsVetting), 409, /Vetted is required/);
  await openToGuests(admin, vetted.id, true);
  expect((await saveRule(admin, alliance.id, needsVetting)).status).toBe(200);
  await expectRefusal(openToGuests(admin, vetted.id, false), 409);
  await choose(null);
  expect((await openToGuests(admin, vetted.id, false)).status).toBe(200);
  await expectRefusal(choose(alliance.id), 409, /Vetted is required/);
});

test("the preview counts every ending, of a small group and of almost everybody", async () => {
  const { alliance } = await startCommunity();
  await choose(null);
  const ours = await pilot(OURS);
  const others = await Promise.all(Array.from({ length: 6 }, () => pilot(THEIRS)));
  await evaluateAll(muster);
  const owner = others[0] ?? ours;
  await buildGroup(muster, { owner, members: [ours, ...others.slice(1)] });
  await buildGroup(muster, { owner: ours, members: others.slice(0, 2) });
  const few = await previewOf(alliance.id);
  expect(2 * few.members).toBeLessThan(few.users);
  const everybody = await buildGroup(muster, { owner: ours });
  const { db } = muster.context;
  await run(
    db,
    write(sql`insert into group_members (group_id, user_id, role, joined_at)
      select ${everybody.id}, id, 'member', 0 from users
      where id not in (${ours.userId}, ${owner.userId}, ${others[1]?.userId})`),
  );
  const many = await previewOf(everybody.id);
  expect(2 * many.members).toBeGreaterThan(many.users);
  for (const [id, { endings }] of [
    [alliance.id, few],
    [everybody.id, many],
  ] as const) {
    expect(endings.length).toBeGreaterThan(0);
    expect(endings.map(({ count }) => count)).toEqual(
      endings.map(({ count }) => count).toSorted((a, b) => b - a),
    );
    const counted = await run(db, countOneByOne(id));
    // `everybody` is itself a group with members since the second preview only.
    const expected = counted.filter(
      ({ groupId }) => id !== alliance.id || groupId !== everybody.id,
    );
    expect(endings.toSorted(byGroup)).toEqual(expected.toSorted(byGroup));
  }
  await expectRefusal(previewAnswer("no-such-group"), 404);
});

const previewAnswer = (groupId: string) =>
  admin.api.admin.community.members.preview.$get({ query: { groupId } });
const previewOf = async (groupId: string) => (await previewAnswer(groupId)).json();
const byGroup = (a: { groupId: string }, b: { groupId: string }) =>
  a.groupId.localeCompare(b.groupId);

/** The members of each other group but its owner who are not in this one, without the counts that triggers keep. */
const countOneByOne = (id: string) =>
  rows(
    {
      groupId: sql<string>`groups.id`,
      groupName: sql<string>`groups.name`,
      count: sql<number>`count(*)`,
    },
    (
      fields,
    ) => sql`select ${columns(fields)} from groups join group_members as one on one.group_id = groups.id
      where groups.id <> ${id} and not groups.open_to_guests and one.role <> 'owner'
        and one.user_id not in (select user_id from group_members where group_id = ${id})
      group by groups.id`,
  );
