import { expect, test } from "vitest";
import { buildManaged } from "#test/support/corporations/corporation-builders.ts";
import {
  firstDirector,
  killmailState,
  startDriven,
} from "#test/support/corporations/driven-corporations.ts";

const MINUTES = 60;

const { drive, muster, world, fetchKillmails } = await startDriven();

test("a fetch is given up after half an hour of outage and started again afterwards", async () => {
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

test("from 11:00 to 11:15 UTC EVE is not called, and the fetch continues afterwards", async () => {
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
