import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { SEALED_VAULT_ID } from "#test/new-eden/ids.ts";
import type { FaultKind } from "#test/new-eden/faults.ts";
import { CHARACTER_SCOPES } from "#worker/esi/scopes.ts";
import { encrypt } from "#worker/ground/crypto.ts";
import { eveTokens } from "#worker/db/schema/accounts.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";

const HOUR = 3600;
const JITA = 30_000_142;
const AMARR = 30_002_187;
const WALLET = "esi-wallet.read_character_wallet.v1";

/** A pilot with 100 ISK, shown; in EVE there are 200 by now. */
async function richerPilot() {
  const muster = await startMuster();
  const pilot = await linkPilot(muster);
  const { id } = pilot.pilot;
  await pilot.newEden.setSheet(id, { balance: 100 });
  await pilot.refresh();
  await pilot.newEden.setSheet(id, { balance: 200 });
  await pilot.newEden.clearRequests();
  return { muster, id, ...pilot };
}

test.for<[fault: FaultKind, calls: number, sentence: RegExp]>([
  ["error_limited", 1, /limiting requests/],
  ["bad_gateway", 3, /could not be reached/],
])(
  "%s: the old location stays, with a sentence, after %i calls at most; later it recovers",
  async ([kind, calls, sentence]) => {
    const muster = await startMuster();
    const { pilot, refresh, detail, newEden } = await linkPilot(muster);
    const moveTo = (systemId: number) => newEden.setSheet(pilot.id, { whereabouts: { systemId } });
    const locationCalls = () => newEden.requests({ path: /location$/ });
    await moveTo(JITA);
    await refresh();
    await moveTo(AMARR);
    await newEden.addFault({ service: "esi", kind, path: "/location$" });
    await newEden.clearRequests();
    await muster.later(65, async () => {
      const { success, sections } = await refresh();
      expect(success).toBe(true);
      expect(sections.location).toMatchObject({
        state: "failed",
        error: expect.stringMatching(sentence),
      });
      expect(await locationCalls()).toHaveLength(calls);
      const shown = await detail();
      expect(shown.private?.location?.solarSystemName).toBe("Jita");
      expect(shown.private?.tokenState).toBe("ok");
      expect(shown.sections.location).toMatchObject({ state: "failed" });
      // The player presses the button again, at once.
      await refresh();
      expect(await locationCalls()).toHaveLength(calls);
    });
    await newEden.clearFaults();
    await muster.later(200, async () => {
      const { sections } = await refresh();
      expect(sections.location).toMatchObject({ state: "fresh", error: null });
      expect((await detail()).private?.location?.solarSystemName).toBe("Amarr");
    });
  },
);

test("after a 420 no user calls ESI until the window ends", async () => {
  const { muster, refresh, newEden } = await richerPilot();
  await newEden.addFault({ service: "esi", kind: "error_limited", path: "/wallet$", times: 1 });
  const other = await linkPilot(muster);
  await muster.later(150, async () => {
    await refresh();
    await newEden.clearRequests();
    const { success, sections } = await other.refresh();
    expect(success).toBe(false);
    expect(sections.skills).toMatchObject({ state: "failed", updatedAt: null });
    expect(await newEden.requests({ service: "esi" })).toEqual([]);
  });
  await muster.later(260, async () => {
    expect((await other.refresh()).success).toBe(true);
  });
});

test("an outage of EVE changes no data and costs few calls", async () => {
  const { muster, refresh, detail, newEden } = await richerPilot();
  const before = await detail();
  await newEden.addFault({ service: "esi", kind: "unavailable" });
  await muster.later(25 * HOUR, async () => {
    const { success } = await refresh();
    expect(success).toBe(false);
    expect((await newEden.requests({ service: "esi" })).length).toBeLessThanOrEqual(11 + 6);
    const after = await detail();
    expect(after.public.attributes).toEqual(before.public.attributes);
    expect(after.private?.wallet).toEqual({ balance: 100 });
    expect(after.lastUpdated).toBe(before.lastUpdated);
  });
});

test("after a revocation the data is kept, the state is shown, and no private section is fetched", async () => {
  const { muster, id, refresh, detail, newEden } = await richerPilot();
  await newEden.revoke(id);
  await muster.later(HOUR, async () => {
    const { success, sections } = await refresh();
    expect(success).toBe(true);
    expect(sections.wallet).toMatchObject({
      state: "failed",
      error: expect.stringContaining("Sign in with it again"),
    });
    expect(await newEden.requests({ path: /wallet$/ })).toEqual([]);
    const shown = await detail();
    expect(shown.private).toMatchObject({ wallet: { balance: 100 }, tokenState: "revoked" });
  });
});

test("an access token that ESI refuses is replaced, and does not count as a revoked authorization", async () => {
  const { muster, id, refresh, detail } = await richerPilot();
  const { db, config } = muster.context;
  const accessToken = await encrypt(config.keyring, "not-a-token", String(id));
  await db.update(eveTokens).set({ accessToken }).where(eq(eveTokens.characterId, id));
  await muster.later(150, async () => {
    const { sections } = await refresh();
    expect(sections.wallet).toMatchObject({ state: "fresh", error: null });
    expect((await detail()).private?.tokenState).toBe("ok");
  });
});

test("a section whose scope is missing is not fetched, and the scope is named", async () => {
  const muster = await startMuster();
  const scopes = CHARACTER_SCOPES.filter((scope) => scope !== WALLET);
  const { refresh, detail, askedOfEsi } = await linkPilot(muster, {}, { scopes });
  const { success, sections } = await refresh();
  expect(success).toBe(true);
  expect(sections.wallet).toMatchObject({ state: "missing_scope", updatedAt: null });
  expect(await askedOfEsi()).not.toContain("GET /characters/{id}/wallet");
  const { private: own } = await detail();
  expect(own).toMatchObject({ wallet: null, missingScopes: [WALLET] });
});

test("a character that was biomassed keeps its last sheet, and is shown as biomassed", async () => {
  const { muster, id, refresh, detail, newEden } = await richerPilot();
  const before = await detail();
  expect(before.isBiomassed).toBe(false);
  await newEden.biomass(id);
  await muster.later(25 * HOUR, async () => {
    const { sections } = await refresh();
    expect(sections.info).toMatchObject({
      state: "failed",
      error: "This character has been biomassed.",
    });
    const after = await detail();
    expect(after.isBiomassed).toBe(true);
    expect(after.public.info.name).toBe(before.public.info.name);
  });
});

test("an unknown or biomassed character is not found, and ESI is called once", async () => {
  const muster = await startMuster();
  const { newEden, api, pilot } = await linkPilot(muster);
  const gone = await newEden.createPilot();
  await newEden.biomass(gone.id);
  await newEden.clearRequests();
  for (const id of [gone.id, 2_113_777_777]) {
    for (const _ of ["first", "second"]) {
      const response = await api.characters[":id"].$get({ param: { id: String(id) } });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { message: "Character not found" } });
    }
  }
  expect(await newEden.requests({ path: /^\/characters\/\d+$/ })).toHaveLength(2);
  expect(pilot.id).not.toBe(gone.id);
});

test("an id outside the ranges of player characters is not found without a call", async () => {
  const muster = await startMuster();
  const { newEden, api } = await linkPilot(muster);
  for (const id of ["1", "3000001", "98000001", "2147483648", "999999999999999"]) {
    const response = await api.characters[":id"].$get({ param: { id } });
    expect(response.status).toBe(404);
  }
  expect(await newEden.requests()).toEqual([]);
  const malformed = await api.characters[":id"].$get({ param: { id: "aurelia" } });
  expect(malformed.status).toBe(400);
});

test("looking up a new character while EVE is down is answered with an error", async () => {
  const muster = await startMuster();
  const { newEden } = await linkPilot(muster);
  const stranger = await newEden.createPilot();
  const viewer = await buildUser(muster);
  await newEden.addFault({ service: "esi", kind: "unavailable" });
  const look = () => viewer.api.characters[":id"].$get({ param: { id: String(stranger.id) } });
  const down = await look();
  expect(down.status).toBe(503);
  expect(Number(down.headers.get("Retry-After"))).toBeGreaterThan(0);
  await newEden.clearFaults();
  expect((await look()).status).toBe(200);
});

test("a character of an NPC corporation has the corporation's name and no alliance", async () => {
  const muster = await startMuster();
  const { refresh, detail } = await linkPilot(muster);
  await refresh();
  expect((await detail()).public.info).toMatchObject({
    corporationName: "Science and Trade Institute",
    corporation_name: "Science and Trade Institute",
    allianceId: null,
    allianceName: null,
  });
});

test("a structure that refuses the name is not requested again", async () => {
  const muster = await startMuster();
  const { refresh, detail, newEden, pilot } = await linkPilot(muster);
  await newEden.setSheet(pilot.id, {
    whereabouts: { systemId: 31_001_593, structureId: SEALED_VAULT_ID },
  });
  await refresh();
  const location = {
    solarSystemName: "J121116",
    stationId: SEALED_VAULT_ID,
    stationName: null,
    isStructure: true,
  };
  expect((await detail()).private?.location).toMatchObject(location);
  const structureCalls = () => newEden.requests({ path: /structures/ });
  expect(await structureCalls()).toHaveLength(1);
  await muster.later(HOUR, refresh);
  expect(await structureCalls()).toHaveLength(1);
});
