import { expect, test } from "vitest";
import { corporationCategorySchema } from "#shared/corporations/corporations.ts";
import { buildManaged } from "#test/support/corporations/corporation-builders.ts";
import { startDriven } from "#test/support/corporations/driven-corporations.ts";
import type { Managed } from "#test/support/corporations/corporation-builders.ts";
import {
  countStaged,
  dumpData,
  expectHeld,
  heldData,
} from "#test/support/corporations/held-data.ts";
import { expectRefusal } from "#test/support/answers/refusal.ts";

const HOUR = 60 * 60;

const { world, muster, drive } = await startDriven({});

async function fetchAll(corporation: Managed) {
  await corporation.fetch("all");
  await drive.drain();
}

async function expectAllHeld(corporation: Managed) {
  expect(await heldData(muster, corporation.id)).toEqual(
    await corporation.newEden.fingerprints(corporation.id),
  );
  expect(await countStaged(muster, corporation.id)).toBe(0);
}

/** The calls of ESI for the corporation since the requests were cleared. */
async function asked({ id, newEden }: Managed, path: RegExp) {
  const requests = await newEden.requests({ service: "esi", path });
  return requests
    .filter((one) => one.path.includes(String(id)))
    .map(({ path, query, status }) => ({
      path: path.split(`${id}/`)[1],
      page: Number(query["page"] ?? 1),
      status,
    }));
}

const MIXED = {
  strangers: 1_203,
  assets: 3_400,
  structures: 3,
  orders: 12,
  contracts: 1_010,
  killmails: 40,
  journal: 1_100,
};

test("a fetch of all categories ends with exactly EVE's data and counts it", async () => {
  const corporation = await buildManaged(world, { holdings: MIXED });
  const response = await corporation.fetch("all");
  expect(response.status).toBe(202);
  const { runs } = await response.json();
  expect(runs.map(({ category, joined }) => [category, joined])).toEqual(
    corporationCategorySchema.options
      .filter((category) => category !== "requirements")
      .map((category) => [category, false]),
  );
  await drive.drain();
  await expectAllHeld(corporation);
  const data = await corporation.data();
  expect(data).toMatchObject({
    coreData: { memberCount: 1_204, trackingCount: 1_204 },
    financialData: { walletCount: 7, journalCount: 7_700 },
    assetsData: { assetCount: 3_400, structureCount: 3 },
    marketData: { orderCount: 12, contractCount: 1_010 },
    killmailCount: 40,
  });
  for (const state of data.categories) {
    expect(state).toMatchObject({ state: "fresh", error: null, age: 0 });
    expect(Date.parse(state.nextDue ?? "")).toBeGreaterThanOrEqual(Date.now() + HOUR * 1000 - 1);
  }
  expect(await corporation.read()).toMatchObject({
    name: corporation.corporation.name,
    memberCount: 1_204,
    linkedCharacterCount: 1,
    lastSync: new Date().toISOString(),
  });
});

test("a second fetch without changes writes only its run record", async () => {
  const corporation = await buildManaged(world, { holdings: MIXED });
  await fetchAll(corporation);
  const before = await dumpData(muster, corporation.id);
  await drive.advance(HOUR + 60);
  await corporation.newEden.clearRequests();
  muster.costs.reset();
  await fetchAll(corporation);
  expect(await dumpData(muster, corporation.id)).toBe(before);
  // Six runs, each begun, leased and finished, with their indexes, and one refreshed token.
  expect(muster.costs.rowsWritten).toBeLessThan(6 * 16);
  const statuses = (await asked(corporation, /./)).map(({ status }) => status);
  expect(statuses.length).toBeGreaterThan(20);
  expect(new Set(statuses)).toEqual(new Set([304]));
  expect(await corporation.stateOf("assets")).toMatchObject({ age: 0, lastRun: { rows: 0 } });
});

test("EVE is not called again before its cache expires", async () => {
  const corporation = await buildManaged(world, { holdings: { strangers: 5 } });
  await fetchAll(corporation);
  await corporation.newEden.clearRequests();
  await drive.advance(10 * 60);
  await fetchAll(corporation);
  // Killmails, contracts and wallets renew every five minutes, orders every twenty.
  const paths = (await asked(corporation, /./)).map(({ path }) => path);
  expect(new Set(paths)).toEqual(new Set(["contracts", "killmails/recent", "wallets"]));
});

test("new items are added, changed ones replaced, and items gone from a snapshot removed", async () => {
  const corporation = await buildManaged(world, { holdings: MIXED });
  const { id, newEden } = corporation;
  await fetchAll(corporation);
  await drive.advance(HOUR + 60);
  await newEden.setHoldings(id, {
    journal: 1_107,
    killmails: 45,
    finishContract: 3,
    assets: 1_200,
    strangers: 900,
    orders: 0,
    touch: ["wallets", "structures"],
  });
  await fetchAll(corporation);
  await expectAllHeld(corporation);
  expect(await corporation.data()).toMatchObject({
    coreData: { memberCount: 901, trackingCount: 901 },
    financialData: { walletCount: 7, journalCount: 7_749 },
    assetsData: { assetCount: 1_200, structureCount: 3 },
    marketData: { orderCount: 0, contractCount: 1_010 },
    killmailCount: 45,
  });
  expect((await corporation.stateOf("market"))?.lastRun?.rows).toBe(1);
  expect((await corporation.stateOf("killmails"))?.lastRun?.rows).toBe(5);
});

test("a journal of one page is compared where it may be new, and ends with exactly EVE's entries", async () => {
  const corporation = await buildManaged(world, { holdings: { ...MIXED, journal: 400 } });
  await fetchAll(corporation);
  await drive.advance(HOUR + 60);
  await corporation.newEden.setHoldings(corporation.id, { journal: 404 });
  muster.costs.reset();
  await corporation.fetch("financial");
  await drive.drain();
  // Each of the newest entries of seven divisions is looked up three times, not each of all 404.
  expect(muster.costs.rowsRead).toBeLessThan(7 * 404);
  await expectAllHeld(corporation);
  const counted = { financialData: { journalCount: 7 * 404 } };
  expect(await corporation.data()).toMatchObject(counted);
});

test("journal entries, contracts and killmails that ESI no longer lists are kept", async () => {
  const corporation = await buildManaged(world, { holdings: MIXED });
  const { id, newEden } = corporation;
  await fetchAll(corporation);
  const before = await heldData(muster, id);
  await drive.advance(HOUR + 60);
  await newEden.setHoldings(id, { journal: 3, killmails: 2, contracts: 1 });
  await fetchAll(corporation);
  const after = await heldData(muster, id);
  for (const list of ["journal:1", "journal:7", "killmails/recent", "contracts"]) {
    expect(after[list]).toEqual(before[list]);
  }
  expect(await corporation.data()).toMatchObject({
    financialData: { journalCount: 7_700 },
    killmailCount: 40,
  });
});

test("a second request while a fetch is open joins it", async () => {
  const corporation = await buildManaged(world);
  const first = await (await corporation.fetch("core")).json();
  const second = await (await corporation.fetch("all")).json();
  expect(first.runs).toMatchObject([{ category: "core", joined: false }]);
  expect(second.runs.filter(({ joined }) => joined)).toEqual([{ ...first.runs[0], joined: true }]);
  expect(second.runs).toHaveLength(6);
  expect(muster.queue.waiting).toHaveLength(6);
  await drive.drain();
});

test("six requests at the same time start one fetch", async () => {
  const corporation = await buildManaged(world);
  const answers = await Promise.all(
    Array.from({ length: 6 }, async () => (await corporation.fetch("market")).json()),
  );
  const runs = answers.flatMap((answer) => answer.runs);
  expect(runs.filter(({ joined }) => !joined)).toHaveLength(1);
  expect(new Set(runs.map(({ id }) => id)).size).toBe(1);
  await drive.drain();
});

test("a message that is delivered twice is processed once", async () => {
  const corporation = await buildManaged(world, { holdings: { assets: 2_000 } });
  await corporation.fetch("assets");
  const message = muster.queue.takeOne();
  await corporation.newEden.clearRequests();
  await Promise.all([drive.deliver(message), drive.deliver(message)]);
  await drive.drain();
  expect(await asked(corporation, /assets/)).toHaveLength(2);
  await expectHeld(muster, corporation, "assets");
});

test("without a director only public data can be fetched, and no data of an inactive corporation", async () => {
  const corporation = await buildManaged(world, { directors: 0 });
  await expectRefusal(corporation.fetch("all"), 409, /Assign one/);
  await expectRefusal(corporation.fetch("killmails"), 409, /Assign one/);
  expect((await corporation.fetch("public")).status).toBe(202);
  await drive.drain();
  expect(await corporation.stateOf("public")).toMatchObject({ state: "fresh" });
  expect(await corporation.stateOf("core")).toMatchObject({ state: "never", lastRun: null });
  const { param, api } = corporation;
  await api.$put({ param, json: { isActive: false } });
  await expectRefusal(corporation.fetch("public"), 409, /is inactive/);
});

test("a fetch of public data saves EVE's name and the CEO", async () => {
  const corporation = await buildManaged(world);
  const { id, newEden, pilots } = corporation;
  const ceo = pilots[0]?.pilot;
  await newEden.changeCorporation(id, { name: "Renamed By EVE", ceoId: ceo?.id });
  await drive.advance(HOUR + 60);
  await corporation.fetch("public");
  await drive.drain();
  expect(await corporation.read()).toMatchObject({
    name: "Renamed By EVE",
    ceoId: ceo?.id,
    ceoName: ceo?.name,
  });
});

test("a list that EVE renews while it is read is read again from the first page", async () => {
  const corporation = await buildManaged(world, { holdings: { assets: 12_500 } });
  const { id, newEden } = corporation;
  await newEden.addFault({
    service: "esi",
    kind: "rate_limited",
    path: "/assets$",
    page: 9,
    times: 1,
  });
  await corporation.fetch("assets");
  const message = muster.queue.takeOne();
  await drive.deliver(message);
  await drive.advance(60);
  await newEden.setHoldings(id, { touch: ["assets"], assets: 12_400 });
  await drive.drain();
  await expectHeld(muster, corporation, "assets");
  expect(await countStaged(muster, id)).toBe(0);
});

test("a fetch that meets downtime at page seven continues at that page", async () => {
  const corporation = await buildManaged(world, { holdings: { assets: 20_000 } });
  const { newEden } = corporation;
  const downtime = { service: "esi", kind: "downtime", path: "/assets$", page: 7 } as const;
  await newEden.addFault({ ...downtime, times: 3 });
  await newEden.clearRequests();
  await corporation.fetch("assets");
  const message = muster.queue.takeOne();
  await drive.deliver(message);
  expect(await corporation.stateOf("assets")).toMatchObject({
    state: "running",
    lastRun: { pagesRead: 6, error: null, resumesAt: expect.any(String) },
  });
  await drive.drain();
  await expectHeld(muster, corporation, "assets");
  const pages = (await asked(corporation, /assets/)).map(({ page }) => page);
  for (const page of [1, 2, 3, 4, 5, 6])
    expect(pages.filter((one) => one === page)).toEqual([page]);
  expect(pages.filter((page) => page === 7)).toHaveLength(4);
  expect(await corporation.directors()).toMatchObject([{ isHealthy: true, failureCount: 0 }]);
});
