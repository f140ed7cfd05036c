import { expect, test, vi } from "vitest";
import type { CorporationCategory } from "#shared/corporations/corporations.ts";
import type { HoldingsChange } from "#test/new-eden/control/corporations.ts";
import { buildManaged } from "#test/support/corporations/corporation-builders.ts";
import { startDriven } from "#test/support/corporations/driven-corporations.ts";
import type { Managed } from "#test/support/corporations/corporation-builders.ts";
import { countStaged, dumpData, expectHeld } from "#test/support/corporations/held-data.ts";
import { killedCalls } from "#test/support/workerd/share.ts";

const MINUTES = 60;
/** Lease, call and finish are at least three calls. */
const FEWEST_KILLS = 3;

const { world, muster, drive } = await startDriven({});

/** The categories whose items are holdings. */
type Filled = Exclude<CorporationCategory, "requirements">;

/** Changes the holdings for each round, so that every fetch has something to write. */
const CHANGES: Record<Filled, (round: number) => HoldingsChange> = {
  public: () => ({}),
  core: (round) => ({ strangers: 1_000 + round }),
  financial: (round) => ({ journal: 20 + 2 * round, touch: ["wallets"] }),
  assets: (round) => ({ assets: 7_400 - 10 * round, touch: ["assets", "structures"] }),
  market: (round) => ({ contracts: 995 + 2 * round, finishContract: round, touch: ["orders"] }),
  killmails: (round) => ({ killmails: 1_995 + round }),
};

const LISTS: Record<Filled, string[]> = {
  public: [],
  core: ["members", "membertracking"],
  financial: ["wallets", "divisions", ...[1, 2, 3, 4, 5, 6, 7].map((n) => `journal:${n}`)],
  assets: ["assets", "structures"],
  market: ["orders", "contracts"],
  killmails: ["killmails/recent"],
};

async function shownCounts(corporation: Managed) {
  const { coreData, financialData, assetsData, marketData, killmailCount } =
    await corporation.data();
  return {
    members: coreData.memberCount,
    assets: assetsData.assetCount,
    orders: marketData.orderCount,
    contracts: marketData.contractCount,
    "killmails/recent": killmailCount,
    "journal:1": financialData.journalCount / 7,
  } as Record<string, number>;
}

test.each(["public", "core", "financial", "assets", "market", "killmails"] as const)(
  "a fetch of %s that is killed after any of its calls and delivered again ends with EVE's data",
  async (category) => {
    const corporation = await buildManaged(world);
    let kills = 0;
    for (const call of killedCalls(FEWEST_KILLS)) {
      await drive.advance(61 * MINUTES);
      await corporation.newEden.setHoldings(corporation.id, CHANGES[category](call));
      await corporation.fetch(category);
      const message = muster.queue.takeOne();
      const isAlive = await drive.deliverAndKill(message, call);
      await drive.drain();

      await expectHeld(muster, corporation, ...LISTS[category]);
      const shown = await shownCounts(corporation);
      const counts = await corporation.newEden.fingerprints(corporation.id);
      for (const list of LISTS[category].filter((name) => name in shown)) {
        expect([call, list, shown[list]]).toEqual([call, list, counts[list]?.count]);
      }
      expect(await countStaged(muster, corporation.id)).toBe(0);
      expect(await corporation.stateOf(category)).toMatchObject({ state: "fresh", error: null });
      if (isAlive) break;
      kills += 1;
    }
    expect(kills).toBeGreaterThanOrEqual(FEWEST_KILLS);
  },
);

test("a fetch whose invocations all die after fourteen calls is completed", async () => {
  const corporation = await buildManaged(world, { holdings: { assets: 30_000 } });
  await corporation.fetch("assets");
  let kills = 0;
  for (let message = muster.queue.take(); message; message = muster.queue.take()) {
    // The lease of the dead invocation expires.
    await drive.advance(4 * MINUTES);
    if (!(await drive.deliverAndKill(message, 14))) kills += 1;
  }
  expect(kills).toBeGreaterThan(3);
  await expectHeld(muster, corporation, ...LISTS.assets);
});

test("an invocation that resumes after its lease has expired writes nothing", async () => {
  const corporation = await buildManaged(world, { holdings: { contracts: 1_500 } });
  await corporation.fetch("market");
  const message = muster.queue.takeOne();
  const { promise: woken, resolve: wake } = Promise.withResolvers<undefined>();
  const { promise: asleep, resolve: fallAsleep } = Promise.withResolvers<undefined>();
  const original = globalThis.fetch;
  const spy = vi.spyOn(globalThis, "fetch").mockImplementation(async (...request) => {
    const response = await original(...request);
    if (!response.url.includes("/contracts?page=2")) return response;
    fallAsleep(undefined);
    await woken;
    return response;
  });
  const sleeper = drive.deliver(message);
  await asleep;
  spy.mockImplementation(original);
  await drive.advance(4 * MINUTES);
  // Meanwhile a contract is finished, and another invocation reads all contracts.
  await corporation.newEden.setHoldings(corporation.id, { finishContract: 1_499 });
  await drive.deliver(message);
  const after = await dumpData(muster, corporation.id);
  wake(undefined);
  await sleeper;
  spy.mockRestore();
  expect(await dumpData(muster, corporation.id)).toBe(after);
  await expectHeld(muster, corporation, ...LISTS.market);
  muster.queue.waiting.splice(0);
});
