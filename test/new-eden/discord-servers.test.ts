import { expect, test } from "vitest";
import { openServer } from "#test/support/discord/discord-bot.ts";
import { OTHER_APPLICATION_ID } from "./discord/applications.ts";
import { DISCORD_BOT, localVars } from "./local-vars.ts";

const BOT_ID = localVars(0).DISCORD_CLIENT_ID;

const refusal = (status: number, code: number) => ({ status, json: { code } });

test("the bot gives and takes a role, once, with the reason in the audit log", async () => {
  const { ask, member, roleId, memberNow, read, userId } = await openServer();
  const path = `${member}/roles/${roleId("low")}`;
  const reason = "Muster: joined Сталь";
  expect((await ask("PUT", path, { reason })).status).toBe(204);
  expect((await ask("PUT", path, { reason: "again" })).status).toBe(204);
  expect((await memberNow())?.roles).toEqual([roleId("low")]);
  expect((await ask("DELETE", path)).status).toBe(204);
  expect((await ask("DELETE", path)).status).toBe(204);
  expect((await memberNow())?.roles).toEqual([]);
  const role = [{ id: roleId("low"), name: "low" }];
  expect((await read()).auditLog).toMatchObject([
    {
      action: "member_role_update",
      actorId: BOT_ID,
      changes: [{ key: "$remove", new_value: role }],
    },
    { actorId: BOT_ID, targetId: userId, reason, changes: [{ key: "$add", new_value: role }] },
  ]);
});

test("a PATCH replaces the roles of a member, or changes nothing", async () => {
  const { ask, member, roleId, memberNow } = await openServer({
    roles: [{ name: "low" }, { name: "high" }, { name: "above" }],
    botRolePosition: 3,
  });
  const roles = [roleId("low"), roleId("high")];
  expect(await ask("PATCH", member, { body: { roles } })).toMatchObject({
    status: 200,
    json: { roles },
  });
  const refused = [
    [...roles, roleId("above")],
    [...roles, roleId("Muster")],
    ["1", ...roles],
  ];
  for (const body of refused) {
    expect(
      (await ask("PATCH", member, { body: { roles: body, nick: "New" } })).status,
    ).toBeGreaterThan(399);
  }
  expect(await memberNow()).toMatchObject({ roles, nick: null });
});

test("a PATCH that omits a managed role of the member is refused", async () => {
  const { ask, member, roleId, memberNow, servers, id, userId } = await openServer({
    roles: [{ name: "low" }, { name: "Patreon", managed: true }],
  });
  await servers.editMember(id, userId, { add: [roleId("Patreon")] });
  const patch = (roles: string[]) => ask("PATCH", member, { body: { roles } });
  expect(await patch([roleId("low")])).toMatchObject(refusal(403, 50_013));
  expect((await memberNow())?.roles).toEqual([roleId("Patreon")]);
  expect((await patch([roleId("low"), roleId("Patreon")])).status).toBe(200);
  expect((await memberNow())?.roles).toEqual([roleId("low"), roleId("Patreon")]);
});

test("the bot changes only roles below its own, which are not managed", async () => {
  const { ask, member, roleId, servers, id, guild } = await openServer({
    roles: [{ name: "low" }, { name: "Patreon", managed: true }, { name: "above" }],
    botRolePosition: 3,
  });
  const put = (role: string) => ask("PUT", `${member}/roles/${role}`);
  expect((await put(roleId("low"))).status).toBe(204);
  expect(await put(roleId("above"))).toMatchObject(refusal(403, 50_013));
  expect(await put(roleId("Muster"))).toMatchObject(refusal(403, 50_013));
  expect(await put(roleId("Patreon"))).toMatchObject(refusal(403, 50_013));
  expect(await put(id)).toMatchObject(refusal(400, 50_028));
  expect(await put("123")).toMatchObject(refusal(404, 10_011));
  expect(await put("x")).toMatchObject(refusal(400, 50_035));

  await servers.changeRole(id, roleId("above"), { position: 1 });
  expect((await put(roleId("above"))).status).toBe(204);
  expect(await ask("GET", `${guild}/roles`)).toMatchObject({
    json: expect.arrayContaining([
      expect.objectContaining({ name: "above", position: 1, managed: false }),
      expect.objectContaining({ name: "low", position: 2 }),
      expect.objectContaining({ name: "Muster", managed: true, tags: { bot_id: BOT_ID } }),
    ]),
  });
});

test("the bot renames members below it, never the owner", async () => {
  const { ask, guild, member, ownerId, servers, id, userId, roleId } = await openServer({
    roles: [{ name: "low" }, { name: "above" }],
    botRolePosition: 2,
  });
  const rename = (path: string, nick: string | null) => ask("PATCH", path, { body: { nick } });
  expect(await rename(member, "Mira Tal")).toMatchObject({ json: { nick: "Mira Tal" } });
  expect(await rename(member, null)).toMatchObject({ json: { nick: null } });
  expect((await rename(member, "Ж".repeat(32))).status).toBe(200);
  expect((await rename(member, "🚀".repeat(32))).status).toBe(200);
  expect(await rename(member, "x".repeat(33))).toMatchObject(refusal(400, 50_035));
  expect(await rename(`${guild}/members/${ownerId}`, "Boss")).toMatchObject(refusal(403, 50_013));
  await servers.editMember(id, userId, { add: [roleId("above")] });
  expect(await rename(member, "Below")).toMatchObject(refusal(403, 50_013));
  expect((await ask("PUT", `${guild}/members/${ownerId}/roles/${roleId("low")}`)).status).toBe(204);
});

test("every change needs its permission", async () => {
  const { ask, guild, member, roleId, servers, id } = await openServer({ botPermissions: [] });
  const role = `${member}/roles/${roleId("low")}`;
  expect(await ask("PUT", role)).toMatchObject(refusal(403, 50_013));
  expect(await ask("PATCH", member, { body: { nick: "x" } })).toMatchObject(refusal(403, 50_013));
  expect(await ask("PATCH", member, { body: { roles: [] } })).toMatchObject(refusal(403, 50_013));
  expect(await ask("GET", `${guild}/audit-logs`)).toMatchObject(refusal(403, 50_013));
  await servers.installBot(id, { permissions: ["ADMINISTRATOR"] });
  expect((await ask("PUT", role)).status).toBe(204);
  expect((await ask("PATCH", member, { body: { nick: "x" } })).status).toBe(200);
  expect((await ask("GET", `${guild}/audit-logs`)).status).toBe(200);
});

test("roles on a server with the two-factor rule need the authentication of the bot's owner", async () => {
  const { ask, discord, member, roleId } = await openServer({ mfaLevel: 1 });
  const put = () => ask("PUT", `${member}/roles/${roleId("low")}`);
  expect((await put()).status).toBe(204);
  await discord.changeApplication(BOT_ID, { ownerHasTwoFactor: false });
  expect(await put()).toMatchObject(refusal(403, 60_003));
  expect((await ask("PATCH", member, { body: { nick: "x" } })).status).toBe(200);
});

test("members who left, deleted accounts, foreign servers and unknown servers have their own errors", async () => {
  const { ask, discord, servers, guild, id, member, userId, roleId } = await openServer();
  await servers.leave(id, userId);
  expect(await ask("GET", member)).toMatchObject(refusal(404, 10_007));
  expect(await ask("PUT", `${member}/roles/${roleId("low")}`)).toMatchObject(refusal(404, 10_007));
  await discord.deleteUser(userId);
  expect(await ask("PUT", `${member}/roles/${roleId("low")}`)).toMatchObject(refusal(404, 10_013));
  await servers.removeBot(id);
  expect(await ask("GET", guild)).toMatchObject(refusal(403, 50_001));
  expect(await ask("GET", "/guilds/123")).toMatchObject(refusal(404, 10_004));
});

test("a wrong bot token is refused, and a reset token ends the old one", async () => {
  const { ask, discord } = await openServer();
  expect(await ask("GET", "/users/@me", { token: "wrong" })).toMatchObject({ status: 401 });
  expect(await ask("GET", "/users/@me")).toMatchObject({ json: { id: BOT_ID, bot: true } });
  await discord.changeApplication(BOT_ID, { botToken: "another" });
  expect((await ask("GET", "/users/@me/guilds")).status).toBe(401);
});

test("the list of members is paged by id and needs the intent", async () => {
  const { ask, discord, guild, servers, id } = await openServer();
  const users = await Promise.all(Array.from({ length: 5 }, () => discord.createUser()));
  await servers.addMembers(
    id,
    users.map((user) => ({ userId: user.id })),
  );
  const ids = (await servers.read(id)).members
    .map(({ userId }) => userId)
    .toSorted((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1));
  const page = async (query: string) => (await ask("GET", `${guild}/members${query}`)).json;
  const shown = (list: string[]) =>
    list.map((id) => expect.objectContaining({ user: expect.objectContaining({ id }) }));
  expect(await page("")).toEqual(shown(ids.slice(0, 1)));
  expect(await page("?limit=1000")).toEqual(shown(ids));
  expect(await page(`?limit=3&after=${ids[1]}`)).toEqual(shown(ids.slice(2, 5)));
  expect(await ask("GET", `${guild}/members?limit=1001`)).toMatchObject(refusal(400, 50_035));
  await discord.changeApplication(BOT_ID, { membersIntent: false });
  expect(await ask("GET", `${guild}/members?limit=1000`)).toMatchObject(refusal(403, 50_001));
  expect(await ask("GET", `${guild}/members/${ids[0]}`)).toMatchObject({ status: 200 });
  expect(await ask("GET", "/applications/@me")).toMatchObject({
    json: { flags: 1 << 8, verify_key: DISCORD_BOT.DISCORD_PUBLIC_KEY },
  });
});

test("a user is added with the user's token, and told apart from one who is in already", async () => {
  const { ask, discord, guild, read, roleId } = await openServer({ screening: true });
  const user = await discord.createUser({ username: "newcomer" });
  const { accessToken } = await discord.grant(user.id);
  const body = { access_token: accessToken, roles: [roleId("low")], nick: "New" };
  const path = `${guild}/members/${user.id}`;
  expect(await ask("PUT", path, { body })).toMatchObject({
    status: 201,
    json: { pending: true, nick: "New", roles: [roleId("low")] },
  });
  expect((await ask("PUT", path, { body: { ...body, nick: "Other", roles: [] } })).status).toBe(
    204,
  );
  expect((await read()).members.at(-1)).toMatchObject({ nick: "New", roles: [roleId("low")] });
});

test("adding a user is refused for a bad token, a ban, too many servers and a missing permission", async () => {
  const { ask, discord, servers, guild, id } = await openServer();
  const join = (userId: string, token: string) =>
    ask("PUT", `${guild}/members/${userId}`, { body: { access_token: token } });
  const granted = async (to: { clientId?: string; scopes?: string[] }, otherServers = 0) => {
    const user = await discord.createUser({ otherServers });
    return { userId: user.id, token: (await discord.grant(user.id, to)).accessToken };
  };
  const good = await granted({});
  const foreign = await granted({ clientId: OTHER_APPLICATION_ID });
  const unscoped = await granted({ scopes: ["identify"] });
  const full = await granted({}, 100);
  for (const { userId, token } of [
    foreign,
    unscoped,
    { ...good, token: "x" },
    { ...good, userId: full.userId },
  ]) {
    expect(await join(userId, token)).toMatchObject(refusal(400, 50_025));
  }
  expect(await join(full.userId, full.token)).toMatchObject(refusal(400, 30_001));
  expect((await join(good.userId, good.token)).status).toBe(201);
  await servers.ban(id, good.userId);
  expect(await join(good.userId, good.token)).toMatchObject(refusal(403, 40_007));
  await servers.installBot(id, { permissions: ["MANAGE_ROLES"] });
  expect(await join(full.userId, full.token)).toMatchObject(refusal(403, 50_013));
});

test("the bot lists and leaves its servers", async () => {
  const { ask, id, servers, guild } = await openServer({ name: "First" });
  const other = await servers.create({ name: "Elsewhere", botPermissions: null });
  const names = async () => (await ask("GET", "/users/@me/guilds")).json;
  expect(await names()).toEqual([
    expect.objectContaining({ name: "Sable Meridian" }),
    expect.objectContaining({ name: "First", owner: false, permissions: expect.any(String) }),
  ]);
  expect(await ask("GET", `/guilds/${other.id}`)).toMatchObject(refusal(403, 50_001));
  expect((await ask("DELETE", `/users/@me/guilds/${id}`)).status).toBe(204);
  expect(await names()).toHaveLength(1);
  expect(await ask("GET", guild)).toMatchObject(refusal(403, 50_001));
  expect((await servers.read(id)).roles.map(({ name }) => name)).toEqual(["high", "low"]);
});
