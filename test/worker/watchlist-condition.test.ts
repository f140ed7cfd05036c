import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import type { Requirement } from "#shared/requirements/tree.ts";
import type { AddWatchEntry } from "#shared/watchlist.ts";
import { DAY_MS, HOUR_MS } from "#shared/time.ts";
import { readError } from "#test/support/answers/read-error.ts";
import { buildAdministrator, buildUser, buildUsers } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import {
  evaluateAll,
  isMember,
  problemOf,
  ruleOf,
  saveRule,
} from "#test/support/requirements/requirement-builders.ts";
import { watchEntry } from "#test/support/vetting/watch-entry.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { characters, sessions } from "#worker/db/schema/accounts.ts";
import { auditEvents } from "#worker/db/schema/audit.ts";
import { community } from "#worker/db/schema/installation.ts";
import { characterAffiliations, characterSections } from "#worker/db/schema/characters.ts";
import { evaluationMarks } from "#worker/db/schema/requirements.ts";
import { watchEntries } from "#worker/db/schema/watchlist.ts";
import { cleanUp } from "#worker/app/cron-jobs.ts";

vi.useFakeTimers({ toFake: ["Date"] });
afterAll(() => vi.useRealTimers());
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

const muster = await startMuster();
const { db } = muster.context;
const admin = await buildAdministrator(muster);
const owner = await buildUser(muster, { name: "Oskar Lind" });

/** Removals of an hour count together, over all tests. */
beforeEach(() => db.delete(auditEvents).where(eq(auditEvents.kind, "member_removed")));

const CLEARED: Requirement = { type: "cleared" };

let lastEveId = 98_800_000;
const newEveId = () => (lastEveId += 1);

/** As after a sign-in: the list opens for twelve hours. */
const prove = () =>
  db.update(sessions).set({ provenAt: new Date() }).where(eq(sessions.userId, admin.userId));

async function add(given: Partial<AddWatchEntry> & Pick<AddWatchEntry, "eveId">) {
  const json = watchEntry({ level: "refuse", ...given });
  await prove();
  const response = await admin.api.watchlist.$post({ json });
  const { status }: { status: number } = response;
  if (status !== 201) throw new Error(String(status));
  return response.json();
}

/** A group of `owner` that people are in as long as they are not refused. */
async function openGroup(members: BuiltUser[] = [], tree: Requirement = CLEARED) {
  const group = await buildGroup(muster, { owner, members });
  const rule = ruleOf(tree, { graceDays: 0 });
  expect((await saveRule(admin, group.id, rule)).status).toBe(200);
  await evaluateAll(muster);
  return group.id;
}

const isIn = (groupId: string, ...people: BuiltUser[]) =>
  Promise.all(people.map(({ userId }) => isMember(muster, groupId, userId)));

/** The evaluation, and the removals that are due an hour later. */
async function settle() {
  await evaluateAll(muster);
  pass(HOUR_MS);
  await evaluateAll(muster);
}

test("the condition stands in the community's own requirements", async () => {
  const mira = await buildUser(muster);
  const communityId = await openGroup([mira]);
  const wing = await buildGroup(muster, { owner: admin, members: [mira] });
  const json = { groupId: communityId, graceDays: 0, version: 0 };
  expect((await admin.api.admin.community.members.$put({ json })).ok).toBe(true);
  await add({ eveId: mira.mainCharacterId });
  await settle();
  await settle();
  expect(await isIn(communityId, mira)).toEqual([false]);
  expect(await isIn(wing.id, mira)).toEqual([false]);
  const { user } = await (await mira.api.auth.session.$get()).json();
  expect(user?.guest).toBeDefined();
  // An hour has passed, so that a decision of the administrator would need a new proof.
  await db.update(community).set({ memberGroupId: null });
});

test("a preview says by name which memberships an entry would end, and which wait for a decision", async () => {
  const corporationId = newEveId();
  const members = await buildUsers(muster, 7);
  const [first, planted, excused, ...others] = members;
  if (!first || !planted || !excused) throw new Error("Seven were built.");
  await db.insert(characterAffiliations).values(
    members.map(({ mainCharacterId: characterId }) => ({
      characterId,
      corporationId,
      allianceId: null,
      asOf: new Date(),
    })),
  );
  await db
    .update(characters)
    .set({ unconfirmedSince: new Date() })
    .where(eq(characters.id, planted.mainCharacterId));
  const wing = await buildGroup(muster, { owner, members: [excused] });
  const later = await buildUser(muster);
  const [small, large] = [
    await openGroup([first, planted, excused], {
      type: "any",
      of: [CLEARED, { type: "member_of", groupIds: [wing.id] }],
    }),
    await openGroup([first, ...others, excused, later]),
  ];
  // Who leaves the small group leaves those that require it, and those that require these.
  const following = await openGroup([first, excused], { type: "member_of", groupIds: [small] });
  const last = await openGroup([first], { type: "member_of", groupIds: [following] });
  const preview = async (level: "watch" | "refuse") => {
    const query = { level, subject: "corporation" as const, eveId: String(corporationId) };
    return (await admin.api.watchlist.preview.$get({ query })).json();
  };
  expect((await preview("watch")).follows).toEqual([]);
  const { hits, follows } = await preview("refuse");
  expect(hits).toHaveLength(7);
  const told = new Map(
    follows.map(({ group, users, isHeld, graceDays }) => [
      group?.groupId,
      { names: users.map(({ mainName }) => mainName).toSorted(), isHeld, graceDays },
    ]),
  );
  const namesOf = (people: BuiltUser[]) =>
    people.map(({ mainCharacterName }) => mainCharacterName).toSorted();
  expect(told.get(small)).toEqual({ names: namesOf([first]), isHeld: false, graceDays: 0 });
  expect(told.get(following)).toEqual({ names: namesOf([first]), isHeld: false, graceDays: 0 });
  expect(told.get(last)).toEqual({ names: namesOf([first]), isHeld: false, graceDays: 0 });
  const six = namesOf([first, ...others, excused]);
  expect(told.get(large)).toEqual({ names: six, isHeld: true, graceDays: 0 });
  await add({ subject: "corporation", eveId: corporationId });
  await settle();
  expect(await isIn(small, first, planted, excused)).toEqual([false, true, true]);
  expect(await isIn(large, first, ...others)).toEqual([true, ...others.map(() => true)]);

  // One more joins those that are held.
  const pilot = { subject: "pilot" as const, eveId: later.mainCharacterId };
  const query = { ...pilot, level: "refuse" as const, eveId: String(pilot.eveId) };
  const joined = await (await admin.api.watchlist.preview.$get({ query })).json();
  expect(joined.follows.map(({ group, isHeld }) => [group?.groupId, isHeld])).toEqual([
    [large, true],
  ]);
  await add(pilot);
  await settle();
  expect(await isIn(large, later)).toEqual([true]);
  await db.delete(watchEntries).where(eq(watchEntries.eveId, pilot.eveId));
  await db.delete(watchEntries).where(eq(watchEntries.eveId, corporationId));
});

test("an entry that refuses puts out whom it hits, one that watches does not, and removing it ends the refusal", async () => {
  const [mira, tove] = await buildUsers(muster, 2);
  const groupId = await openGroup([mira, tove]);
  const watched = await add({ eveId: tove.mainCharacterId, level: "watch" });
  const { id } = await add({ eveId: mira.mainCharacterId });
  await settle();
  expect(await isIn(groupId, mira, tove)).toEqual([false, true]);
  const change = (level: "watch" | "refuse") =>
    admin.api.watchlist[":id"].$patch({ param: { id: watched.id }, json: { level } });
  await change("refuse");
  expect(await db.$count(evaluationMarks, eq(evaluationMarks.userId, tove.userId))).toBe(1);
  await change("watch");
  await settle();
  expect(await isIn(groupId, tove)).toEqual([true]);
  await change("refuse");
  await settle();
  expect(await isIn(groupId, tove)).toEqual([false]);
  const join = () => mira.api.groups[":id"].join.$post({ param: { id: groupId } });
  const refused = await join();
  expect(refused.status).toBe(403);
  await admin.api.watchlist[":id"].$delete({ param: { id } });
  expect((await join()).status).toBe(200);
});

test("a change of corporation is a hit, and a history within the months of the entry; later it is none", async () => {
  const [now, corporationId] = [newEveId(), newEveId()];
  const [joins, left, early] = await buildUsers(muster, 3);
  const groupId = await openGroup([joins, left, early]);
  const { id } = await add({ subject: "corporation", eveId: corporationId, months: 2 });
  const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString();
  const history = (characterId: number, ago: number) => ({
    characterId,
    section: "corporationHistory" as const,
    data: JSON.stringify([
      { corporationId: now, startDate: day(ago) },
      { corporationId, startDate: day(400) },
    ]),
  });
  await db
    .insert(characterSections)
    .values([history(left.mainCharacterId, 50), history(early.mainCharacterId, 70)]);
  await db.insert(characterAffiliations).values({
    characterId: joins.mainCharacterId,
    corporationId,
    allianceId: null,
    asOf: new Date(),
  });
  await settle();
  expect(await isIn(groupId, joins, left, early)).toEqual([false, false, true]);
  pass(11 * DAY_MS);
  const join = (user: BuiltUser) => user.api.groups[":id"].join.$post({ param: { id: groupId } });
  expect([(await join(left)).status, (await join(joins)).status]).toEqual([200, 403]);
  await admin.api.watchlist[":id"].$delete({ param: { id } });
});

test("an entry that has ended refuses no pilot", async () => {
  const mira = await buildUser(muster);
  const groupId = await openGroup([mira], CLEARED);
  await saveRule(admin, groupId, ruleOf(CLEARED, { graceDays: 3 }));
  const { id } = await add({ eveId: mira.mainCharacterId });
  await settle();
  expect(await problemOf(muster, groupId, mira.userId)).toMatchObject({ outcome: "unmet" });
  await db.update(watchEntries).set({ until: new Date() }).where(eq(watchEntries.id, id));
  await cleanUp(muster.context);
  await settle();
  expect(await problemOf(muster, groupId, mira.userId)).toBeUndefined();
  expect(await isIn(groupId, mira)).toEqual([true]);
});

test("an unconfirmed character ends no membership and lets no user in", async () => {
  const [mira, tove] = [
    await buildUser(muster, { alts: ["Planted One"] }),
    await buildUser(muster, { alts: ["Planted Two"] }),
  ];
  const groupId = await openGroup([mira]);
  for (const { characterIds } of [mira, tove]) {
    const [, alt = 0] = characterIds;
    await db.update(characters).set({ unconfirmedSince: new Date() }).where(eq(characters.id, alt));
    await add({ eveId: alt });
  }
  await settle();
  expect(await isIn(groupId, mira)).toEqual([true]);
  expect(await problemOf(muster, groupId, mira.userId)).toMatchObject({ outcome: "unknown" });
  const join = await tove.api.groups[":id"].join.$post({ param: { id: groupId } });
  expect(join.status).toBe(403);
  await db
    .update(characters)
    .set({ unconfirmedSince: null })
    .where(eq(characters.id, mira.characterIds[1] ?? 0));
  await settle();
  expect(await isIn(groupId, mira)).toEqual([false]);
});

test("only system administrators use the condition, and it cannot be turned round", async () => {
  const groupId = await openGroup();
  const save = async (user: BuiltUser, tree: Requirement) => {
    const response = await saveRule(user, groupId, ruleOf(tree));
    const { status }: { status: number } = response;
    return status === 200 ? "saved" : (await readError(response)).reason;
  };
  expect(await save(owner, CLEARED)).toBe("requirements_condition");
  const NOT: Requirement = { type: "not", of: CLEARED };
  for (const tree of [
    NOT,
    { type: "not" as const, of: NOT },
    {
      type: "not" as const,
      of: { type: "any" as const, of: [{ type: "discord_linked" as const }, CLEARED] },
    },
  ]) {
    expect(await save(admin, tree)).toBe("requirements_of_refused");
  }
  expect(await save(admin, { type: "any", of: [CLEARED, { type: "discord_linked" }] })).toBe(
    "saved",
  );
});

test("an administrator who tries out the condition has looked at the watchlist, which is recorded once an hour", async () => {
  const mira = await buildUser(muster);
  const group = await buildGroup(muster, { owner, members: [mira] });
  await add({ eveId: mira.mainCharacterId });
  const looks = eq(auditEvents.kind, "watch_list_viewed");
  await db.delete(auditEvents).where(looks);
  const { requirements } = admin.api.groups[":id"];
  const param = { id: group.id };
  const characterName = mira.mainCharacterName;
  const tryOut = async (tree: Requirement) => {
    const rule = ruleOf(tree, { graceDays: 0 });
    expect((await requirements.preview.$post({ param, json: { rule } })).status).toBe(200);
    const answer = await requirements.check.$post({ param, json: { rule, characterName } });
    return (await answer.json()).user?.outcome;
  };
  const isNew: Requirement = { type: "not", of: { type: "account_age", days: 365 } };
  expect(await tryOut(isNew)).toBe("met");
  expect(await db.$count(auditEvents, looks)).toBe(0);
  expect(await tryOut({ type: "all", of: [CLEARED] })).toBe("unmet");
  expect(await tryOut({ type: "all", of: [CLEARED] })).toBe("unmet");
  expect(await db.select({ by: auditEvents.actorId }).from(auditEvents).where(looks)).toEqual([
    { by: admin.userId },
  ]);
});
