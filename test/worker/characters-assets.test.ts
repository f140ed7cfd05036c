import * as z from "zod/mini";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { jobRuns, typePrices } from "#worker/db/schema/characters.ts";
import { getMarketPrices } from "#worker/esi/universe-endpoints.ts";
import { runCron } from "#test/support/workerd/run-cron.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { share } from "#test/support/workerd/share.ts";
import type { Muster } from "#test/support/workerd/harness.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";
import type { LinkedPilot } from "#test/support/people/pilot-builder.ts";

/** Twenty pages of a thousand are a slice. */
const MANY = share(500_000, 60_000);
const QUARTER_HOUR = 16 * 60;
const PRICES_CRON = "daily";
const ASSETS = ["esi-assets.read_assets.v1"];

const pricesSchema = z.array(
  z.object({
    type_id: z.number(),
    average_price: z.optional(z.number()),
    adjusted_price: z.optional(z.number()),
  }),
);
const assetsSchema = z.array(
  z.object({
    type_id: z.number(),
    quantity: z.number(),
    is_blueprint_copy: z.optional(z.boolean()),
  }),
);

/** Count and value as a person with a pocket calculator finds them: every page, every price, one by one. */
async function countByHand(muster: Muster, { newEden, pilot }: LinkedPilot) {
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${muster.env.ESI_URL}${path}`, {
      headers: { "User-Agent": "by hand", "X-Compatibility-Date": "2026-08-18", ...headers },
    });
    const pages = Number(response.headers.get("X-Pages"));
    return { answer: await response.json(), pages };
  };
  const prices = z.parse(pricesSchema, (await ask(getMarketPrices.path)).answer);
  const { accessToken } = await newEden.grant(pilot.id, ASSETS);
  let count = 0;
  let value = 0;
  for (let page = 1, last = 1; page <= last; page++) {
    const path = `/characters/${pilot.id}/assets?page=${page}`;
    const { answer, pages } = await ask(path, { Authorization: `Bearer ${accessToken}` });
    last = pages;
    const assets = z.parse(assetsSchema, answer);
    count += assets.length;
    for (const { type_id, quantity, is_blueprint_copy } of assets) {
      if (is_blueprint_copy) continue;
      const price = prices.find((one) => one.type_id === type_id);
      value += quantity * (price?.average_price ?? price?.adjusted_price ?? 0);
    }
  }
  return { count, value };
}

/** Refreshes until all pages are read, as the SPA does; returns how many refreshes that took. */
async function refreshToTheEnd({ refresh }: LinkedPilot): Promise<number> {
  for (let times = 1; times < 100; times++) {
    const { sections } = await refresh();
    if (sections.assets?.state !== "in_progress") return times;
  }
  throw new Error("The assets were never read to the end.");
}

async function assetsOf({ detail }: LinkedPilot) {
  const { private: own } = await detail();
  return own?.assets;
}

let muster: Muster;
beforeAll(async () => {
  muster = await startMuster();
  await runCron(muster, PRICES_CRON);
});

test("assets are counted and valued over all pages, without blueprint copies", async () => {
  const pilot = await linkPilot(muster, { assetCount: 3321 });
  expect(await refreshToTheEnd(pilot)).toBe(1);
  const byHand = await countByHand(muster, pilot);
  const assets = await assetsOf(pilot);
  expect(assets?.assetCount).toBe(3321);
  expect(assets?.assetCount).toBe(byHand.count);
  expect(byHand.value).toBeGreaterThan(0);
  expect((assets?.totalValue ?? 0) / byHand.value).toBeCloseTo(1, 10);
});

test(`${MANY} assets are read slice by slice, and none is lost or counted twice`, async () => {
  const pilot = await linkPilot(muster, { assetCount: MANY });
  const first = await pilot.refresh();
  expect(first.sections.assets).toMatchObject({
    state: "in_progress",
    progress: { done: 20, total: MANY / 1000 },
  });
  expect(await assetsOf(pilot)).toBeNull();
  await pilot.newEden.clearRequests();
  expect(await refreshToTheEnd(pilot)).toBe(MANY / 20_000 - 1);
  const pages = (await pilot.askedOfEsi()).filter((call) => call.includes("/assets"));
  expect(pages).toHaveLength(MANY / 1000 - 20);
  expect(new Set(pages).size).toBe(pages.length);
  const assets = await assetsOf(pilot);
  const byHand = await muster.later(QUARTER_HOUR, () => countByHand(muster, pilot));
  expect(assets?.assetCount).toBe(MANY);
  expect(byHand.count).toBe(MANY);
  expect((assets?.totalValue ?? 0) / byHand.value).toBeCloseTo(1, 10);
});

test("a slice stays well under the subrequests that one invocation has", async () => {
  const pilot = await linkPilot(muster, { assetCount: 60_000 });
  await pilot.newEden.clearRequests();
  muster.costs.reset();
  await pilot.refresh();
  const subrequests = (await pilot.newEden.requests()).length + muster.costs.roundTrips;
  expect(subrequests).toBeLessThanOrEqual(45);
});

test("reading starts again if ESI renews the assets meanwhile", async () => {
  const pilot = await linkPilot(muster, { assetCount: 30_000 });
  await pilot.refresh();
  await pilot.newEden.setSheet(pilot.pilot.id, { assetCount: 25_500, touchAssets: true });
  await muster.later(QUARTER_HOUR * 4, async () => {
    const { sections } = await pilot.refresh();
    expect(sections.assets).toMatchObject({ state: "in_progress", progress: { done: 0 } });
    await refreshToTheEnd(pilot);
    const byHand = await countByHand(muster, pilot);
    const assets = await assetsOf(pilot);
    expect(assets?.assetCount).toBe(25_500);
    expect((assets?.totalValue ?? 0) / byHand.value).toBeCloseTo(1, 10);
  });
});

test("after most assets are sold, pages that no longer exist are not counted", async () => {
  const pilot = await linkPilot(muster, { assetCount: 4100 });
  await pilot.refresh();
  await pilot.newEden.setSheet(pilot.pilot.id, { assetCount: 1900, touchAssets: true });
  await muster.later(2 * 3600, async () => {
    await refreshToTheEnd(pilot);
    expect((await assetsOf(pilot))?.assetCount).toBe(1900);
  });
});

test("unchanged pages are answered with 304 and still counted", async () => {
  const pilot = await linkPilot(muster, { assetCount: 2800 });
  await pilot.refresh();
  await pilot.newEden.setSheet(pilot.pilot.id, { assetCount: 3500 });
  await muster.later(2 * 3600, async () => {
    await pilot.newEden.clearRequests();
    await refreshToTheEnd(pilot);
    const pages = await pilot.newEden.requests({ path: /assets$/ });
    // Pages are fetched at the same time.
    const statuses = pages.map(({ query, status }) => [query["page"], status]);
    expect(Object.fromEntries(statuses)).toEqual({ 1: 304, 2: 304, 3: 200, 4: 200 });
    expect(pages).toHaveLength(4);
    const byHand = await countByHand(muster, pilot);
    const assets = await assetsOf(pilot);
    expect(assets?.assetCount).toBe(3500);
    expect((assets?.totalValue ?? 0) / byHand.value).toBeCloseTo(1, 10);
  });
});

test("a character without assets has a value of 0", async () => {
  const pilot = await linkPilot(muster);
  await pilot.newEden.setSheet(pilot.pilot.id, { assetCount: 0 });
  await pilot.refresh();
  expect(await assetsOf(pilot)).toEqual({ assetCount: 0, totalValue: 0 });
});

test("unchanged assets are valued again after prices have changed", async () => {
  const pilot = await linkPilot(muster, { assetCount: 1500 });
  await pilot.refresh();
  const before = await assetsOf(pilot);
  const { db } = muster.context;
  // A price run that doubled everything.
  const doubled = sql`(select json_group_object(key, value * 2) from json_each(prices))`;
  await db.update(typePrices).set({ prices: doubled });
  const run = { id: crypto.randomUUID(), job: "market-prices", startedAt: new Date(), rows: 1 };
  await db.insert(jobRuns).values(run);
  await muster.later(2 * 3600, pilot.refresh);
  const after = await assetsOf(pilot);
  expect(after?.assetCount).toBe(1500);
  expect((after?.totalValue ?? 0) / (before?.totalValue ?? 1)).toBeCloseTo(2, 6);
});
