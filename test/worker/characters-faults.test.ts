import { expect, test } from "vitest";
import { SEALED_VAULT_ID } from "#test/new-eden/ids.ts";
import { CHARACTER_SCOPES } from "#worker/esi/scopes.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { linkPilot } from "#test/support/people/pilot-builder.ts";

const HOUR = 3600;
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

test("what EVE has just failed to tell is not asked again, however often the player presses the button", async () => {
  const { muster, refresh, detail, newEden } = await richerPilot();
  await newEden.addFault({ service: "esi", kind: "bad_gateway", path: "/wallet$" });
  const calls = async () => (await newEden.requests({ path: /wallet$/ })).length;
  await muster.later(150, async () => {
    await refresh();
    expect(await calls()).toBe(3);
    await refresh();
    expect(await calls()).toBe(3);
    expect((await detail()).private?.wallet).toEqual({ balance: 100 });
  });
  await newEden.clearFaults();
  await muster.later(300, async () => {
    expect((await refresh()).sections.wallet).toMatchObject({ state: "fresh", error: null });
    expect((await detail()).private?.wallet).toEqual({ balance: 200 });
  });
});

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
