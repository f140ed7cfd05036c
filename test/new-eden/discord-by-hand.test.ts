import { expect, test } from "vitest";
import { openServer } from "#test/support/discord/discord-bot.ts";
import { localVars } from "./local-vars.ts";

const BOT_ID = localVars(0).DISCORD_CLIENT_ID;

test("the audit log tells hand edits from the bot's, filtered and in both directions", async () => {
  const { ask, eden, guild, member, roleId, servers, id, ownerId, userId } = await openServer();
  await servers.editMember(id, userId, { add: [roleId("high")] });
  await ask("PUT", `${member}/roles/${roleId("low")}`, { reason: "event-1" });
  await servers.editMember(id, userId, { nick: "By hand" });
  const read = async (query: string) => (await ask("GET", `${guild}/audit-logs${query}`)).json;
  const roleUpdates = {
    audit_log_entries: [
      { user_id: BOT_ID, target_id: userId, action_type: 25, reason: "event-1" },
      { user_id: ownerId, action_type: 25 },
    ],
  };
  expect(await read("?action_type=25&limit=100")).toMatchObject(roleUpdates);
  expect(await read("?after=0")).toMatchObject({
    audit_log_entries: [{ user_id: ownerId }, { user_id: BOT_ID }, { action_type: 24 }],
    users: expect.arrayContaining([expect.objectContaining({ id: BOT_ID, bot: true })]),
  });
  const [first] = (await servers.read(id)).auditLog;
  expect(await read(`?before=${first?.id}&limit=1`)).toMatchObject({
    audit_log_entries: [{ reason: "event-1" }],
  });
  await eden.control.advanceClock(46 * 24 * 3600);
  expect(await read("")).toMatchObject({ audit_log_entries: [] });
});

test("a deleted role is gone from its members", async () => {
  const { servers, id, userId, roleId, memberNow } = await openServer();
  await servers.editMember(id, userId, { add: [roleId("low"), roleId("high")] });
  await servers.deleteRole(id, roleId("low"));
  expect((await memberNow())?.roles).toEqual([roleId("high")]);
});

test("a scheduled edit is made before the request that it precedes, or on demand", async () => {
  const { ask, member, servers, id, userId, roleId } = await openServer();
  await servers.scheduleEdit(id, userId, { add: [roleId("low")] }, 1);
  await servers.scheduleEdit(id, userId, { add: [roleId("high")] }, 5);
  const roles = async () => (await ask("GET", member)).json;
  expect(await roles()).toMatchObject({ roles: [] });
  expect(await roles()).toMatchObject({ roles: [roleId("low")] });
  expect(await servers.finishEdits()).toEqual({ made: 1 });
  expect(await roles()).toMatchObject({ roles: [roleId("low"), roleId("high")] });
});
