import { afterEach, expect, test, vi } from "vitest";
import { buildServer } from "#test/support/server-builders.ts";

vi.setConfig({ testTimeout: 30_000 });
afterEach(() => vi.useRealTimers());

test("a role that was given by hand is drift: listed with who gave it, and removed or kept by decision", async () => {
  const server = await buildServer();
  const { addPilot, switchOn, rolesOf, discord, id, roleId, routes, param, driver } = server;
  const [given, stranger] = [await addPilot({ roles: ["Pilot"] }), await discord.createUser()];
  await discord.servers.addMembers(id, [
    { userId: stranger.id, roles: [roleId("Scout")], pending: false },
  ]);
  await switchOn();
  await discord.servers.editMember(id, given.discordId, { add: [roleId("Scout")] });
  await routes.check.$post({ param, json: { retries: false } });
  await driver.drain();
  expect(await rolesOf(given)).toEqual(["Pilot", "Scout"]);

  const { items, auditLog } = await (await routes.drift.$get({ param })).json();
  expect(auditLog).toBe("read");
  const item = (discordId: string, role: string) =>
    items.find((one) => one.discordId === discordId && one.roleId === roleId(role));
  expect(items).toHaveLength(3);
  expect(item(given.discordId, "Scout")).toMatchObject({ kind: "extra", by: expect.anything() });
  expect(item(given.discordId, "Pilot")).toMatchObject({ kind: "extra", by: null });
  expect(item(stranger.id, "Scout")).toMatchObject({ mainCharacterId: null });

  const decide = (decision: "enforce" | "accept", discordId: string, role: string) =>
    routes.drift.$post({
      param,
      json: { decision, items: [{ discordId, roleId: roleId(role) }] },
    });
  await decide("accept", given.discordId, "Pilot");
  await decide("enforce", given.discordId, "Scout");
  await decide("enforce", stranger.id, "Scout");
  await driver.drain();
  expect(await rolesOf(given)).toEqual(["Pilot"]);
  expect(await rolesOf({ discordId: stranger.id })).toEqual([]);
  expect((await (await routes.drift.$get({ param })).json()).items).toEqual([]);
});

test("a role that was taken by hand is not given again until a person says so", async () => {
  const server = await buildServer();
  const { addPilot, scouts, switchOn, rolesOf, discord, id, roleId, routes, param, driver } =
    server;
  const pilot = await addPilot({ groups: [scouts] });
  await switchOn();
  await discord.servers.editMember(id, pilot.discordId, { remove: [roleId("Scout")] });
  await routes.check.$post({ param, json: { retries: false } });
  await driver.drain();
  expect(await rolesOf(pilot)).toEqual([]);
  const { items } = await (await routes.drift.$get({ param })).json();
  expect(items).toEqual([
    expect.objectContaining({ kind: "missing", discordId: pilot.discordId, by: expect.anything() }),
  ]);
  const [item] = items;
  await routes.drift.$post({
    param,
    json: {
      decision: "enforce",
      items: [{ discordId: item?.discordId ?? "", roleId: item?.roleId ?? "" }],
    },
  });
  await driver.drain();
  expect(await rolesOf(pilot)).toEqual(["Scout"]);
});

test("many removals that a check finds are held: nobody loses a role until a person releases them", async () => {
  const server = await buildServer();
  const { addPilot, scouts, switchOn, rolesOf, save, mapping, routes, param, driver, read } =
    server;
  const found = [];
  for (let count = 0; count < 6; count += 1) found.push(await addPilot({ groups: [scouts] }));
  await switchOn();
  await save({ roles: mapping.map((role) => ({ ...role, groupIds: [] })) });
  await driver.drain();
  for (const pilot of found) expect(await rolesOf(pilot)).toEqual(["Scout"]);
  expect((await read()).work.removals).toMatchObject({ state: "held", count: 6 });
  const held = await (await routes.removals.$get({ param })).json();
  expect(held.map(({ discordId }) => discordId).toSorted()).toEqual(
    found.map(({ discordId }) => discordId).toSorted(),
  );

  const decide = (removalCount: number) =>
    routes.removals.$post({
      param,
      json: { decision: "release", removalCount, reason: "Squad closed" },
    });
  expect((await decide(5)).status).toBe(409);
  expect((await decide(6)).status).toBe(200);
  await driver.drain();
  for (const pilot of found) expect(await rolesOf(pilot)).toEqual([]);
  expect((await read()).work.removals).toBeNull();
});

test("removals of a deleted group are held too, and few removals are not", async () => {
  const { addPilot, scouts, pilots, switchOn, rolesOf, minute, muster, admin } =
    await buildServer();
  const found = [];
  for (let count = 0; count < 6; count += 1) {
    found.push(await addPilot({ groups: [scouts] }));
  }
  const few = await addPilot({ groups: [pilots] });
  await switchOn();
  await admin.api.groups[":id"].$delete({ param: { id: pilots.id }, json: { name: pilots.name } });
  await minute();
  expect(await rolesOf(few)).toEqual([]);
  await admin.api.groups[":id"].$delete({ param: { id: scouts.id }, json: { name: scouts.name } });
  await minute();
  for (const pilot of found) expect(await rolesOf(pilot)).toEqual(["Scout"]);
  expect(muster.queue.waiting).toEqual([]);
});
