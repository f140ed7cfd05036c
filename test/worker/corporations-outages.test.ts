import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Director } from "#shared/corporations.ts";
import type { NewFault } from "#test/new-eden/faults.ts";
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

const OUTAGES: [name: string, fault: NewFault][] = [
  ["the error limit (420)", { service: "esi", kind: "error_limited", times: 1 }],
  ["a rate limit (429)", { service: "esi", kind: "rate_limited", times: 2, retryAfter: 40 }],
  ["an error of ESI (500)", { service: "esi", kind: "server_error", times: 2 }],
  ["a bad gateway that answers HTML (502)", { service: "esi", kind: "bad_gateway", times: 4 }],
  ["a closed cluster (503)", { service: "esi", kind: "unavailable", times: 4 }],
  ["a timeout of the cluster (504)", { service: "esi", kind: "gateway_timeout", times: 4 }],
  ["the daily downtime", { service: "esi", kind: "downtime", times: 7 }],
  ["connections that break off", { service: "esi", kind: "connection_reset", times: 4 }],
  ["an outage of EVE's sign-in", { service: "sso", kind: "unavailable", times: 2 }],
  ["a sign-in that refuses our secret", { service: "sso", kind: "wrong_client_secret", times: 1 }],
];

test.each(OUTAGES)("%s costs no director anything, and passes", async (_, fault) => {
  const corporation = await buildManaged(world, { holdings: { killmails: 20 } });
  const before = await firstDirector(corporation);
  // The access token has to be refreshed.
  await drive.advance(21 * MINUTES);
  await corporation.newEden.addFault(fault);
  await corporation.fetch("killmails");
  const message = muster.queue.take();
  if (message === undefined) throw new Error("A message waits.");
  await drive.deliver(message);
  expect(await killmailState(corporation)).toMatchObject({
    state: "running",
    lastRun: { resumesAt: expect.any(String) },
  });
  await drive.drain();
  expect(await corporation.data()).toMatchObject({ killmailCount: 20 });
  expect(await killmailState(corporation)).toMatchObject({ state: "fresh", error: null });
  const { isHealthy, failureCount, problem } = await firstDirector(corporation);
  expect({ isHealthy, failureCount, problem }).toEqual({
    isHealthy: before.isHealthy,
    failureCount: 0,
    problem: null,
  });
  await corporation.newEden.clearFaults();
});

test("answers that cannot be read fail the fetch, cost no director anything, and are tried again by themselves", async () => {
  const corporation = await buildManaged(world, { holdings: { killmails: 20 } });
  await corporation.newEden.addFault({
    service: "esi",
    kind: "malformed_json",
    path: "/killmails/recent$",
    times: 1,
  });
  await fetchKillmails(corporation);
  expect(await killmailState(corporation)).toMatchObject({
    state: "failed",
    error: expect.stringMatching(/could not read/),
  });
  expect(await firstDirector(corporation)).toMatchObject({ isHealthy: true, failureCount: 0 });
  await drive.advance(31 * MINUTES);
  await drive.startDue();
  await drive.drain();
  expect(await killmailState(corporation)).toMatchObject({ state: "fresh", error: null });
});

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
