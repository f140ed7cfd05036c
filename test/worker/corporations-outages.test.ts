import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Director } from "#shared/corporations.ts";
import { buildManaged, startAdministered } from "#test/support/corporation-builders.ts";
import type { Managed } from "#test/support/corporation-builders.ts";
import { driveQueue } from "#test/support/queue-driver.ts";
import type { Driver } from "#test/support/queue-driver.ts";

const MINUTES = 60;

const world = await startAdministered();
const { muster } = world;
let drive: Driver;
beforeAll(async () => {
  drive = await driveQueue(muster);
});
afterAll(() => drive.stop());
// Crons see all corporations: each test has its own alone.
afterEach(async () => {
  await muster.env.DB.prepare("delete from corporations").run();
  muster.queue.waiting.splice(0);
});

async function fetchKillmails(corporation: Managed) {
  await corporation.fetch("killmails");
  await drive.drain();
  return corporation.data();
}

const killmailState = async (corporation: Managed) =>
  (await corporation.data()).categories.find(({ category }) => category === "killmails");

async function firstDirector(corporation: Managed): Promise<Director> {
  const [director] = await corporation.directors();
  if (director === undefined) throw new Error("There is a director.");
  return director;
}

test("an outage that lasts is given up after half an hour, and fetched when it is over", async () => {
  const corporation = await buildManaged(world, { holdings: { killmails: 20 } });
  await corporation.newEden.addFault({
    service: "esi",
    kind: "server_error",
    path: "/corporations/",
  });
  await corporation.newEden.clearRequests();
  const began = Date.now();
  await fetchKillmails(corporation);
  expect(Date.now() - began).toBeGreaterThan(25 * MINUTES * 1000);
  expect(Date.now() - began).toBeLessThan(45 * MINUTES * 1000);
  expect(await corporation.newEden.requests({ path: /killmails/ })).toHaveLength(6);
  expect(await killmailState(corporation)).toMatchObject({
    state: "failed",
    error: expect.stringMatching(/could not be reached/),
  });
  expect(await firstDirector(corporation)).toMatchObject({ isHealthy: true, failureCount: 0 });

  await corporation.newEden.clearFaults();
  await drive.advance(31 * MINUTES);
  await drive.startDue();
  await drive.drain();
  expect(await killmailState(corporation)).toMatchObject({ state: "fresh" });
});

test("from eleven to a quarter past, UTC, nothing is asked; the fetch goes on afterwards", async () => {
  const corporation = await buildManaged(world, { holdings: { killmails: 20 } });
  const secondOfDay = Math.floor(Date.now() / 1000) % (24 * 60 * MINUTES);
  const toEleven =
    (11 * 60 * MINUTES + 2 * MINUTES - secondOfDay + 24 * 60 * MINUTES) % (24 * 60 * MINUTES);
  await drive.advance(toEleven);
  await corporation.fetch("killmails");
  await corporation.newEden.clearRequests();
  const message = muster.queue.take();
  if (message === undefined) throw new Error("A message waits.");
  await drive.deliver(message);
  expect(await corporation.newEden.requests({ service: "esi" })).toEqual([]);
  await drive.drain();
  expect(new Date().toISOString()).toMatch(/T11:1[5-6]:/);
  expect(await killmailState(corporation)).toMatchObject({ state: "fresh" });
});
