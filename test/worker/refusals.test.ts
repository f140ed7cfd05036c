import { eq, inArray } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { buildManaged } from "#test/support/corporations/corporation-builders.ts";
import { startDriven } from "#test/support/corporations/driven-corporations.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { buildGroup } from "#test/support/people/group-builders.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import type { LinkedPilot } from "#test/support/people/pilot-builder.ts";
import {
  evaluateAll,
  isMember,
  ruleOf,
  saveRule,
} from "#test/support/requirements/requirement-builders.ts";
import { refreshAllAffiliations } from "#worker/characters/refresh/affiliations.ts";
import { names, unknownCharacters } from "#worker/db/schema/characters.ts";
import { evaluationMarks } from "#worker/db/schema/requirements.ts";
import { openEsi } from "#worker/esi/client.ts";
import { EVERY_MINUTE } from "#worker/work/crons.ts";
import { fetchNames } from "#worker/universe/names.ts";

const HOUR = 60 * 60;
const DAY = 24 * HOUR;
/** In hours: after each refusal in a row. */
const WAITS = [0.5, 1, 2, 4, 8, 16, 24, 24, 168, 168];

const { drive, muster, world } = await startDriven();
const { db } = muster.context;
const newEden = newEdenControl(muster.newEdenBase);
afterEach(() => newEden.clearFaults());

const refuse = (path: string, times?: number) =>
  newEden.addFault({ service: "esi", kind: "not_found", path, ...(times && { times }) });

const waitOf = (retryAt: Date | null | undefined) =>
  Math.round((((retryAt?.getTime() ?? 0) - Date.now()) / 1000 / HOUR) * 100) / 100;

const asideOf = async (id: number) =>
  (await db.select().from(unknownCharacters).where(eq(unknownCharacters.characterId, id)))[0];

test("after a burst of 404, known pilots are asked for again within an hour, and stay in their groups", async () => {
  const corporation = await buildManaged(world, { holdings: { strangers: 1 } });
  const pilots: LinkedPilot[] = [];
  for (let count = 0; count < 4; count += 1) {
    pilots.push(await linkPilot(muster, { corporationId: corporation.id }));
  }
  const members = pilots.map(({ user }) => user);
  const group = await buildGroup(muster, { owner: world.admin, members });
  const rule = ruleOf(
    {
      type: "characters",
      which: "any",
      meet: { type: "corporation", corporationIds: [corporation.id] },
    },
    { graceDays: 0 },
  );
  expect((await saveRule(world.admin, group.id, rule)).status).toBe(200);
  await refreshAllAffiliations(muster.context);
  const aside = async () => {
    const found = await Promise.all(pilots.map(({ pilot }) => asideOf(pilot.id)));
    return found.filter((one) => one !== undefined).length;
  };
  const isIn = () => Promise.all(members.map(({ userId }) => isMember(muster, group.id, userId)));
  expect(await aside()).toBe(0);
  await drive.advance(HOUR);

  // The list with the director, its halves down to a single one, and three of those.
  await refuse("/affiliation$", 6);
  await refreshAllAffiliations(muster.context);
  expect(await aside()).toBe(2);
  await evaluateAll(muster);
  expect(await isIn()).toEqual([true, true, true, true]);

  await newEden.clearFaults();
  await drive.advance(HOUR);
  await refreshAllAffiliations(muster.context);
  expect(await aside()).toBe(0);
  const ids = members.map(({ userId }) => userId);
  expect(await db.$count(evaluationMarks, inArray(evaluationMarks.userId, ids))).toBe(2);
  await drive.advance(DAY);
  await refreshAllAffiliations(muster.context);
  await evaluateAll(muster);
  expect(await isIn()).toEqual([true, true, true, true]);
});

test("a pilot whom EVE does not know is asked for less and less often, and once a week after more than three days", async () => {
  await linkPilot(muster);
  const { mainCharacterId: id } = await buildUser(muster);
  const waits: number[] = [];
  for (const wait of WAITS) {
    await refreshAllAffiliations(muster.context);
    const { retryAt } = (await asideOf(id)) ?? {};
    waits.push(waitOf(retryAt));
    // A message that is delivered again asks nobody, and counts nothing.
    await newEden.clearRequests();
    await refreshAllAffiliations(muster.context);
    expect((await asideOf(id))?.retryAt).toEqual(retryAt);
    await drive.advance(wait * HOUR);
  }
  expect(waits).toEqual(WAITS);
  const beforeTheWeek = WAITS.slice(0, WAITS.indexOf(168)).reduce((sum, wait) => sum + wait, 0);
  expect(beforeTheWeek).toBeGreaterThan(3 * 24);
});

test("while EVE refuses everybody, no refusal counts: each pilot is asked for every hour", async () => {
  const one = await linkPilot(muster);
  await refuse("/affiliation$");
  for (let count = 0; count < 12; count += 1) {
    await refreshAllAffiliations(muster.context);
    await drive.advance(HOUR);
  }
  expect(await asideOf(one.pilot.id)).toMatchObject({ refusals: 0 });
  await newEden.clearFaults();
  await refreshAllAffiliations(muster.context);
  expect(await asideOf(one.pilot.id)).toBeUndefined();
});

const namesOfMembers = async ({ param }: { param: { id: string } }) =>
  (
    await (await world.admin.api.rosters[":id"].members.$get({ param, query: {} })).json()
  ).items.map(({ name }) => name);

test("new members have names within two hours, though EVE refuses names for an hour", async () => {
  const corporation = await buildManaged(world, { holdings: { strangers: 3 } });
  await refuse("/universe/names$");
  await drive.startDue();
  await drive.drain();
  const listedAt = Date.now();
  for (let minute = 0; minute < 60; minute += 10) {
    await drive.cron(EVERY_MINUTE);
    await drive.drain();
    await drive.advance(10 * 60);
  }
  expect((await namesOfMembers(corporation)).filter((name) => name === null)).toHaveLength(3);
  await newEden.clearFaults();
  while ((await namesOfMembers(corporation)).includes(null)) {
    await drive.advance(10 * 60);
    await drive.cron(EVERY_MINUTE);
    await drive.drain();
    expect(Date.now() - listedAt).toBeLessThan(2 * HOUR * 1000);
  }
});

test("a structure that EVE does not find is due like a pilot, and one that forbids docking a week later", async () => {
  const { pilot } = await linkPilot(muster);
  const scopes = ["esi-universe.read_structures.v1"];
  const grantOf = async (characterId: number) => ({
    characterId,
    scopes,
    accessToken: (await newEden.grant(characterId, scopes)).accessToken,
  });
  const [missing, forbidden] = [1_040_000_000_011, 1_040_000_000_012];
  const ask = async (id: number, characterId = pilot.id) => {
    const esi = openEsi(muster.context.config, { priority: "interactive" });
    await fetchNames(muster.context, esi, [id], await grantOf(characterId));
    return (await db.select().from(names).where(eq(names.id, id)))[0];
  };
  expect(waitOf((await ask(forbidden))?.retryAt)).toBe(168);
  await refuse("/universe/structures/");
  const waits: number[] = [];
  for (const wait of WAITS) {
    waits.push(waitOf((await ask(missing))?.retryAt));
    await drive.advance(wait * HOUR);
  }
  expect(waits).toEqual(WAITS);
  // Several characters at once are one refusal.
  const other = await linkPilot(muster);
  const one = await ask(missing);
  const two = await ask(missing, other.pilot.id);
  expect(two).toEqual({ ...one, refusedTo: other.pilot.id });
});
