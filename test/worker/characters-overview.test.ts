import { expect, test } from "vitest";
import { corporationRow } from "#test/support/discord/managed-builders.ts";
import { CHARACTER_SCOPES } from "#worker/esi/scopes.ts";
import { corporations, directors } from "#worker/db/schema/corporations.ts";
import { MERIDIAN_ANCHORAGE_ID, SABLE_MERIDIAN_ID } from "#test/new-eden/ids.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { authorizeAgain, linkMember } from "#test/support/corporations/corporation-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";

const GUNNERY = 3300;
const DAY = 24 * 3600;

test("the dashboard shows a character's summary, in one round trip", async () => {
  const muster = await startMuster();
  const { api, pilot, newEden, refresh } = await linkPilot(muster, {
    name: "Ana Overview",
    corporationId: SABLE_MERIDIAN_ID,
  });
  await newEden.setSheet(pilot.id, {
    balance: 5_000_000.5,
    whereabouts: { systemId: 30_000_144, structureId: MERIDIAN_ANCHORAGE_ID },
    shipTypeId: 587,
    shipName: "Needle",
    skills: [{ id: GUNNERY, level: 3, points: 8000 }],
    unallocatedPoints: 77,
    online: false,
    queue: [{ skillId: GUNNERY, level: 4 }],
    startedSecondsAgo: 60,
  });
  await refresh();
  muster.costs.reset();
  const overview = await (await api.characters.$get()).json();
  expect(muster.costs.roundTrips).toBe(1);
  expect(overview.characters).toHaveLength(1);
  expect(overview.characters[0]).toMatchObject({
    characterId: pilot.id,
    characterName: "Ana Overview",
    isMain: true,
    corporationName: "Sable Meridian",
    allianceName: "Null Concord",
    tokenState: "ok",
    missingScopes: [],
    training: { skill_id: GUNNERY, skillName: "Gunnery", finished_level: 4, level_end_sp: 45_255 },
    queueState: "training",
    location: {
      solarSystemName: "Perimeter",
      securityStatus: 1,
      stationName: "Perimeter - Meridian Anchorage",
      isStructure: true,
    },
    ship: { typeId: 587, typeName: "Rifter", name: "Needle" },
    online: false,
    walletBalance: 5_000_000.5,
    totalSp: 8000,
    unallocatedSp: 77,
  });
  expect(overview.characters[0]?.lastUpdated).not.toBeNull();
});

test("levels that finished since the last login are included in the skills and the total", async () => {
  const muster = await startMuster();
  const { api, pilot, newEden, refresh, detail } = await linkPilot(muster);
  await newEden.setSheet(pilot.id, {
    skills: [{ id: GUNNERY, level: 3, points: 8000 }],
    online: false,
    queue: [{ skillId: GUNNERY, level: 4 }],
    startedSecondsAgo: 60,
  });
  await refresh();
  expect((await detail()).private?.skillQueue).toHaveLength(1);
  await muster.later(20 * DAY, async () => {
    const { characters, attention } = await (await api.characters.$get()).json();
    expect(characters[0]).toMatchObject({ totalSp: 45_255, training: null, queueState: "empty" });
    expect(attention).toMatchObject([{ kind: "queue_empty", characterId: pilot.id }]);
    const shown = await detail();
    expect(shown.private?.skillQueue).toEqual([]);
    expect(shown.public.skills).toMatchObject({
      total_sp: 45_255,
      skills: [{ skill_id: GUNNERY, trained_skill_level: 4, skillpoints_in_skill: 45_255 }],
    });
    const stranger = await buildUser(muster);
    const param = { id: String(pilot.id) };
    const seen = await (await stranger.api.characters[":id"].$get({ param })).json();
    expect(seen.public.skills?.total_sp).toBe(45_255);
  });
});

test("items that need attention are listed by urgency", async () => {
  const muster = await startMuster();
  const main = await linkPilot(muster, { name: "Paused Main", queue: "paused" });
  const altOf = main.user;
  const lost = await linkPilot(muster, { name: "Lost Alt" }, { altOf });
  const narrow = await linkPilot(
    muster,
    { name: "Narrow Alt" },
    { altOf, scopes: CHARACTER_SCOPES.slice(0, -1) },
  );
  const empty = await linkPilot(muster, { name: "Empty Alt", queue: "empty" }, { altOf });
  const ending = await linkPilot(muster, { name: "Ending Alt" }, { altOf });
  await ending.newEden.setSheet(ending.pilot.id, {
    skills: [{ id: GUNNERY, level: 0, points: 0 }],
    online: false,
    queue: [{ skillId: GUNNERY, level: 1 }],
  });
  for (const pilot of [main, narrow, empty, ending]) await pilot.refresh();
  await lost.newEden.revoke(lost.pilot.id);
  await muster.later(3600, lost.refresh);
  const { attention, characters } = await (await main.api.characters.$get()).json();
  expect(characters.map(({ characterName }) => characterName)).toEqual([
    "Paused Main",
    "Empty Alt",
    "Ending Alt",
    "Lost Alt",
    "Narrow Alt",
  ]);
  expect(attention.map(({ kind, characterName }) => [kind, characterName])).toEqual([
    ["token_revoked", "Lost Alt"],
    ["queue_empty", "Empty Alt"],
    ["queue_paused", "Paused Main"],
    ["queue_ending", "Ending Alt"],
    ["missing_scopes", "Narrow Alt"],
  ]);
  expect(attention[0]?.at).not.toBeNull();
  expect(characters[3]).toMatchObject({ tokenState: "revoked", missingScopes: [] });
  expect(characters[4]?.missingScopes).toEqual(CHARACTER_SCOPES.slice(-1));
});

test("a director whose last sign-in lacked director access sees a notice", async () => {
  const muster = await startMuster();
  const { db } = muster.context;
  const { api, pilot } = await linkMember(muster, SABLE_MERIDIAN_ID);
  const kinds = async () => {
    const { attention } = await (await api.characters.$get()).json();
    return attention.map(({ kind }) => kind);
  };
  const createdAt = new Date();
  const director = { characterId: pilot.id, priority: 100, createdAt };
  await db.insert(corporations).values(corporationRow(SABLE_MERIDIAN_ID, "Managed", "MNGD"));
  await db
    .insert(directors)
    .values({ id: `of-${pilot.id}`, corporationId: SABLE_MERIDIAN_ID, ...director });
  expect(await kinds()).not.toContain("director_access_lost");
  await authorizeAgain(muster, pilot.id, CHARACTER_SCOPES);
  expect(await kinds()).toContain("director_access_lost");
  await authorizeAgain(muster, pilot.id);
  expect(await kinds()).not.toContain("director_access_lost");
});
