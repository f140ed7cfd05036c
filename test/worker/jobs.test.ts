import { desc, eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import worker from "#worker/index.ts";
import { characterAffiliations, jobRuns, typePrices, names } from "#worker/db/schema/characters.ts";
import { openEsi } from "#worker/esi/client.ts";
import { runCron } from "#test/support/workerd/run-cron.ts";
import { learnNames } from "#worker/universe/names.ts";
import { LANTERN_WORKS_ID, NULL_CONCORD_ID, SABLE_MERIDIAN_ID } from "#test/new-eden/ids.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";

const HOURLY = "hourly";
const PRICES = "daily";

// One world for the file: a job is about everybody in the database.
const muster = await startMuster();
const newEden = newEdenControl(muster.newEdenBase);
const { db, config } = muster.context;

async function lastRun(job: string) {
  const newest = desc(jobRuns.startedAt);
  const runs = await db.select().from(jobRuns).where(eq(jobRuns.job, job)).orderBy(newest).limit(1);
  return runs[0];
}

async function affiliationOf(characterId: number) {
  const isTheirs = eq(characterAffiliations.characterId, characterId);
  return (await db.select().from(characterAffiliations).where(isTheirs))[0];
}

const affiliationCalls = () => newEden.requests({ path: /affiliation$/ });

test("the corporations of all linked characters are fetched every hour, in one call", async () => {
  const { pilot, user } = await linkPilot(muster, { corporationId: SABLE_MERIDIAN_ID });
  const alt = await linkPilot(muster, {}, { altOf: user });
  await runCron(muster, HOURLY);
  expect(await affiliationCalls()).toHaveLength(1);
  expect(await affiliationOf(pilot.id)).toMatchObject({
    corporationId: SABLE_MERIDIAN_ID,
    allianceId: NULL_CONCORD_ID,
  });
  expect(await affiliationOf(alt.pilot.id)).toMatchObject({ allianceId: null });
  const run = await lastRun("affiliations");
  expect(run).toMatchObject({ rows: 2, error: null });
  expect(run?.finishedAt?.getTime()).toBeGreaterThanOrEqual(run?.startedAt.getTime() ?? 0);
  const { characters } = await (await user.api.characters.$get()).json();
  expect(characters[0]).toMatchObject({
    corporationName: "Sable Meridian",
    allianceName: "Null Concord",
  });
});

test("an hour without changes writes only the records of the runs", async () => {
  const { pilot } = await linkPilot(muster);
  await runCron(muster, HOURLY);
  const before = await affiliationOf(pilot.id);
  await runCron(muster, HOURLY);
  expect(await lastRun("affiliations")).toMatchObject({ rows: 0, error: null });
  expect(await affiliationOf(pilot.id)).toEqual(before);
  await newEden.leaveCorporation(pilot.id, LANTERN_WORKS_ID);
  await runCron(muster, HOURLY);
  expect(await lastRun("affiliations")).toMatchObject({ rows: 1 });
  expect(await affiliationOf(pilot.id)).toMatchObject({ corporationId: LANTERN_WORKS_ID });
});

test("a character that EVE does not know does not keep the others from being updated", async () => {
  const { pilot } = await linkPilot(muster, { corporationId: SABLE_MERIDIAN_ID });
  const unknown = await buildUser(muster);
  await runCron(muster, HOURLY);
  expect(await affiliationOf(pilot.id)).toMatchObject({ corporationId: SABLE_MERIDIAN_ID });
  expect(await affiliationOf(unknown.mainCharacterId)).toBeUndefined();
  expect(await lastRun("affiliations")).toMatchObject({ error: null });
});

test("a failed job records its reason and does not stop the others", async () => {
  await newEden.addFault({ service: "esi", kind: "server_error", path: "affiliation" });
  await runCron(muster, HOURLY);
  await newEden.clearFaults();
  expect(await lastRun("affiliations")).toMatchObject({
    rows: null,
    error: expect.stringContaining("unavailable"),
  });
  expect(await lastRun("housekeeping")).toMatchObject({ error: null });
});

test("a schedule that does not exist is an error", async () => {
  const event = { cron: "1 2 3 4 5", scheduledTime: Date.now() };
  await expect(worker.scheduled(event, muster.env)).rejects.toThrow("must be one of");
});

test("the prices of the day are stored, and later only changed prices are written", async () => {
  await db.delete(typePrices);
  await runCron(muster, PRICES);
  const stored = await db.select().from(typePrices);
  expect(stored.flatMap(({ prices }) => Object.keys(prices)).length).toBeGreaterThan(40);
  expect(await lastRun("market-prices")).toMatchObject({ rows: stored.length });
  muster.costs.reset();
  await runCron(muster, PRICES);
  expect(await lastRun("market-prices")).toMatchObject({ rows: 0 });
  await db
    .update(typePrices)
    .set({ prices: { 34: 1 } })
    .where(eq(typePrices.page, 0));
  await runCron(muster, PRICES);
  expect(await lastRun("market-prices")).toMatchObject({ rows: 1 });
  expect(await db.select().from(typePrices)).toEqual(stored);
});

test("names are fetched once, and an unknown id is not requested again for a week", async () => {
  const nobody = 98_999_999;
  const esi = openEsi(config, { priority: "interactive" });
  const ask = () => learnNames(muster.context, esi, [34, 587, SABLE_MERIDIAN_ID, nobody]);
  await ask();
  const known = await db
    .select()
    .from(names)
    .where(inArray(names.id, [34, 587, nobody]));
  expect(known.map(({ id, name }) => [id, name])).toEqual([
    [34, "Tritanium"],
    [587, "Rifter"],
    [nobody, null],
  ]);
  await newEden.clearRequests();
  await ask();
  expect(await newEden.requests()).toEqual([]);
  await muster.later(8 * 24 * 3600, ask);
  expect(await newEden.requests({ path: /names$/ })).toHaveLength(1);
});

test("a character that EVE does not know costs no calls for a week, and then none of the others' calls", async () => {
  await linkPilot(muster);
  await buildUser(muster);
  await runCron(muster, HOURLY);
  await newEden.clearRequests();
  await runCron(muster, HOURLY);
  expect((await affiliationCalls()).map(({ status }) => status)).toEqual([200]);
  await newEden.clearRequests();
  await muster.later(8 * 24 * 3600, () => runCron(muster, HOURLY));
  const statuses = (await affiliationCalls()).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status !== 200)).not.toEqual([]);
});
