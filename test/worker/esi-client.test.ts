import { expect, test, vi } from "vitest";
import {
  getAssets,
  getCharacter,
  getCorporationHistory,
  getWallet,
} from "#worker/esi/character-endpoints.ts";
import { openEsi } from "#worker/esi/client.ts";
import type { EsiGrant, EsiOptions } from "#worker/esi/client.ts";
import { EsiError } from "#worker/esi/error.ts";
import { readPages } from "#worker/esi/read-pages.ts";
import { PRODUCT_VERSION } from "#worker/ground/version.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";

const ASSETS = "esi-assets.read_assets.v1";

/** ESI as the Worker asks it, with a pilot to ask for. Pauses are noted, not waited for. */
async function openWorld(options: Partial<EsiOptions> = {}, vars: Partial<Env> = {}) {
  const muster = await startMuster({ ESI_CONTACT: "admin@muster.test", ...vars });
  const newEden = newEdenControl(muster.newEdenBase);
  const pilot = await newEden.createPilot({ assetCount: 8000 });
  const pauses: number[] = [];
  const esi = openEsi(muster.context.config, {
    priority: "interactive",
    sleep: async (ms) => void pauses.push(ms),
    random: () => 0.5,
    ...options,
  });
  const params = { character_id: pilot.id };
  const grant = async (scopes: string[]): Promise<EsiGrant> => {
    const { accessToken } = await newEden.grant(pilot.id, scopes);
    return { characterId: pilot.id, accessToken, scopes };
  };
  return { muster, newEden, esi, params, pauses, grant };
}

/** The reason for which a call fails; undefined when it does not. */
async function reasonOf(call: Promise<unknown>) {
  try {
    await call;
  } catch (error) {
    if (error instanceof EsiError) return error.reason;
    throw error;
  }
}

test("every request has a user agent and a compatibility date, and public ones no token", async () => {
  const { esi, params, grant } = await openWorld();
  const token = await grant([ASSETS]);
  const spy = vi.spyOn(globalThis, "fetch");
  await esi.request(getCharacter, { params, grant: token });
  await esi.request(getAssets, { params, grant: token, page: 1, etag: '"abc"' });
  const [first, second] = spy.mock.calls.map(([, init]) => new Headers(init?.headers));
  spy.mockRestore();
  expect(first?.get("User-Agent")).toBe(`Muster/${PRODUCT_VERSION} (admin@muster.test)`);
  expect(first?.get("X-Compatibility-Date")).toBe("2026-08-18");
  expect(first?.has("Authorization")).toBe(false);
  expect(second?.get("Authorization")).toBe(`Bearer ${token.accessToken}`);
  expect(second?.get("If-None-Match")).toBe('"abc"');
});

test("a response whose ETag still matches is returned as unchanged, with its new expiry", async () => {
  const { esi, params } = await openWorld();
  const first = await esi.request(getCharacter, { params });
  expect(first.state).toBe("changed");
  expect(first.expiresAt?.getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  const second = await esi.request(getCharacter, { params, etag: first.etag });
  expect(second).toMatchObject({ state: "unchanged", etag: first.etag });
});

test("a missing scope fails without a call", async () => {
  const { esi, params, grant, newEden } = await openWorld();
  const token = await grant([ASSETS]);
  await newEden.clearRequests();
  expect(await reasonOf(esi.request(getWallet, { params, grant: token }))).toBe("missing_scope");
  expect(await reasonOf(esi.request(getWallet, { params }))).toBe("missing_scope");
  expect(await newEden.requests()).toEqual([]);
});

test("transient failures are retried with growing delays", async () => {
  const { esi, params, pauses, newEden } = await openWorld();
  await newEden.addFault({ service: "esi", kind: "bad_gateway", times: 2 });
  expect((await esi.request(getCharacter, { params })).state).toBe("changed");
  expect(pauses).toEqual([375, 750]);
});

test("a timeout is retried like a network error", async () => {
  const { esi, params, pauses, newEden } = await openWorld({ timeoutMs: 60 });
  await newEden.addFault({ service: "esi", kind: "slow", delayMs: 2000 });
  expect(await reasonOf(esi.request(getCharacter, { params }))).toBe("unavailable");
  expect(pauses).toHaveLength(2);
});

test("in an outage one invocation makes six retries in total", async () => {
  const { esi, params, newEden } = await openWorld();
  await newEden.addFault({ service: "esi", kind: "unavailable" });
  for (let call = 0; call < 5; call++) {
    expect(await reasonOf(esi.request(getCharacter, { params }))).toBe("unavailable");
  }
  expect(await newEden.requests({ service: "esi" })).toHaveLength(5 + 6);
});

test("one invocation does not exceed its calls", async () => {
  const { esi, params, newEden } = await openWorld({ maxCalls: 2 });
  await esi.request(getCharacter, { params });
  await esi.request(getCorporationHistory, { params });
  expect(esi.callsLeft()).toBe(0);
  expect(await reasonOf(esi.request(getCharacter, { params }))).toBe("rate_limited");
  expect(await newEden.requests({ service: "esi" })).toHaveLength(2);
});

test("during EVE's downtime only users call ESI", async () => {
  const now = () => Date.parse("2026-11-20T11:05:00Z");
  const job = await openWorld({ priority: "background", now }, { EVE_DOWNTIME: "on" });
  expect(await reasonOf(job.esi.request(getCharacter, { params: job.params }))).toBe("unavailable");
  expect(await job.newEden.requests({ service: "esi" })).toEqual([]);
  const person = await openWorld({ now }, { EVE_DOWNTIME: "on" });
  expect(await reasonOf(person.esi.request(getCharacter, { params: person.params }))).toBe(
    undefined,
  );
  const unbroken = await openWorld({ priority: "background", now });
  expect(await reasonOf(unbroken.esi.request(getCharacter, { params: unbroken.params }))).toBe(
    undefined,
  );
});

test("a list is read page by page from the cursor to its end", async () => {
  const { esi, params, grant } = await openWorld();
  const request = { params, grant: await grant([ASSETS]) };
  const first = await readPages(esi, getAssets, request, { limit: 3 });
  if (first.state === "moved") throw new Error("The list did not move.");
  expect(first.answers.map(({ page }) => page)).toEqual([1, 2, 3]);
  expect(first.cursor).toMatchObject({ nextPage: 4, pages: 8 });
  const rest = await readPages(esi, getAssets, request, { limit: 10, cursor: first.cursor });
  if (rest.state === "moved") throw new Error("The list did not move.");
  expect(rest.answers.map(({ page }) => page)).toEqual([4, 5, 6, 7, 8]);
  expect(rest.cursor.nextPage).toBe(9);
});

test("pages of two versions of a list are not mixed", async () => {
  const { esi, params, grant } = await openWorld();
  const request = { params, grant: await grant([ASSETS]) };
  const cursor = { nextPage: 4, pages: 8, lastModified: "Mon, 01 Jan 2024 00:00:00 GMT" };
  const other = await readPages(esi, getAssets, request, { limit: 3, cursor });
  const again = { nextPage: 1, pages: 8, lastModified: null, restarts: 1 };
  const dates = [expect.any(String), cursor.lastModified];
  expect(other).toEqual({ state: "moved", cursor: { ...again, dates } });
  const shorter = await readPages(esi, getAssets, request, {
    limit: 3,
    cursor: { ...cursor, nextPage: 9, pages: 12 },
  });
  expect(shorter).toEqual({ state: "moved", cursor: { ...again, pages: 12, isWhole: true } });
});
