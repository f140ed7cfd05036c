import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Requirement } from "#shared/requirements/tree.ts";
import { eveTokens } from "#worker/db/schema/accounts.ts";
import { characterSections } from "#worker/db/schema/characters.ts";
import { completedPasses } from "#worker/db/schema/evidence.ts";
import { NULL_CONCORD_ID, SABLE_MERIDIAN_ID } from "#test/new-eden/ids.ts";
import { buildUser } from "#test/support/people/builders.ts";
import type { CharacterEvidence } from "#worker/requirements/evaluation/user-evidence.ts";
import { anyCharacter, skill } from "#test/support/requirements/condition-builders.ts";
import { linkDiscord } from "#test/support/discord/discord-builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import { readCharacterEvidence, readEvidence } from "#test/support/requirements/read-evidence.ts";
import { keysOf } from "#test/support/answers/records.ts";
import { batchOf } from "#test/support/workerd/test-queue.ts";
import worker from "#worker/index.ts";
import { runCron } from "#test/support/workerd/run-cron.ts";

const muster = await startMuster();
const newEden = newEdenControl(muster.newEdenBase);
const { db } = muster.context;

const HOURLY = "hourly";
const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;

const IN_SABLE = anyCharacter({ type: "corporation", corporationIds: [SABLE_MERIDIAN_ID] });
const EVERYTHING = anyCharacter(
  { type: "time_in_corporation", days: 1 },
  { type: "total_sp", minimum: 1 },
  { type: "character_age", days: 1 },
  { type: "security_status", minimum: 0 },
);

function levelsIn({ skills }: CharacterEvidence, skillIds: number[]) {
  return skills.isKnown ? skillIds.map(skills.value) : skills.reason;
}

test("a sheet that has been read is evidence, dated by the answers of EVE", async () => {
  const { pilot, user, detail, refresh } = await linkPilot(muster, {
    corporationId: SABLE_MERIDIAN_ID,
    securityStatus: 1.5,
    career: "capital",
  });
  // EVE's dates are whole seconds.
  const before = Math.floor(Date.now() / 1000) * 1000;
  await refresh();
  const { public: sheet } = await detail();
  const [first] = sheet.skills?.skills ?? [];
  const evidence = await readCharacterEvidence(
    muster,
    user,
    pilot.id,
    EVERYTHING,
    anyCharacter(skill(first?.skill_id ?? 0, 5), skill(999, 1)),
  );
  expect(evidence).toMatchObject({
    characterId: pilot.id,
    name: pilot.name,
    isGone: false,
    affiliation: {
      isKnown: true,
      value: { corporationId: SABLE_MERIDIAN_ID, allianceId: NULL_CONCORD_ID },
    },
    token: { state: "ok" },
    inCorporationSince: {
      isKnown: true,
      value: Date.parse(sheet.corporationHistory[0]?.startDate ?? ""),
    },
    birthday: { isKnown: true, value: Date.parse(sheet.info.birthday ?? "") },
    securityStatus: { isKnown: true, value: 1.5 },
    totalSp: { isKnown: true, value: sheet.skills?.total_sp },
    skills: { isKnown: true },
    // No rule needs them.
    roles: { isKnown: false, reason: "never_read" },
    standings: new Map(),
  });
  expect(levelsIn(evidence, [first?.skill_id ?? 0, 999])).toEqual([first?.trained_skill_level, 0]);
  expect(evidence.totalSp.asOf).toBeGreaterThanOrEqual(before);
  expect(evidence.totalSp.asOf).toBeLessThanOrEqual(Date.now());
});

const STORED: Record<string, Record<number, number> | null> = {
  "with their points": { 11: 8000, 12: 256_000, 99: 1_000_000 },
  "from before their points were stored": null,
};

test.for(keysOf(STORED))(
  "any number of finished entries counts, each skill with its highest level and what EVE has not credited, %s",
  async (name) => {
    const points = STORED[name] ?? null;
    const { pilot, user, refresh } = await linkPilot(muster, { queue: "finished_while_away" });
    await refresh();
    const write = (section: "skills" | "skillQueue", data: string) =>
      db
        .update(characterSections)
        .set({ data, ...(section === "skills" && { levels: { 11: 3, 12: 5 }, points }) })
        .where(
          and(eq(characterSections.characterId, pilot.id), eq(characterSections.section, section)),
        );
    const trained = (skill_id: number, skillpoints_in_skill: number) => ({
      skill_id,
      skillpoints_in_skill,
    });
    const skills = [trained(11, 8000), trained(12, 256_000), trained(99, 1_000_000)];
    await write("skills", JSON.stringify({ skills, total_sp: 2_000_000 }));
    // Two levels of 11, of which the first is credited in part; 12 is credited, 13 and the others are not trained yet.
    const entries: [skillId: number, level: number, points: number][] = [
      [11, 4, 45_255],
      [12, 5, 256_000],
      [13, 1, 250],
      [11, 5, 256_000],
      [14, 1, 500],
      [15, 1, 750],
      [16, 1, 1000],
    ];
    const gained = [0, 37_255, 0, 250, 210_745, 500, 750, 1000];
    const finishedAt = Date.now() - HOUR_SECONDS * 1000;
    for (let count = 0; count <= entries.length; count += 1) {
      const queue = entries.map(([skill_id, finished_level, level_end_sp], at) => ({
        skill_id,
        finished_level,
        level_end_sp,
        finish_date: new Date(finishedAt + (at < count ? at : at + 7200) * 1000).toISOString(),
      }));
      await write("skillQueue", JSON.stringify(queue));
      const ids = [11, 12, 13, 14, 15, 16];
      const rules = ids.map((id) => anyCharacter(skill(id, 1)));
      const evidence = await readCharacterEvidence(muster, user, pilot.id, EVERYTHING, ...rules);
      const sum = gained.slice(0, count + 1).reduce((total, points) => total + points, 2_000_000);
      expect(evidence.totalSp).toMatchObject({ value: sum });
      const reached = (id: number) =>
        Math.max(
          { 11: 3, 12: 5 }[id] ?? 0,
          ...entries.slice(0, count).map((one) => (one[0] === id ? one[1] : 0)),
        );
      expect(levelsIn(evidence, ids)).toEqual(ids.map(reached));
    }
  },
);

test("skills that have finished in the queue are counted without reading the list of skills", async () => {
  const given = { career: "capital", queue: "finished_while_away" } as const;
  const { pilot, user, detail, refresh } = await linkPilot(muster, given);
  await refresh();
  expect((await detail()).public.skills?.skills.length).toBeGreaterThan(300);
  const rule = anyCharacter({ type: "total_sp", minimum: 1 });
  muster.costs.reset();
  await readCharacterEvidence(muster, user, pilot.id, rule);
  expect(muster.costs.rowsRead).toBeLessThan(40);
});

test("a hundred skills of a large sheet are read without reading the sheet's rows", async () => {
  const { pilot, user, detail, refresh } = await linkPilot(muster, { career: "capital" });
  await refresh();
  const { skills = [] } = (await detail()).public.skills ?? {};
  expect(skills.length).toBeGreaterThan(300);
  const wanted = skills.slice(0, 100).map(({ skill_id }) => ({ skillId: skill_id, level: 5 }));
  const rule = anyCharacter({ type: "skills", name: "All", skills: wanted });
  muster.costs.reset();
  const evidence = await readCharacterEvidence(muster, user, pilot.id, rule);
  expect(muster.costs).toMatchObject({ roundTrips: 1 });
  expect(muster.costs.rowsRead).toBeLessThan(20);
  expect(
    levelsIn(
      evidence,
      wanted.map(({ skillId }) => skillId),
    ),
  ).toEqual(skills.slice(0, 100).map(({ trained_skill_level }) => trained_skill_level));
});

test("the number of statements does not grow with the users, nor the rows of each", async () => {
  const users = await Promise.all(Array.from({ length: 12 }, () => linkPilot(muster)));
  const userIds = users.map(({ user }) => user.userId);
  const cost = async (ids: string[]) => {
    muster.costs.reset();
    await readEvidence(muster, ids, EVERYTHING);
    return { statements: muster.costs.executed.length, rows: muster.costs.rowsRead };
  };
  const [one, twelve] = [await cost(userIds.slice(0, 1)), await cost(userIds)];
  expect(twelve.statements).toBe(one.statements);
  expect(twelve.rows).toBeLessThanOrEqual(12 * one.rows);
});

test("a user is known with Discord, groups that rules name, and no characters", async () => {
  const owner = await buildUser(muster);
  const user = await buildUser(muster, { name: "Sela Quist" });
  const [named, other] = [
    await buildGroup(muster, { owner, members: [user] }),
    await buildGroup(muster, { owner, members: [user] }),
  ];
  await linkDiscord(muster, user, await newEden.discord.createUser());
  const rule: Requirement = { type: "member_of", groupIds: [named.id] };
  const [evidence] = await readEvidence(muster, [user.userId], rule);
  expect(evidence).toMatchObject({
    userId: user.userId,
    mainCharacterId: user.mainCharacterId,
    hasDiscord: true,
    groupIds: new Set([named.id]),
    characters: [{ name: "Sela Quist" }],
  });
  expect(evidence?.groupIds.has(other.id)).toBe(false);
  await db.$client
    .prepare("update users set main_character_id = null where id = ?")
    .bind(user.userId)
    .run();
  await db.$client
    .prepare("update characters set user_id = null where user_id = ?")
    .bind(user.userId)
    .run();
  const [locked] = await readEvidence(muster, [user.userId], rule);
  expect(locked).toMatchObject({ mainCharacterId: null, characters: [] });
});

test("what was never read says why, by what would repair it", async () => {
  const { pilot, user } = await linkPilot(muster, {}, { scopes: ["publicData"] });
  const read = () => readCharacterEvidence(muster, user, pilot.id, EVERYTHING, IN_SABLE);
  expect(await read()).toMatchObject({
    affiliation: { reason: "never_read" },
    inCorporationSince: { reason: "never_read" },
    totalSp: { reason: "missing_scope" },
  });
  const setState = (state: "unknown" | "revoked") =>
    db
      .update(eveTokens)
      .set({ state, scopes: ["esi-skills.read_skills.v1"] })
      .where(eq(eveTokens.characterId, pilot.id));
  await setState("unknown");
  expect((await read()).totalSp).toMatchObject({ reason: "authorization_unknown" });
  await setState("revoked");
  expect((await read()).totalSp).toMatchObject({ reason: "no_authorization" });
  await db.delete(eveTokens).where(eq(eveTokens.characterId, pilot.id));
  expect(await read()).toMatchObject({
    totalSp: { reason: "no_authorization" },
    token: { state: "revoked", scopes: [] },
  });
});

test("facts become too old, each after its own time", async () => {
  const { pilot, user, refresh } = await linkPilot(muster);
  await refresh();
  const after = (seconds: number) =>
    muster.later(seconds, () =>
      readCharacterEvidence(muster, user, pilot.id, EVERYTHING, anyCharacter(skill(1, 1))),
    );
  expect(await after(DAY_SECONDS - 60)).toMatchObject({ affiliation: { isKnown: true } });
  const next = await after(DAY_SECONDS + 60);
  expect(next).toMatchObject({
    affiliation: { isKnown: false, reason: "too_old" },
    // Without the present corporation it is not known since when.
    inCorporationSince: { isKnown: false, reason: "too_old" },
    totalSp: { isKnown: true },
    birthday: { isKnown: true },
  });
  expect(await after(7 * DAY_SECONDS + 60)).toMatchObject({
    totalSp: { reason: "too_old" },
    skills: { reason: "too_old" },
    birthday: { reason: "too_old" },
    securityStatus: { reason: "too_old" },
  });
});

test("a character that was biomassed is gone, also while EVE fails afterwards", async () => {
  const { pilot, user, refresh } = await linkPilot(muster);
  await refresh();
  const isGone = async () => (await readCharacterEvidence(muster, user, pilot.id)).isGone;
  expect(await isGone()).toBe(false);
  await newEden.biomass(pilot.id);
  await muster.later(DAY_SECONDS + 60, refresh);
  expect(await isGone()).toBe(true);
  await newEden.addFault({ service: "esi", kind: "server_error" });
  await muster.later(3 * DAY_SECONDS, refresh);
  await newEden.clearFaults();
  expect(await isGone()).toBe(true);
});

// ── Passes over all characters ────────────────────────────────────────────────────────────────

/** The passes over affiliations; other jobs record theirs in the same table. */
const passes = () =>
  db.select().from(completedPasses).where(eq(completedPasses.job, "affiliations"));

const affiliationAsOf = async (user: { userId: string }, characterId: number) =>
  (await readCharacterEvidence(muster, user, characterId, IN_SABLE)).affiliation.asOf ?? 0;

test("a complete pass confirms corporations that have not changed, of those who were linked and whom EVE knows", async () => {
  const { pilot, user, refresh } = await linkPilot(muster, { corporationId: SABLE_MERIDIAN_ID });
  await refresh();
  const gone = await linkPilot(muster, { corporationId: SABLE_MERIDIAN_ID });
  await gone.refresh();
  const before = await affiliationAsOf(gone.user, gone.pilot.id);
  // EVE answers 404 for an id that it does not know.
  await db.$client
    .prepare("insert into unknown_characters (character_id, retry_at) values (?, ?)")
    .bind(gone.pilot.id, Date.now() + 10 * DAY_SECONDS * 1000)
    .run();
  const confirmedAt = await muster.later(30 * HOUR_SECONDS, async () => {
    // EVE may have cached for an hour what it tells.
    const began = Date.now() - HOUR_SECONDS * 1000;
    await runCron(muster, HOURLY);
    const late = await linkPilot(muster, { corporationId: SABLE_MERIDIAN_ID });
    expect(await affiliationAsOf(late.user, late.pilot.id)).toBe(0);
    expect(await readCharacterEvidence(muster, user, pilot.id, IN_SABLE)).toMatchObject({
      affiliation: { isKnown: true },
    });
    return began;
  });
  expect(await affiliationAsOf(user, pilot.id)).toBeGreaterThanOrEqual(confirmedAt);
  expect(await affiliationAsOf(gone.user, gone.pilot.id)).toBe(before);
  await db.delete(completedPasses);
});

test("a pass that fails, or is cut off, confirms nobody", async () => {
  const { pilot, user, refresh } = await linkPilot(muster, { corporationId: SABLE_MERIDIAN_ID });
  await refresh();
  const before = await affiliationAsOf(user, pilot.id);
  await newEden.addFault({ service: "esi", kind: "server_error", path: "affiliation" });
  await runCron(muster, HOURLY);
  await newEden.clearFaults();
  expect(await passes()).toEqual([]);
  // The last slice of a pass that began earlier dates the pass by its beginning.
  const startedAt = Date.now() - 5 * 60_000;
  const body = { kind: "job", name: "affiliations", after: pilot.id, startedAt };
  await worker.queue(batchOf([{ body }]), muster.env);
  expect(await passes()).toMatchObject([{ startedAt: new Date(startedAt) }]);
  // The character was linked after that.
  expect(await affiliationAsOf(user, pilot.id)).toBe(before);
  await db.delete(completedPasses);
});
