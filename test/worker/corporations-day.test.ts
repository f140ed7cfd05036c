import { afterEach, expect, test } from "vitest";
import { buildManaged } from "#test/support/corporations/corporation-builders.ts";
import { startDriven } from "#test/support/corporations/driven-corporations.ts";
import { share } from "#test/support/workerd/share.ts";

const MINUTES = 60;
const HOURS = 60 * MINUTES;
const CORPORATIONS = share(20, 8);
const SMALL = { strangers: 3, assets: 8, structures: 1, orders: 2, contracts: 3, killmails: 2 };

const { world, muster, drive } = await startDriven({});
const statuses = new Set<number>();
afterEach(() => statuses.clear());

/** Fires the crons of a quarter of an hour and moves the clock; New Eden counts every call against EVE's limits. */
async function passQuarter(quarter: number) {
  await drive.startDue();
  if (quarter % 2 === 0) await drive.checkHealth();
  await drive.drain();
  for (const { status } of await drive.newEden.requests()) statuses.add(status);
  await drive.newEden.clearRequests();
  await drive.advance(15 * MINUTES);
}

// Two hours contain every window of EVE's limits several times; a day of so many corporations would take minutes.
test(`${CORPORATIONS} corporations stay within EVE's limits`, async () => {
  for (let count = 0; count < CORPORATIONS; count++) {
    await buildManaged(world, { holdings: { ...SMALL, journal: 3 } });
  }
  await drive.newEden.clearRequests();
  for (let quarter = 0; quarter < 8; quarter++) await passQuarter(quarter);
  const runs = await muster.env.DB.prepare(
    "select count(*) as started, sum(error is not null) as failed from corporation_runs",
  ).first();
  expect(runs).toEqual({ started: CORPORATIONS * 12, failed: 0 });
  expect([...statuses].toSorted((a, b) => a - b)).toEqual([200, 304]);
});

test("a fetch of killmails every five minutes stays within EVE's limits, also around EVE's downtime", async () => {
  const corporation = await buildManaged(world, {
    holdings: { ...SMALL, journal: 1_100 },
  });
  await drive.newEden.clearRequests();
  let killmails = SMALL.killmails;
  async function passHours(hours: number) {
    for (let quarter = 0; quarter < 4 * hours; quarter++) {
      for (let third = 0; third < 3; third++) {
        await corporation.newEden.setHoldings(corporation.id, { killmails: ++killmails });
        await corporation.fetch("killmails");
        await drive.drain();
        await drive.advance(5 * MINUTES);
      }
      await passQuarter(quarter);
    }
  }
  await passHours(2);
  // Each hour is half spent in `passQuarter`. The downtime is at 11:00.
  const untilTen = (24 + 10) * HOURS - (Math.floor(Date.now() / 1000) % (24 * HOURS));
  await drive.advance(untilTen % (24 * HOURS));
  await passHours(1);
  expect([...statuses].toSorted((a, b) => a - b)).toEqual([200, 304]);
  expect(await corporation.data()).toMatchObject({ killmailCount: killmails });
  expect(await corporation.directors()).toMatchObject([{ isHealthy: true, failureCount: 0 }]);
});
