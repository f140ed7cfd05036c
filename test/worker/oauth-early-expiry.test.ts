import { expect, test } from "vitest";
import { openBrowser } from "#test/support/people/browser-session.ts";
import {
  buildManaged,
  startAdministered,
} from "#test/support/corporations/corporation-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { driveQueue } from "#test/support/workerd/queue-driver.ts";
import { getCharacter, getWallet } from "#worker/esi/character-endpoints.ts";
import { openEsi, PARALLEL_CALLS } from "#worker/esi/client.ts";

/** An access token has expired for EVE but not for Muster. */
const EARLY = 20 * 60 + 1;
/** Every section of a sheet is due again, and the token is fresh. */
const TEN_MINUTES = 10 * 60;

async function pilotWithEarlyExpiry() {
  const muster = await startMuster();
  const browser = openBrowser(muster);
  const pilot = await browser.newEden.createPilot();
  await browser.signUp(pilot.id);
  await browser.newEden.advanceClock(EARLY);
  await browser.newEden.clearRequests();
  const refresh = async () => {
    const api = muster.client(browser.sessionToken);
    const param = { id: String(pilot.id) };
    const answer = await api.characters[":id"].refresh.$post({ param });
    return answer.json();
  };
  const tokenRequests = async () =>
    (await browser.newEden.requests({ service: "sso", path: /token$/ })).length;
  return { muster, browser, newEden: browser.newEden, pilot, refresh, tokenRequests };
}

const WALLET = "esi-wallet.read_character_wallet.v1";
const PRIVATE = ["location", "status", "wallet", "skillQueue", "skills", "attributes"] as const;

test("an access token that expires early is replaced once, for all calls of a refresh", async () => {
  const { muster, newEden, refresh, tokenRequests } = await pilotWithEarlyExpiry();
  const { success, sections } = await muster.later(TEN_MINUTES, refresh);
  expect(success).toBe(true);
  for (const name of PRIVATE) expect(sections[name]).toMatchObject({ error: null });
  expect(await tokenRequests()).toBe(1);
  const calls = await newEden.requests({ service: "esi" });
  const refused = calls.filter(({ status }) => status === 401).map(({ path }) => path);
  expect(new Set(refused).size).toBe(refused.length);
});

test("if EVE then reports a revoked grant, the message says so", async () => {
  const { muster, newEden, pilot, browser, refresh, tokenRequests } = await pilotWithEarlyExpiry();
  await newEden.revoke(pilot.id);
  await newEden.clearRequests();
  await muster.later(TEN_MINUTES, refresh);
  expect(await tokenRequests()).toBe(1);
  expect((await browser.session()).user?.characters[0]?.tokenState).toBe("revoked");
});

test("if EVE's sign-in then does not answer, the message does not mention the grant", async () => {
  const { muster, newEden, browser, refresh } = await pilotWithEarlyExpiry();
  await newEden.addFault({ service: "sso", kind: "bad_gateway", path: "/token$" });
  const { sections } = await muster.later(TEN_MINUTES, refresh);
  for (const name of PRIVATE) {
    expect(sections[name]?.error ?? "").not.toContain("no longer accepts");
  }
  expect((await browser.session()).user?.characters[0]?.tokenState).toBe("unknown");
});

test("a director whose token expires early is verified, and its corporation fetched", async () => {
  const world = await startAdministered();
  const corporation = await buildManaged(world, { holdings: { assets: 20 } });
  const drive = await driveQueue(world.muster);
  try {
    await corporation.newEden.advanceClock(EARLY);
    await corporation.fetch("assets");
    await drive.drain();
    const { categories } = await corporation.data();
    expect(categories.find(({ category }) => category === "assets")).toMatchObject({
      state: "fresh",
      error: null,
    });
    expect(await corporation.directors()).toMatchObject([{ isHealthy: true, failureCount: 0 }]);
    await corporation.newEden.advanceClock(EARLY);
    await drive.checkHealth();
    await drive.drain();
    expect(await corporation.directors()).toMatchObject([{ isHealthy: true, failureCount: 0 }]);
  } finally {
    drive.stop();
  }
});

test("a token that ESI refuses right after EVE has issued it does not count as revoked", async () => {
  const { context } = await startMuster();
  const asked: object[] = [];
  const scopes = [WALLET];
  const renewed = { state: "ok", accessToken: "also refused", scopes, covers: scopes } as const;
  const renew = (wanted: object) => {
    asked.push(wanted);
    return Promise.resolve(renewed);
  };
  const esi = openEsi(context.config, { priority: "interactive" });
  const grant = { characterId: 90_000_001, accessToken: "refused", scopes, renew };
  const request = { params: { character_id: 90_000_001 }, grant };
  for (const _ of ["first", "second"]) {
    await expect(esi.request(getWallet, request)).rejects.toMatchObject({
      reason: "unavailable",
      status: 401,
    });
  }
  expect(asked).toEqual([{ scopes, refused: "refused" }]);
});

// Vitest ends a run in which a rejection had no handler.
test("a renewal that fails while every connection is busy fails the call that asked for it", async () => {
  const { muster, newEden, pilot } = await pilotWithEarlyExpiry();
  await newEden.addFault({ service: "esi", kind: "slow", delayMs: 200, path: `/${pilot.id}$` });
  const esi = openEsi(muster.context.config, { priority: "interactive" });
  const params = { character_id: pilot.id };
  const others: Promise<unknown>[] = [];
  const renew = () => {
    for (let call = 0; call < PARALLEL_CALLS; call++) {
      others.push(esi.request(getCharacter, { params }));
    }
    return Promise.resolve({ state: "unknown" } as const);
  };
  const grant = { characterId: pilot.id, accessToken: "refused", scopes: [WALLET], renew };
  await expect(esi.request(getWallet, { params, grant })).rejects.toMatchObject({
    reason: "unavailable",
  });
  expect(others).toHaveLength(PARALLEL_CALLS);
  await Promise.all(others);
});
