import { expect, test } from "vitest";
import { buildManaged } from "#test/support/corporations/corporation-builders.ts";
import { startDriven } from "#test/support/corporations/driven-corporations.ts";
import { heldData } from "#test/support/corporations/held-data.ts";
import { share } from "#test/support/workerd/share.ts";

const LARGE = {
  strangers: 4_999,
  assets: share(200_000, 12_000),
  structures: 60,
  orders: 1_500,
  contracts: 1_200,
  killmails: 300,
  journal: share(40_000, 3_000),
};
/** Each page has a thousand. There are seven journals. */
const PAGES = (LARGE.assets + 7 * LARGE.journal) / 1000;

const { world, muster, drive } = await startDriven({});

test(`5,000 members, ${LARGE.assets} assets and seven journals of ${LARGE.journal / 1000} pages are fetched within the limits of EVE and Cloudflare`, async () => {
  const corporation = await buildManaged(world, { holdings: LARGE });
  const began = Date.now();
  const statuses = new Map<number, number>();
  // New Eden keeps only the latest requests.
  async function countStatuses() {
    for (const { status } of await corporation.newEden.requests({ service: "esi" })) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    await corporation.newEden.clearRequests();
  }
  await corporation.newEden.clearRequests();
  await corporation.fetch("all");
  await drive.drain();
  await countStatuses();

  const expected = await corporation.newEden.fingerprints(corporation.id);
  expect(await heldData(muster, corporation.id)).toEqual(expected);
  expect(await corporation.data()).toMatchObject({
    coreData: { memberCount: 5_000, trackingCount: 5_000 },
    financialData: { walletCount: 7, journalCount: 7 * LARGE.journal },
    assetsData: { assetCount: LARGE.assets, structureCount: 60 },
    killmailCount: 300,
  });
  // Two dozen of everything else, and meanwhile the notices of directors and the lists
  // of members that EVE renews.
  expect([...statuses.keys()]).toEqual([200]);
  expect(statuses.get(200)).toBeGreaterThan(PAGES + 10);
  expect(statuses.get(200)).toBeLessThan(PAGES + 65);
  const most = Math.max(...drive.invocations.map(({ subrequests }) => subrequests));
  expect(most).toBeLessThanOrEqual(45);
  // EVE allows 225 tokens per quarter of an hour for journals, which cost 560 here.
  expect(Date.now() - began).toBeLessThan(60 * 60 * 1000);

  await drive.advance(2 * 60 * 60);
  muster.costs.reset();
  await corporation.fetch("all");
  await drive.drain();
  await countStatuses();
  expect(new Set(statuses.keys())).toEqual(new Set([200, 304]));
  // Only the records of the six runs, saved by many invocations, and access tokens.
  expect(muster.costs.rowsWritten).toBeLessThan(300);

  await corporation.api.$delete({ param: corporation.param });
  const left: Record<string, unknown> = {};
  for (const what of ["journal", "pages", "contracts", "killmails", "runs"]) {
    const { results } = await muster.env.DB.prepare(`select * from corporation_${what}`).all();
    left[what] = results;
  }
  expect(left).toEqual({ journal: [], pages: [], contracts: [], killmails: [], runs: [] });
});
