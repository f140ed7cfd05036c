import { afterEach, expect, test, vi } from "vitest";
import { interleave } from "#test/support/kills/interleave.ts";
import { buildServer } from "#test/support/discord/server-builders.ts";
import worker from "#worker/index.ts";

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

test.each([true, false])(
  "who leaves the server and returns between two checks gets the roles again, with the members intent: %s",
  async (membersIntent) => {
    const server = await buildServer({ membersIntent });
    const { addPilot, scouts, pilots, switchOn, rolesOf, discord, id, roleId } = server;
    const { routes, param, driver } = server;
    const check = async () => {
      await driver.advance(11);
      await routes.check.$post({ param, json: { retries: false } });
      await driver.drain();
    };
    const pilot = await addPilot({ groups: [scouts, pilots] });
    await switchOn();
    // By hand, and a person has left it so.
    await discord.servers.editMember(id, pilot.discordId, { remove: [roleId("Pilot")] });
    await check();
    const item = { discordId: pilot.discordId, roleId: roleId("Pilot") };
    await routes.drift.$post({ param, json: { decision: "accept", items: [item] } });
    await driver.drain();
    expect(await rolesOf(pilot)).toEqual(["Scout"]);

    await discord.servers.leave(id, pilot.discordId);
    await driver.advance(1);
    const newcomer = { userId: pilot.discordId, roles: [], pending: false };
    await discord.servers.addMembers(id, [newcomer]);
    await check();
    expect(await rolesOf(pilot)).toEqual(["Pilot", "Scout"]);

    // What is taken by hand from the new membership stays taken.
    await driver.advance(1);
    await discord.servers.editMember(id, pilot.discordId, { remove: [roleId("Scout")] });
    await check();
    await check();
    expect(await rolesOf(pilot)).toEqual(["Pilot"]);
  },
);

test("a role that a bot gives back to who returns is taken if no group gives it any more", async () => {
  const server = await buildServer();
  const { addPilot, scouts, switchOn, rolesOf, discord, id, roleId, leave } = server;
  const pilot = await addPilot({ groups: [scouts] });
  await switchOn();
  expect(await rolesOf(pilot)).toEqual(["Scout"]);
  await discord.servers.leave(id, pilot.discordId);
  await server.driver.advance(1);
  await discord.servers.addMembers(id, [
    { userId: pilot.discordId, roles: [roleId("Scout")], pending: false },
  ]);
  await leave(pilot, scouts);
  await server.driver.cron("* * * * *");
  await server.driver.drain();
  expect(await rolesOf(pilot)).toEqual([]);
});

test("a decision about one role survives the slice that carries out one about another role", async () => {
  const server = await buildServer();
  const { addPilot, scouts, switchOn, discord, id, roleId, routes, param, driver } = server;
  const pilot = await addPilot({ groups: [scouts] });
  await switchOn();
  const scout = roleId("Scout");
  await discord.servers.editMember(id, pilot.discordId, {
    add: [roleId("Pilot")],
    remove: [scout],
  });
  await routes.check.$post({ param, json: { retries: false } });
  await driver.drain();
  const decide = (decision: "enforce" | "accept", role: string) =>
    routes.drift.$post({
      param,
      json: { decision, items: [{ discordId: pilot.discordId, roleId: role }] },
    });
  const items = async () => (await (await routes.drift.$get({ param })).json()).items;
  expect(await items()).toHaveLength(2);

  await decide("enforce", scout);
  const send = globalThis.fetch;
  let decided: number | undefined;
  const network = vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    if (decided === undefined && address.endsWith(`/roles/${scout}`)) {
      decided = (await decide("accept", roleId("Pilot"))).status;
    }
    return send(input, init);
  });
  await driver.drain();
  network.mockRestore();
  expect(decided).toBe(200);
  expect(await items()).toEqual([]);
  await routes.check.$post({ param, json: { retries: false } });
  await driver.drain();
  expect(await items()).toEqual([]);
});

test("of two administrators who decide about the same role at once one is told, and the other drift is still counted", async () => {
  const server = await buildServer();
  const { addPilot, switchOn, discord, id, roleId, routes, param, driver, admin } = server;
  const pilot = await addPilot({ roles: [] });
  await switchOn();
  const { discordId } = pilot;
  await discord.servers.editMember(id, discordId, { add: [roleId("Pilot"), roleId("Scout")] });
  await routes.check.$post({ param, json: { retries: false } });
  await driver.drain();
  const items = [{ discordId, roleId: roleId("Scout") }];
  const both = await Promise.all([
    routes.drift.$post({ param, json: { decision: "accept", items } }),
    routes.drift.$post({ param, json: { decision: "enforce", items } }),
  ]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const overview = await (await admin.api.admin.overview.$get()).json();
  expect(overview.servers.find(({ serverId }) => serverId === id)).toMatchObject({ drifted: 1 });
  const activity = await (await routes.activity.$get({ param, query: {} })).json();
  expect(activity.items.filter(({ kind }) => kind === "drift_decided")).toHaveLength(1);
});

/** Six pilots with a role that their group no longer gives: so many removals are held. */
async function openHeld() {
  const server = await buildServer();
  const { addPilot, scouts, switchOn, save, mapping, driver } = server;
  const found = [];
  for (let count = 0; count < 6; count += 1) found.push(await addPilot({ groups: [scouts] }));
  await switchOn();
  await save({ roles: mapping.map((role) => ({ ...role, groupIds: [] })) });
  await driver.drain();
  return { ...server, found };
}

test("many removals that a check finds are held: nobody loses a role until a person releases them", async () => {
  const { found, rolesOf, routes, param, driver, read } = await openHeld();
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

test.each([0, 1, 2, 3, 4])(
  "a release before call %i of a check that runs takes effect, and is not held again",
  async (at) => {
    const { found, rolesOf, routes, param, driver, muster, read } = await openHeld();
    await routes.check.$post({ param, json: { retries: false } });
    const message = muster.queue.takeOne();
    let status = 0;
    const slice = interleave(muster.env, at, async () => {
      const json = { decision: "release" as const, removalCount: 6, reason: "Squad closed" };
      ({ status } = await routes.removals.$post({ param, json }));
    });
    await worker.queue(muster.queue.toBatch(message), slice.env);
    await slice.finish();
    expect(status).toBe(200);
    await driver.drain();
    for (const pilot of found) expect(await rolesOf(pilot)).toEqual([]);
    expect((await read()).work.removals).toBeNull();
  },
);

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

test("removals of a group that is deleted during a check come at once", async () => {
  const { addPilot, scouts, pilots, switchOn, rolesOf, driver, admin, discord, id, ...server } =
    await buildServer();
  const pilot = await addPilot({ groups: [pilots] });
  const late = await addPilot({ groups: [scouts], isElsewhere: true });
  await switchOn();
  await discord.servers.addMembers(id, [{ userId: late.discordId, pending: false }]);
  await driver.advance(11);
  await server.routes.check.$post({ param: server.param, json: { retries: false } });
  const { fetch } = globalThis;
  let isDeleted = false;
  vi.stubGlobal("fetch", async (input: string, init?: RequestInit) => {
    if (init?.method === "PUT" && !isDeleted) {
      isDeleted = true;
      const json = { name: pilots.name };
      await admin.api.groups[":id"].$delete({ param: { id: pilots.id }, json });
    }
    return fetch(input, init);
  });
  await driver.drain();
  vi.unstubAllGlobals();
  expect([isDeleted, await rolesOf(late), await rolesOf(pilot)]).toEqual([true, ["Scout"], []]);
});

test.each([
  ["of the same hour count together", 0, ["Pilot"]],
  ["of an hour ago count no longer", 60 * 60 + 1, []],
])("removals of several checks %s", async (_, seconds, left) => {
  const { addPilot, scouts, pilots, switchOn, rolesOf, save, mapping, driver, read } =
    await buildServer();
  const [few, others] = [
    await Promise.all(Array.from({ length: 3 }, () => addPilot({ groups: [scouts] }))),
    await Promise.all(Array.from({ length: 3 }, () => addPilot({ groups: [pilots] }))),
  ];
  await switchOn();
  const [scout, pilot] = mapping;
  if (scout === undefined || pilot === undefined) throw new Error("Two roles are mapped.");
  await save({ roles: [{ ...scout, groupIds: [] }, pilot] });
  await driver.drain();
  for (const one of few) expect(await rolesOf(one)).toEqual([]);
  expect((await read()).work.removals).toBeNull();
  await driver.advance(seconds);
  await save({ roles: mapping.map((role) => ({ ...role, groupIds: [] })) });
  await driver.drain();
  for (const one of others) expect(await rolesOf(one)).toEqual(left);
  expect((await read()).work.removals?.count).toBe(left.length === 0 ? undefined : 3);
});

test("held removals are listed with the held changes, and count as waiting", async () => {
  const { admin, id, routes, param } = await openHeld();
  const held = async () => (await (await admin.api.admin.held.$get()).json()).servers;
  const waiting = async () => (await (await admin.api.groups.waiting.$get()).json()).held;
  const here = (await held()).filter(({ serverId }) => serverId === id);
  expect(here).toEqual([expect.objectContaining({ count: 6, serverName: expect.any(String) })]);
  const before = (await waiting()) ?? 0;
  const json = { decision: "discard" as const, removalCount: 6, reason: "A mistake" };
  expect((await routes.removals.$post({ param, json })).status).toBe(200);
  expect((await held()).filter(({ serverId }) => serverId === id)).toEqual([]);
  expect(await waiting()).toBe(before - 1);
});

test("who has a role is told with the groups that give it", async () => {
  const server = await buildServer();
  const { addPilot, scouts, pilots, switchOn, discord, id, roleId, routes, driver, param } = server;
  const given = await addPilot({ groups: [scouts] });
  const taken = await addPilot({ groups: [scouts, pilots] });
  const byHand = await addPilot();
  const other = await addPilot({ groups: [pilots] });
  await addPilot({ groups: [scouts], isElsewhere: true });
  await switchOn();
  await discord.servers.editMember(id, taken.discordId, { remove: [roleId("Scout")] });
  await discord.servers.editMember(id, byHand.discordId, { add: [roleId("Scout")] });
  await routes.check.$post({ param, json: { retries: false } });
  await driver.drain();
  const response = await server.admin.api.admin.discord[":id"].roles[":roleId"].holders.$get({
    param: { id, roleId: roleId("Scout") },
  });
  const { holders, roleName } = await response.json();
  expect(roleName).toBe("Scout");
  const groups = [{ id: scouts.id, name: scouts.name }];
  const stateOf = ({ discordId }: { discordId: string }) => {
    const found = holders.find((one) => one.discordId === discordId);
    return found && { state: found.state, groups: found.groups };
  };
  expect(holders).toHaveLength(3);
  expect(stateOf(given)).toEqual({ state: "given", groups });
  expect(stateOf(taken)).toEqual({ state: "taken", groups });
  expect(stateOf(byHand)).toEqual({ state: "by_hand", groups: [] });
  expect(stateOf(other)).toBeUndefined();
  const unmapped = await server.admin.api.admin.discord[":id"].roles[":roleId"].holders.$get({
    param: { id, roleId: roleId("Other") },
  });
  expect(unmapped.status).toBe(404);
});

test("roles that were given by hand and removed since leave nothing behind", async () => {
  const { addPilot, scouts, switchOn, save, discord, id, roleId, join, minute, rolesOf, muster } =
    await buildServer();
  const pilot = await addPilot();
  await save({ drift: "remove" });
  await switchOn();
  const remove = async () => {
    await discord.servers.editMember(id, pilot.discordId, { add: [roleId("Pilot")] });
    await muster.env.DB.prepare("insert into discord_marks values (?, ?, 'a mark')")
      .bind(id, pilot.discordId)
      .run();
    await minute();
    expect(await rolesOf(pilot)).toEqual([]);
  };
  await remove();
  await remove();
  await join(pilot, scouts);
  await minute();
  expect(await rolesOf(pilot)).toEqual(["Scout"]);
  const open = await muster.env.DB.prepare(
    "select count(*) as open from discord_members where server_id = ? and attempt is not null",
  )
    .bind(id)
    .first();
  expect(open).toEqual({ open: 0 });
});

test.each([0, 1, 2, 3, 4])(
  "a check that a person asks for before call %i of one that runs reads all members again",
  async (at) => {
    const { addPilot, scouts, switchOn, id, routes, param, driver, muster } = await buildServer();
    await addPilot({ groups: [scouts] });
    await switchOn();
    await driver.advance(11);
    await routes.check.$post({ param, json: { retries: false } });
    const message = muster.queue.takeOne();
    const { newEden } = driver;
    const slice = interleave(muster.env, at, async () => {
      await newEden.clearRequests();
      expect((await routes.check.$post({ param, json: { retries: true } })).status).toBe(200);
    });
    await worker.queue(muster.queue.toBatch(message), slice.env);
    await slice.finish();
    await driver.advance(11);
    await driver.drain();
    const asked = (await newEden.requests({ service: "discord" })).map(({ path }) => path);
    expect(asked.filter((path) => path.endsWith(`/guilds/${id}/members`))).not.toEqual([]);
  },
);
