import { expect, test } from "vitest";
import { openServer } from "#test/support/discord/discord-bot.ts";
import { localVars } from "./local-vars.ts";

const BOT_ID = localVars(0).DISCORD_CLIENT_ID;
const refusal = (status: number, code: number) => ({ status, json: { code } });

test("a ban removes the member and the recent messages, and keeps the user out until it is lifted", async () => {
  const { ask, guild, userId, read, memberNow, discord, servers, id } = await openServer({
    botPermissions: ["BAN_MEMBERS", "CREATE_INSTANT_INVITE"],
  });
  const path = `${guild}/bans/${userId}`;
  expect(await ask("GET", path)).toMatchObject(refusal(404, 10_026));
  expect(await ask("DELETE", path)).toMatchObject(refusal(404, 10_026));
  expect((await ask("PUT", path, { body: {}, reason: "spam" })).status).toBe(204);
  expect((await ask("PUT", path, { body: {}, reason: "again" })).status).toBe(204);
  expect(await memberNow()).toBeUndefined();
  const ban = { user: { id: userId }, reason: "spam" };
  expect(await ask("GET", path)).toMatchObject({ status: 200, json: ban });
  const other = await discord.createUser();
  await servers.addMembers(id, [{ userId: other.id }]);
  await ask("PUT", `${guild}/bans/${other.id}`, { body: {} });
  const users = [userId, other.id].map((one) => ({ user: { id: one } }));
  expect((await ask("GET", `${guild}/bans`)).json).toMatchObject(users);
  expect((await ask("GET", `${guild}/bans?after=${userId}`)).json).toMatchObject([users[1]]);
  expect((await ask("GET", `${guild}/bans?before=${other.id}`)).json).toMatchObject([users[0]]);

  const { accessToken } = await discord.grant(userId);
  const join = () =>
    ask("PUT", `${guild}/members/${userId}`, { body: { access_token: accessToken } });
  expect(await join()).toMatchObject(refusal(403, 40_007));
  expect((await ask("DELETE", path)).status).toBe(204);
  expect((await join()).status).toBe(201);
  expect((await read()).auditLog.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["member_ban", "member_unban"]),
  );
});

test("a ban needs its permission, a user who exists, and a member below the bot", async () => {
  const open = await openServer({ botPermissions: [] });
  const path = `${open.guild}/bans/${open.userId}`;
  expect(await open.ask("PUT", path, { body: {} })).toMatchObject(refusal(403, 50_013));
  expect(await open.ask("GET", `${open.guild}/bans`)).toMatchObject(refusal(403, 50_013));
  const { ask, guild, ownerId } = await openServer({ botPermissions: ["BAN_MEMBERS"] });
  const put = (userId: string, body: object = {}) =>
    ask("PUT", `${guild}/bans/${userId}`, { body });
  expect(await put(ownerId)).toMatchObject(refusal(403, 50_013));
  expect(await put("1")).toMatchObject(refusal(404, 10_013));
  expect(await put("1", { delete_message_seconds: -1 })).toMatchObject(refusal(400, 50_035));
});

test("the bot reads the messages of a channel, in pages, with the permission to read its history", async () => {
  const { eden, ask, discord, id } = await openServer({ botPermissions: [] });
  const channel = await discord.createChannel(id, {});
  const path = `/channels/${channel.id}/messages`;
  for (const content of ["one", "two", "three"]) await ask("POST", path, { body: { content } });
  const [one, two, three] = (await discord.messages(channel.id)).map((message) => message.id);
  const read = async (query = "") => {
    const { status, json } = await ask("GET", path + query);
    return [status, Array.isArray(json) ? json.map(({ content }) => content) : json];
  };
  expect(await read()).toEqual([200, ["three", "two", "one"]]);
  expect(await read("?limit=1")).toEqual([200, ["three"]]);
  expect(await read(`?before=${three}&limit=1`)).toEqual([200, ["two"]]);
  expect(await read(`?after=${one}&limit=1`)).toEqual([200, ["two"]]);
  await eden.control.advanceClock(5);
  expect(await read(`?around=${two}&limit=3`)).toEqual([200, ["three", "two", "one"]]);
  expect(await read("?limit=101")).toMatchObject([400, { code: 50_035 }]);
  expect(await ask("GET", `${path}/${two}`)).toMatchObject({
    status: 200,
    json: { content: "two" },
  });
  expect(await ask("GET", `${path}/1`)).toMatchObject(refusal(404, 10_008));

  await eden.control.advanceClock(5);
  const everyone = { id, type: "role" as const, allow: [] };
  await discord.changeChannel(channel.id, {
    overwrites: [{ ...everyone, deny: ["READ_MESSAGE_HISTORY"] }],
  });
  expect(await read()).toEqual([200, []]);
  expect(await ask("GET", `${path}/${two}`)).toMatchObject(refusal(403, 50_013));
  await discord.changeChannel(channel.id, {
    overwrites: [{ ...everyone, deny: ["VIEW_CHANNEL"] }],
  });
  expect(await ask("GET", path)).toMatchObject(refusal(403, 50_001));
});

test("the original reply of a command is announced, filled, read and deleted", async () => {
  const { eden, ask, discord, id, ownerId } = await openServer();
  const act = { kind: "command" as const, name: "access" };
  const { interaction } = await discord.interaction(ownerId, act, id);
  const path = `/webhooks/${BOT_ID}/${interaction.token}/messages/@original`;
  expect(await ask("GET", path)).toMatchObject(refusal(404, 10_015));
  expect(await ask("PATCH", path, { body: { content: "early" } })).toMatchObject(
    refusal(404, 10_015),
  );
  await discord.respond(interaction.token, { type: 5, data: { flags: 64 } });
  expect(await ask("GET", path)).toMatchObject({ json: { content: "", flags: 64 | 128 } });
  const filled = { content: "**Scouts**", flags: 64, author: { id: BOT_ID } };
  const body = { content: filled.content };
  expect(await ask("PATCH", path, { body })).toMatchObject({ status: 200, json: filled });
  expect(await ask("GET", path)).toMatchObject({ status: 200, json: filled });
  expect(await discord.replies(interaction.token)).toMatchObject([
    { isPrivate: true, content: filled.content },
  ]);
  await eden.control.advanceClock(5);
  expect((await ask("DELETE", path)).status).toBe(204);
  expect(await ask("GET", path)).toMatchObject(refusal(404, 10_008));
});

test("the original reply to a button is the message with the button", async () => {
  const { eden, ask, discord, id, ownerId } = await openServer();
  const channel = await discord.createChannel(id, {});
  const messages = `/channels/${channel.id}/messages`;
  const { json } = await ask("POST", messages, { body: { content: "Mira Tal asks to join" } });
  const [message] = await discord.messages(channel.id);
  const act = { kind: "button" as const, channelId: channel.id, messageId: message?.id ?? "" };
  const { interaction } = await discord.interaction(ownerId, { ...act, customId: "a" }, id);
  const path = `/webhooks/${BOT_ID}/${interaction.token}/messages/@original`;
  expect(await ask("GET", path)).toMatchObject({ status: 200, json });
  await ask("PATCH", path, { body: { content: "Approved" } });
  expect(await discord.messages(channel.id)).toMatchObject([{ content: "Approved" }]);
  expect((await ask("DELETE", path)).status).toBe(204);
  expect(await discord.messages(channel.id)).toEqual([]);
  await eden.control.advanceClock(5);
  expect(await ask("GET", path)).toMatchObject(refusal(404, 10_008));
});
