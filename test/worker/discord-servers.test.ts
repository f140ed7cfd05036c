import { afterEach, expect, test, vi } from "vitest";
import { eq } from "drizzle-orm";
import { characters, users } from "#worker/db/schema/accounts.ts";
import { discordMembers, discordServers } from "#worker/db/schema/discord-servers.ts";
import { buildUser } from "#test/support/people/builders.ts";
import { linkDiscord } from "#test/support/discord/discord-builders.ts";
import { startMuster } from "#test/support/workerd/harness.ts";
import { newEdenControl } from "#test/support/new-eden/new-eden.ts";
import { expectRefusal } from "#test/support/answers/refusal.ts";
import { runCron } from "#test/support/workerd/run-cron.ts";
import { buildServer, linkAccount } from "#test/support/discord/server-builders.ts";
import { groups } from "#worker/db/schema/groups.ts";
import { runBatch } from "#worker/db/batch.ts";
import { selectUserRoles, toUserRoles } from "#worker/discord/servers/roles/user-roles.ts";
import type { Context } from "#worker/env.ts";

afterEach(() => vi.useRealTimers());

test("roles follow the groups: given when the server is switched on, and within a minute afterwards", async () => {
  const server = await buildServer();
  const { addPilot, scouts, pilots, rolesOf, switchOn, minute, join, leave } = server;
  const both = await addPilot({ groups: [scouts, pilots], roles: ["Other"] });
  const none = await addPilot();
  expect((await switchOn()).status).toBe(200);
  expect(await rolesOf(both)).toEqual(["Other", "Pilot", "Scout"]);
  expect(await rolesOf(none)).toEqual([]);

  await join(none, scouts);
  await leave(both, pilots);
  await minute();
  expect(await rolesOf(both)).toEqual(["Other", "Scout"]);
  expect(await rolesOf(none)).toEqual(["Scout"]);
});

test("a server that is switched on while its members are being read changes them at once", async () => {
  const { addPilot, scouts, driver, routes, param, read, rolesOf } = await buildServer();
  const pilot = await addPilot({ groups: [scouts] });
  await routes.check.$post({ param, json: { retries: false } });
  const { version } = await read();
  const { fetch } = globalThis;
  vi.spyOn(globalThis, "fetch").mockImplementationOnce(async (...request) => {
    await routes.switch.$post({ param, json: { isOn: true, version } });
    return fetch(...request);
  });
  await driver.drain();
  expect(await rolesOf(pilot)).toEqual(["Scout"]);
});

test("a change is in the server's audit log with the id of Muster's event", async () => {
  const { addPilot, scouts, discord, id, switchOn, routes, param } = await buildServer();
  const pilot = await addPilot({ groups: [scouts] });
  await switchOn();
  const { auditLog } = await discord.servers.read(id);
  const { items } = await (await routes.activity.$get({ param, query: {} })).json();
  const event = items.find(({ kind }) => kind === "roles_changed");
  expect(event).toMatchObject({
    subject: { userId: pilot.userId },
    actor: null,
    detail: { added: ["Scout"] },
  });
  expect(auditLog[0]).toMatchObject({
    targetId: pilot.discordId,
    reason: `Muster ${event?.id}`,
  });
  expect(items.map(({ kind }) => kind)).toEqual([
    "roles_changed",
    "server_switched_on",
    "server_updated",
    "server_added",
  ]);
});

test("more than three changes are one request after a fresh reading, which keeps other roles", async () => {
  const names = ["A", "B", "C", "D", "Other"];
  const server = await buildServer({
    roles: [...names, "Scout", "Pilot"].map((name) => ({ name })),
  });
  const { addPilot, scouts, save, roleId, switchOn, rolesOf, discord } = server;
  const roles = ["A", "B", "C", "D"].map((name) => ({
    roleId: roleId(name),
    groupIds: [scouts.id],
  }));
  await save({ roles });
  const pilot = await addPilot({ groups: [scouts], roles: ["Other"] });
  await discord.clearAnswers();
  await switchOn();
  expect(await rolesOf(pilot)).toEqual(["A", "B", "C", "D", "Other"]);
  const { answers, invalid } = await discord.answers();
  expect(answers["PATCH 200"]).toBe(1);
  expect(answers["PUT 204"]).toBeUndefined();
  expect(invalid).toBe(0);
});

test("without the members intent, linked pilots get their roles one by one", async () => {
  const { addPilot, scouts, switchOn, rolesOf, read } = await buildServer({ membersIntent: false });
  const found = [];
  for (let count = 0; count < 7; count += 1) found.push(await addPilot({ groups: [scouts] }));
  await switchOn();
  for (const pilot of found) expect(await rolesOf(pilot)).toEqual(["Scout"]);
  expect((await read()).checks).toContainEqual(
    expect.objectContaining({ id: "intent", state: "warning" }),
  );
});

test("unlinking takes all mapped roles, and leaves nothing about the account", async () => {
  const { addPilot, scouts, pilots, switchOn, rolesOf, minute, muster, id } = await buildServer();
  const pilot = await addPilot({ groups: [scouts, pilots], roles: ["Other"] });
  await switchOn();
  expect((await pilot.api.discord.link.$delete()).status).toBe(204);
  await minute();
  expect(await rolesOf(pilot)).toEqual(["Other"]);
  const rows = await muster.context.db.select().from(discordMembers);
  expect(rows.filter((row) => row.serverId === id && row.discordId === pilot.discordId)).toEqual(
    [],
  );
});

test("a preview counts what the checks of the last hour have taken: with that, it would be held", async () => {
  const { addPilot, muster, routes, param, read, driver, roleId } = await buildServer();
  const loses = await addPilot({ roles: ["Scout"] });
  await routes.check.$post({ param, json: { retries: false } });
  await driver.drain();
  const draft = { ...(await read()).settings, drift: "remove" as const };
  const preview = async () => (await routes.preview.$post({ param, json: draft })).json();
  expect(await preview()).toMatchObject({
    isHeld: false,
    isUnread: false,
    wanted: {},
    people: [{ discordId: loses.discordId, add: [], remove: [roleId("Scout")] }],
  });
  const { db } = muster.context;
  await db.update(discordServers).set({ recentRemovals: [{ at: Date.now(), count: 5 }] });
  expect((await preview()).isHeld).toBe(true);
  await db.update(discordServers).set({ recentRemovals: [] });
});

test("nicknames follow the template, keep the player's own part, and never touch the owner", async () => {
  const server = await buildServer();
  const { addPilot, scouts, save, switchOn, nickOf, discord, id, muster, join, minute } = server;
  const pilot = await addPilot({ name: "Tovi Renn", groups: [scouts], nick: "x | Tom" });
  const { ownerId } = await discord.servers.read(id);
  const owner = await buildUser(muster, { name: "Mira Tal" });
  await linkAccount(muster, owner, { id: ownerId, username: "mira" });
  await join(owner, scouts);
  await save({ nickname: { template: "[{ticker}] {main}", keepsOwnPart: true } });
  await discord.clearAnswers();
  await switchOn();
  expect(await nickOf(pilot)).toBe("Tovi Renn | Tom");
  expect(await nickOf({ discordId: ownerId })).toBeNull();
  expect(await server.rolesOf({ discordId: ownerId })).toEqual(["Scout"]);
  expect((await discord.answers()).invalid).toBe(0);

  await muster.context.db
    .update(characters)
    .set({ name: "Tovi Renn II" })
    .where(eq(characters.id, pilot.mainCharacterId));
  await minute();
  expect(await nickOf(pilot)).toBe("Tovi Renn II | Tom");
});

test("a server with a failed check is not switched on, and says why", async () => {
  const server = await buildServer({ botRolePosition: 2 });
  const { set, read, roleId } = server;
  const { checks, roles, botRole } = await read();
  expect(checks[0]).toMatchObject({
    id: `role-${roleId("Pilot")}`,
    title: "Pilot is above Muster’s role",
    state: "failed",
  });
  expect(roles.map(({ name, refusal }) => `${name} ${refusal}`)).toEqual([
    "Other above",
    "Pilot above",
    "Muster managed",
    "Scout null",
  ]);
  expect(botRole).toMatchObject({ name: "Muster", place: 3 });
  await expectRefusal(set(true), 409, /Pilot is above Muster’s role/);
});

test("a pilot joins the server through Muster and gets the roles", async () => {
  const server = await buildServer();
  const { addPilot, scouts, save, switchOn, rolesOf, driver, discord, id, muster } = server;
  await save({ joinGroupId: scouts.id });
  await switchOn();
  const user = await buildUser(muster);
  const person = await discord.createUser();
  await linkDiscord(muster, user, person);
  await server.join(user, scouts);
  const outsider = await addPilot({ isElsewhere: true });
  expect(await (await outsider.api.discord.servers.$get()).json()).toEqual({ servers: [] });
  expect((await outsider.api.discord.servers[":id"].join.$post({ param: { id } })).status).toBe(
    404,
  );
  const { servers } = await (await user.api.discord.servers.$get()).json();
  expect(servers.map((one) => one.id)).toEqual([id]);
  expect((await user.api.discord.servers[":id"].join.$post({ param: { id } })).status).toBe(204);
  await driver.drain();
  expect(await rolesOf({ discordId: person.id })).toEqual(["Scout"]);
  expect(await (await user.api.discord.servers.$get()).json()).toEqual({ servers: [] });
});

test("a pilot joins a minute after Discord did not answer, and in the hour before its daily check", async () => {
  const server = await buildServer();
  const { scouts, save, switchOn, driver, discord, id, muster } = server;
  await save({ joinGroupId: scouts.id });
  await switchOn();
  const join = async () => {
    const pilot = await buildUser(muster);
    await linkDiscord(muster, pilot, await discord.createUser());
    await server.join(pilot, scouts);
    return async () =>
      (await pilot.api.discord.servers[":id"].join.$post({ param: { id } })).status;
  };
  const [first, second] = [await join(), await join()];
  const token = { service: "discord", path: "/oauth2/token$", times: 1 } as const;
  await driver.newEden.addFault({ ...token, kind: "unavailable" });
  expect(await first()).toBe(503);
  await driver.advance(61);
  expect(await first()).toBe(204);
  await driver.advance(23.5 * 60 * 60);
  expect(await second()).toBe(204);
});

test("without a bot token nothing is asked of Discord, and linking works as before", async () => {
  const muster = await startMuster({ DISCORD_BOT_TOKEN: "", ADMIN_CHARACTER_IDS: "2114999999" });
  const admin = await buildUser(muster, { characterId: 2_114_999_999 });
  const { discord } = newEdenControl(muster.newEdenBase);
  const list = await (await admin.api.admin.discord.$get()).json();
  expect(list).toMatchObject({ installUrl: null, servers: expect.any(Array), failure: null });
  await expectRefusal(admin.api.admin.discord.$post({ json: { serverId: "1" } }), 404);
  const user = await buildUser(muster);
  expect((await linkDiscord(muster, user, await discord.createUser())).status).toBe(200);
  expect(await (await user.api.discord.servers.$get()).json()).toEqual({ servers: [] });
  await runCron(muster, "* * * * *");
  expect(muster.queue.waiting).toEqual([]);
});

async function readUserRoles({ db }: Context, userId: string, reader: { isOwn: boolean }) {
  return toUserRoles(await runBatch(db, selectUserRoles(userId)), reader);
}

test("the roles of a user are told with their causes, and the groups that the user cannot see are left out", async () => {
  const server = await buildServer();
  const { addPilot, scouts, pilots, switchOn, discord, id, roleId, routes, param, driver, muster } =
    server;
  const { context } = muster;
  const pilot = await addPilot({ groups: [scouts, pilots] });
  await switchOn();
  await discord.servers.editMember(id, pilot.discordId, { remove: [roleId("Pilot")] });
  await routes.check.$post({ param, json: { retries: false } });
  await driver.drain();
  const read = async (isOwn: boolean) =>
    (await readUserRoles(context, pilot.userId, { isOwn })).toSorted((a, b) =>
      a.roleName.localeCompare(b.roleName),
    );
  const given = (group: { id: string; name: string }) => [{ id: group.id, name: group.name }];
  expect(await read(true)).toMatchObject([
    { serverId: id, roleName: "Pilot", state: "taken", groups: given(pilots) },
    { serverId: id, roleName: "Scout", state: "given", groups: given(scouts), problem: null },
  ]);

  await context.db
    .update(groups)
    .set({ effectiveVisibility: "system" })
    .where(eq(groups.id, scouts.id));
  expect(await read(true)).toMatchObject([{}, { state: "given", groups: [] }]);
  expect(await read(false)).toMatchObject([{}, { state: "given", groups: given(scouts) }]);

  await context.db
    .update(users)
    .set({ suspendedUntil: new Date(Date.now() + 60_000) })
    .where(eq(users.id, pilot.userId));
  expect(await read(false)).toMatchObject([{ roleName: "Scout", state: "ending", groups: [] }]);
});

test("a user who is not on the server has no roles there", async () => {
  const { addPilot, scouts, switchOn, muster } = await buildServer();
  const pilot = await addPilot({ groups: [scouts], isElsewhere: true });
  await switchOn();
  expect(await readUserRoles(muster.context, pilot.userId, { isOwn: true })).toEqual([]);
});
