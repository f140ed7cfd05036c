import { expect, test } from "vitest";
import { buildManaged } from "#test/support/corporations/corporation-builders.ts";
import { expectHeld, heldData } from "#test/support/corporations/held-data.ts";
import { startDriven } from "#test/support/corporations/driven-corporations.ts";

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
  expect(await corporation.stateOf("killmails")).toMatchObject({
    state: "failed",
    error: expect.stringMatching(/could not be reached/),
  });
  expect(await corporation.director()).toMatchObject({ isHealthy: true, failureCount: 0 });

  await corporation.newEden.clearFaults();
  await drive.advance(31 * MINUTES);
  await drive.startDue();
  await drive.drain();
  expect(await corporation.stateOf("killmails")).toMatchObject({ state: "fresh" });
});

test("from 11:00 to 11:15 UTC EVE is not called, and the fetch continues afterwards", async () => {
  const corporation = await buildManaged(world, { holdings: { killmails: 20 } });
  const secondOfDay = Math.floor(Date.now() / 1000) % (24 * 60 * MINUTES);
  const toEleven =
    (11 * 60 * MINUTES + 2 * MINUTES - secondOfDay + 24 * 60 * MINUTES) % (24 * 60 * MINUTES);
  await drive.advance(toEleven);
  await corporation.fetch("killmails");
  await corporation.newEden.clearRequests();
  const message = muster.queue.takeOne();
  await drive.deliver(message);
  expect(await corporation.newEden.requests({ service: "esi" })).toEqual([]);
  await drive.drain();
  expect(new Date().toISOString()).toMatch(/T11:1[5-6]:/);
  expect(await corporation.stateOf("killmails")).toMatchObject({ state: "fresh" });
});

test("a wallet division that EVE never answers for is named, and the others keep their data and dates", async () => {
  const corporation = await buildManaged(world, { holdings: { journal: 30 } });
  const { id, newEden } = corporation;
  const financial = async () => {
    await corporation.fetch("financial");
    await drive.drain();
    return corporation.stateOf("financial");
  };
  const fault = { service: "esi", kind: "server_error" } as const;
  await newEden.addFault({ ...fault, path: "/wallets/3/journal$" });
  const names = /^The journal of wallet division 3 could not be read\. EVE could not be reached\./;
  for (let round = 0; round < 2; round++) {
    const began = Date.now();
    const state = await financial();
    const error = expect.stringMatching(names);
    expect(state).toMatchObject({ state: "failed", error, lastRun: { error } });
    expect(Date.parse(state?.lastSuccess ?? "")).toBeGreaterThanOrEqual(began);
    await drive.advance(120 * MINUTES);
  }
  const lists = ["divisions", "wallets", "journal:2", "journal:4", "journal:7"];
  await expectHeld(muster, corporation, ...lists);
  expect((await heldData(muster, id))["journal:3"]?.count).toBe(0);

  // When EVE answers for nothing, no list is named, and the dates stay.
  const before = await corporation.stateOf("financial");
  await newEden.addFault({ ...fault, path: "/corporations/" });
  const silent = await financial();
  expect(silent?.error).toMatch(/^EVE could not be reached/);
  expect(silent?.lastSuccess).toBe(before?.lastSuccess);
  await newEden.clearFaults();
  await drive.advance(120 * MINUTES);
  expect(await financial()).toMatchObject({ state: "fresh", error: null });
});
