import { expect, test } from "vitest";
import { openEden } from "#test/support/new-eden/open-eden.ts";
import * as ids from "./ids.ts";

const SCOPE = "esi-fleets.read_fleet.v1";

/** A fleet of Aurelia's with Tovi, and what ESI answers with the tokens of its members. */
async function fleetOfTwo() {
  const eden = openEden();
  const { id } = await eden.control.formFleet(ids.AURELIA_VOSS_ID, {
    join: [ids.TOVI_RENN_ID],
    ships: { [ids.TOVI_RENN_ID]: 587 },
  });
  const ask = async (characterId: number, path: string, scopes = [SCOPE]) => {
    const { accessToken } = await eden.control.grant(characterId, scopes);
    return eden.esi(path, { token: accessToken });
  };
  const own = (characterId: number) => ask(characterId, `/characters/${characterId}/fleet`);
  const members = (characterId: number, fleetId = id, scopes = [SCOPE]) =>
    ask(characterId, `/fleets/${fleetId}/members`, scopes);
  return { ...eden, id, own, members };
}

test("only the boss learns who is in a fleet, and every member who the boss is", async () => {
  const { id, own, members } = await fleetOfTwo();
  const fleet = { fleet_id: id, fleet_boss_id: ids.AURELIA_VOSS_ID };
  expect(await (await own(ids.TOVI_RENN_ID)).json()).toMatchObject(fleet);
  const answer = await members(ids.AURELIA_VOSS_ID);
  expect(answer.headers.get("cache-control")).toBe("private, max-age=5");
  expect(await answer.json()).toMatchObject([
    { character_id: ids.AURELIA_VOSS_ID },
    { character_id: ids.TOVI_RENN_ID, ship_type_id: 587 },
  ]);
  expect((await members(ids.TOVI_RENN_ID)).status).toBe(404);
  expect((await own(ids.PIP_MARLOWE_ID)).status).toBe(404);
  expect((await members(ids.AURELIA_VOSS_ID, id, [])).status).toBe(403);
});

test("a boss who logs off passes the fleet on, and the last member ends it", async () => {
  const { id, own, members, control } = await fleetOfTwo();
  await control.changeFleet(id, { leave: [ids.AURELIA_VOSS_ID] });
  expect((await members(ids.AURELIA_VOSS_ID)).status).toBe(404);
  expect(await (await own(ids.TOVI_RENN_ID)).json()).toMatchObject({
    fleet_boss_id: ids.TOVI_RENN_ID,
  });
  expect(await (await members(ids.TOVI_RENN_ID)).json()).toHaveLength(1);
  await control.changeFleet(id, { leave: [ids.TOVI_RENN_ID] });
  // ESI keeps the list for five seconds.
  await control.advanceClock(6);
  expect((await members(ids.TOVI_RENN_ID)).status).toBe(404);
});

test("a fleet splits into two, and takes 256", async () => {
  const { id, members, control } = await fleetOfTwo();
  const second = await control.formFleet(ids.TOVI_RENN_ID);
  expect(await (await members(ids.AURELIA_VOSS_ID)).json()).toHaveLength(1);
  expect(await (await members(ids.TOVI_RENN_ID, second.id)).json()).toHaveLength(1);
  await control.advanceClock(6);
  const crowd = Array.from({ length: 256 }, (_, index) => 2_115_000_000 + index);
  await expect(control.changeFleet(id, { join: crowd })).rejects.toThrow("full");
  expect(await (await members(ids.AURELIA_VOSS_ID)).json()).toHaveLength(256);
});
