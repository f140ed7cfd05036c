import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#shared/time.ts";
import { characters, eveTokens } from "#worker/db/schema/accounts.ts";
import { completedPasses, directorLists } from "#worker/db/schema/evidence.ts";
import {
  evaluationMarks,
  evaluationState,
  groupRequirements,
} from "#worker/db/schema/requirements.ts";
import { buildToken, buildUser } from "#test/support/people/builders.ts";
import type { BuiltUser } from "#test/support/people/builders.ts";
import { hasRole, hasStanding } from "#test/support/requirements/condition-builders.ts";
import {
  ALLIANCE,
  AUTHORIZED,
  evidenceChanges,
  IN_ALLIANCE,
  SKILLED,
} from "#test/support/requirements/evidence-changes.ts";
import { DISCORD } from "#test/support/discord/discord-changes.ts";
import {
  checkedAt,
  evidenceWriter,
  finishing,
} from "#test/support/requirements/evidence-writer.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { interleave } from "#test/support/kills/interleave.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { prepareServer } from "#test/support/discord/server-rows.ts";
import { insertManaged } from "#test/support/discord/managed-builders.ts";
import { setRule } from "#test/support/requirements/rule-builders.ts";
import worker from "#worker/index.ts";

const muster = await startMuster();
const { db } = muster.context;
const owner = await buildUser(muster);
const ruled = await buildGroup(muster, { owner });
const named = await buildGroup(muster, { owner });
const managed = await insertManaged(muster, owner.mainCharacterId);
const corporationId = Number(managed.corporation);

const server = prepareServer(muster);
await Promise.all(server.statements);

const NOW = Date.now();

const STANDING = hasStanding("corporation", corporationId);

async function takeMarks(): Promise<string[]> {
  const marked = await db.delete(evaluationMarks).returning({ userId: evaluationMarks.userId });
  return marked.map(({ userId }) => userId).toSorted();
}

async function takeSweep(): Promise<boolean> {
  const [state] = await db.select().from(evaluationState);
  await db.update(evaluationState).set({ sweepAfter: null });
  return state?.sweepAfter === "";
}

let user: BuiltUser;
let characterId: number;
beforeEach(async () => {
  await db.delete(groupRequirements);
  user = await buildUser(muster);
  characterId = user.mainCharacterId;
});

const { affiliate, setSection, setChecks, setContact } = evidenceWriter(muster, corporationId);
const CHANGES = Object.entries(
  evidenceChanges(muster, {
    corporationId,
    named: named.id,
    ruled: ruled.id,
    serverId: server.id,
  }),
);

test.each(CHANGES)("%s marks the user", async (_, { rule, before, act }) => {
  await before?.(user);
  await setRule(muster, ruled.id, rule);
  await takeMarks();
  await act(user);
  expect(await takeMarks()).toEqual([user.userId]);
});

test.each(CHANGES)("%s marks nobody without a rule", async (_, { before, act }) => {
  await before?.(user);
  await takeMarks();
  await act(user);
  expect(await takeMarks()).toEqual([]);
});

test.each(CHANGES.filter(([, { isOfAccount }]) => isOfAccount !== true))(
  "%s marks nobody if no rule looks at it",
  async (_, { before, act }) => {
    await before?.(user);
    await setRule(muster, ruled.id, { type: "account_age", days: 1 });
    await takeMarks();
    await act(user);
    expect(await takeMarks()).toEqual([]);
  },
);

test("what is read again and has not changed marks nobody", async () => {
  await setRule(muster, ruled.id, {
    type: "all",
    of: [IN_ALLIANCE, AUTHORIZED, SKILLED, hasRole("Trader"), STANDING],
  });
  const write = async () => {
    await affiliate(characterId, ALLIANCE);
    await setSection(characterId, "skills", { total_sp: 1 }, { 3300: 1 });
    await setSection(characterId, "skillQueue", finishing(NOW + DAY_MS));
    await setChecks(characterId, { skills: checkedAt(Date.now()) });
    await setContact(1, characterId, 5);
    await db
      .update(eveTokens)
      .set({ state: "ok", version: sql`version + 1` })
      .where(eq(eveTokens.characterId, characterId));
  };
  await buildToken(muster, characterId);
  await write();
  expect(await takeMarks()).toEqual([user.userId]);
  await write();
  // More points at the same levels, too.
  await setSection(characterId, "skills", { total_sp: 2 }, { 3300: 1 });
  expect(await takeMarks()).toEqual([]);
});

test("a second change gives another mark", async () => {
  await setRule(muster, ruled.id, IN_ALLIANCE);
  const marks: (string | undefined)[] = [];
  for (const allianceId of [ALLIANCE, null]) {
    await affiliate(characterId, allianceId);
    marks.push((await db.select().from(evaluationMarks))[0]?.mark);
  }
  expect(new Set(marks).size).toBe(2);
  await takeMarks();
});

test("a character that moves to another account marks both users", async () => {
  const buyer = await buildUser(muster);
  const alt = { id: characterId + 6_000_000, name: "Alt", nameFolded: "alt", userId: user.userId };
  await db.insert(characters).values(alt);
  await setRule(muster, ruled.id, DISCORD);
  await db.update(characters).set({ userId: buyer.userId }).where(eq(characters.id, alt.id));
  expect(await takeMarks()).toEqual([user.userId, buyer.userId].toSorted());
  await db.update(characters).set({ userId: null }).where(eq(characters.id, alt.id));
  expect(await takeMarks()).toEqual([buyer.userId]);
});

test("a contact that is a corporation or an alliance marks everybody there", async () => {
  const others = [await buildUser(muster), await buildUser(muster)];
  for (const one of others) await affiliate(one.mainCharacterId, ALLIANCE);
  await setRule(muster, ruled.id, STANDING);
  await takeMarks();
  const everybody = others.map(({ userId }) => userId);
  await setContact(2, ALLIANCE, 5);
  expect(await takeMarks()).toEqual(expect.arrayContaining(everybody));
  await setContact(2, corporationId, 5);
  const marked = await takeMarks();
  expect(marked).toEqual(expect.arrayContaining(everybody));
  expect(marked).not.toContain(user.userId);
});

const readList = (list: "roles" | "contacts", readAt: number, ownerId = corporationId) =>
  db
    .insert(directorLists)
    .values({ ownerId, list, readAt: new Date(readAt) })
    .onConflictDoUpdate({
      target: [directorLists.ownerId, directorLists.list],
      set: { readAt: new Date(readAt) },
    });

test("the first list of a corporation's members, and one after a long time, concerns all of them", async () => {
  await affiliate(characterId, null);
  await setRule(muster, ruled.id, hasRole("Trader"));
  await takeMarks();
  await readList("roles", NOW - 3 * DAY_MS);
  expect(await takeMarks()).toContain(user.userId);
  await readList("roles", NOW - 2.5 * DAY_MS);
  expect(await takeMarks()).toEqual([]);
  await readList("roles", NOW);
  expect(await takeMarks()).toContain(user.userId);
});

test("the first contacts, and a pass over all characters after a day without, begin a sweep", async () => {
  await setRule(muster, ruled.id, { type: "all", of: [STANDING, IN_ALLIANCE] });
  await takeSweep();
  await readList("contacts", NOW - 2 * DAY_MS, 5);
  expect(await takeSweep()).toBe(true);
  await readList("contacts", NOW - 1.5 * DAY_MS, 5);
  expect(await takeSweep()).toBe(false);
  await readList("contacts", NOW, 5);
  expect(await takeSweep()).toBe(true);
  const pass = (at: number) =>
    db
      .insert(completedPasses)
      .values({ job: "affiliations", startedAt: new Date(at) })
      .onConflictDoUpdate({ target: completedPasses.job, set: { startedAt: new Date(at) } });
  await pass(NOW - 3 * DAY_MS);
  expect(await takeSweep()).toBe(true);
  await pass(NOW - 2.5 * DAY_MS);
  expect(await takeSweep()).toBe(false);
  await pass(NOW);
  expect(await takeSweep()).toBe(true);
});

test("a sweep that begins again while the last slice runs evaluates everybody again", async () => {
  await setRule(muster, ruled.id, STANDING);
  await db.delete(directorLists);
  await takeMarks();
  await db.update(evaluationState).set({ sweepAfter: "", sweepStartedAt: new Date(NOW - DAY_MS) });
  const body = { kind: "evaluate" as const };
  const slice = interleave(muster.env, 1, () => readList("contacts", NOW, 5));
  await worker.queue(muster.queue.toBatch({ body, dueAt: 0, attempts: 1 }), slice.env);
  expect(await takeSweep()).toBe(true);
});
