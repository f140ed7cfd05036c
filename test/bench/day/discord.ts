import { encryptToken } from "#worker/discord/link/encrypted-token.ts";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";
import { ALARM_GROUPS } from "#shared/corporations/alarms.ts";
import { assert } from "vitest";
import { settle } from "#test/support/discord/managed-discord.ts";
import type { Driver } from "#test/support/workerd/queue-driver.ts";
import type { Community } from "./community.ts";
import { MAPPED_ROLES, POSTING_GROUPS } from "./habits.ts";

/** A request to Discord takes at least this long. */
const LATENCY_MS = 25;

/**
 * All users have linked Discord and are on a server, and have the roles of their groups. Groups and corporations post in a
 * channel, and the players have switched direct messages on.
 */
export async function buildDiscord(community: Community, drive: Driver) {
  const { muster, newEden, admin, owner, players, corporations } = community;
  const { discord } = newEden;
  await discord.setLatency(LATENCY_MS);
  const { id, roles } = await discord.servers.create({
    membersIntent: true,
    roles: Array.from({ length: MAPPED_ROLES }, (_, index) => ({ name: `Role ${index}` })),
  });
  const people = await linkAll(community);
  await discord.servers.addMembers(
    id,
    people.map((userId) => ({ userId, pending: false })),
  );

  const { discord: servers } = admin.api.admin;
  const param = { id };
  const added = await servers.$post({ json: { serverId: id } });
  assert(added.ok, `The server was not added: ${added.status}.`);
  const saved = await servers[":id"].$put({
    param,
    json: {
      roles: roles
        .filter(({ managed }) => !managed)
        .map((role, index) => ({
          roleId: role.id,
          groupIds: [index % 2 === 0 ? "everyone" : `g${index}`],
        })),
      nickname: null,
      joinGroupId: null,
      drift: "list",
      version: (await added.json()).version,
    },
  });
  assert(saved.ok, `The settings were not saved: ${saved.status}.`);
  // Longer than the windows of Discord's limits.
  await drive.advance(11);
  const { version } = await saved.json();
  const switched = await servers[":id"].switch.$post({ param, json: { isOn: true, version } });
  assert(switched.ok, `The server was not switched on: ${switched.status}.`);
  await settle(muster, drive);

  const [channel] = await discord.channels(id);
  assert(channel !== undefined, "The server has no channel.");
  const target = { kind: "channel" as const, serverId: id, channelId: channel.id };
  for (let n = 0; n < POSTING_GROUPS; n++) {
    await drive.advance(11);
    const feed = await owner.api.groups[":id"]["discord-feed"].$put({
      param: { id: `g${n}` },
      json: { target, topics: ["requests", "joined", "left", "grace", "held"] },
    });
    assert(feed.status === 200, `The posts of g${n} were not saved: ${feed.status}.`);
  }
  for (const corporation of corporations) {
    await drive.advance(11);
    const own = { param: corporation.param };
    const feed = await admin.api.corporations[":id"]["discord-feed"].$put({
      ...own,
      json: { target, topics: ["director_unhealthy", "token_lost"] },
    });
    assert(feed.status === 200, `The posts of a corporation were not saved: ${feed.status}.`);
    const place = { ...target, roleId: null };
    const channels = Object.fromEntries(ALARM_GROUPS.map((group) => [group, place]));
    const told = await admin.api.corporations[":id"].alarms.$put({
      ...own,
      json: { channels, quiet: null, language: "en" },
    });
    assert(told.status === 200, `The alarms of a corporation were not saved: ${told.status}.`);
    await admin.api.rosters[":id"].$put({ ...own, json: { readsRoles: true } });
  }
  for (const { user } of players) {
    const on = await user.api.discord.messages.$put({ json: { isOn: true } });
    assert(on.status === 200, `Direct messages were not switched on: ${on.status}.`);
  }
  return { serverId: id };
}

/** The Discord accounts of everyone who has a character. */
async function linkAll({ muster, newEden: { discord } }: Community): Promise<string[]> {
  const { db, config, env } = { ...muster.context, env: muster.env };
  const { results } = await env.DB.prepare(
    "select id from users where main_character_id is not null",
  ).all<{ id: string }>();
  const people = await discord.createUsers(results.length);
  for (const [index, { id: discordId, username }] of people.entries()) {
    const { refreshToken } = await discord.grant(discordId);
    await db.insert(discordAccounts).values({
      discordId,
      userId: results[index]?.id ?? "",
      username,
      displayName: null,
      discriminator: "0",
      refreshToken: await encryptToken(config, refreshToken, discordId),
      isAuthorized: true,
      linkedAt: new Date(),
      checkDueAt: new Date(Date.now() + 24 * 60 * 60 * 1000),
    });
  }
  return people.map(({ id }) => id);
}
