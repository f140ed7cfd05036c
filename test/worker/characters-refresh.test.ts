import { expect, test } from "vitest";
import { getAccessToken } from "#worker/auth/tokens/access-tokens.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";

const HOUR = 3600;

const EVERY_CALL = [
  "GET /characters/{id}",
  "GET /characters/{id}/assets?page=1",
  "GET /characters/{id}/assets?page=2",
  "GET /characters/{id}/assets?page=3",
  "GET /characters/{id}/attributes",
  "GET /characters/{id}/corporationhistory",
  "GET /characters/{id}/location",
  "GET /characters/{id}/online",
  "GET /characters/{id}/ship",
  "GET /characters/{id}/skillqueue",
  "GET /characters/{id}/skills",
  "GET /characters/{id}/wallet",
  "POST /characters/affiliation",
];
const isNotOfNames = (call: string) => !call.startsWith("POST /universe/names");

/** A pilot of 2,500 assets that nothing happens to, logged out, so that EVE's answers stay the same. */
async function quietPilot() {
  const muster = await startMuster();
  const pilot = await linkPilot(muster, { assetCount: 2500 });
  await pilot.newEden.setSheet(pilot.pilot.id, { online: false, queue: [], paused: true });
  return { muster, ...pilot };
}

test("the first refresh calls ESI once for every section and page", async () => {
  const { refresh, detail, askedOfEsi, newEden } = await quietPilot();
  const { success, sections, updated, failed } = await refresh();
  expect(success).toBe(true);
  expect([updated.length, failed]).toEqual([10, []]);
  expect(Object.keys(sections)).toHaveLength(10);
  expect(new Set(Object.values(sections).map((section) => section?.state))).toEqual(
    new Set(["fresh"]),
  );
  const asked = await askedOfEsi();
  expect(asked.filter(isNotOfNames)).toEqual(EVERY_CALL);
  expect(asked.length - EVERY_CALL.length).toBe(1);
  expect(await newEden.violations()).toEqual([]);
  expect((await detail()).lastUpdated).not.toBeNull();
});

test("a second refresh before anything expires makes no calls and writes nothing", async () => {
  const { muster, refresh, newEden } = await quietPilot();
  await refresh();
  await newEden.clearRequests();
  muster.costs.reset();
  const { success, updated, failed } = await refresh();
  expect({ success, updated, failed }).toEqual({ success: true, updated: [], failed: [] });
  expect(await newEden.requests()).toEqual([]);
  expect(muster.costs.rowsWritten).toBe(0);
  expect(muster.costs.roundTrips).toBeLessThanOrEqual(2);
});

test("only expired sections are fetched again", async () => {
  const { muster, refresh, newEden, askedOfEsi } = await quietPilot();
  await refresh();
  await newEden.clearRequests();
  await muster.later(90, refresh);
  expect(await askedOfEsi()).toEqual([
    "GET /characters/{id}/location",
    "GET /characters/{id}/online",
    "GET /characters/{id}/ship",
    "GET /characters/{id}/skillqueue",
    "GET /characters/{id}/skills",
  ]);
});

test("a refresh without changes writes two rows: the lease and the record", async () => {
  const { muster, pilot, api, refresh, newEden, askedOfEsi } = await quietPilot();
  await refresh();
  await muster.later(25 * HOUR, async () => {
    // The session slides and the access token is renewed beforehand: neither is what is measured.
    await api.characters.$get();
    await getAccessToken(muster.context, pilot.id);
    await newEden.clearRequests();
    muster.costs.reset();
    const { success, updated } = await refresh();
    expect([success, updated]).toEqual([true, []]);
  });
  expect(await askedOfEsi()).toEqual(EVERY_CALL);
  const answers = await newEden.requests({ service: "esi" });
  const statuses = answers.filter(({ method }) => method === "GET").map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([304]));
  expect(muster.costs.rowsWritten).toBe(2);
  expect(muster.costs.roundTrips).toBeLessThanOrEqual(4);
});

test("changes in EVE are shown after a refresh", async () => {
  const { muster, pilot, refresh, detail, newEden } = await quietPilot();
  await newEden.setSheet(pilot.id, {
    balance: 1234.56,
    whereabouts: { systemId: 30_000_142, stationId: 60_003_760 },
  });
  await refresh();
  expect((await detail()).private).toMatchObject({
    wallet: { balance: 1234.56 },
    location: {
      solarSystemName: "Jita",
      stationName: "Jita IV - Moon 4 - Caldari Navy Assembly Plant",
    },
  });
  await newEden.setSheet(pilot.id, { balance: 7, whereabouts: { systemId: 30_002_187 } });
  await muster.later(150, async () => {
    expect((await refresh()).updated.toSorted()).toEqual(["location", "wallet"]);
    expect((await detail()).private).toMatchObject({
      wallet: { balance: 7 },
      location: { solarSystemName: "Amarr", stationId: null, stationName: null },
    });
  });
});
