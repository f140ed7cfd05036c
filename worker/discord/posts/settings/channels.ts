import { eq, sql } from "drizzle-orm";
import type { AlarmChoices } from "#shared/corporations/alarms.ts";
import type { DiscordChannels } from "#shared/discord/feeds.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { run } from "#worker/db/batch.ts";
import { discordAccounts } from "#worker/db/schema/discord-servers.ts";
import { orm, prepare } from "#worker/db/statements.ts";
import { NO_BUCKETS, openBot } from "#worker/discord/bot/bot.ts";
import type { Bot } from "#worker/discord/bot/bot.ts";
import {
  getGuild,
  getMember,
  getOwnUser,
  listGuilds,
  listRoles,
} from "#worker/discord/bot/endpoints.ts";
import { listGuildChannels } from "#worker/discord/posts/endpoints.ts";
import type { Channel } from "#worker/discord/posts/endpoints.ts";
import type { Context } from "#worker/env.ts";

/** Text channels and channels of announcements. */
const KINDS = new Set([0, 5]);
/** Each server takes five requests. */
const MOST_SERVERS = 8;

const selectDiscordId = prepare({ discordId: discordAccounts.discordId }, (fields) =>
  orm
    .select(fields)
    .from(discordAccounts)
    .where(eq(discordAccounts.userId, sql.placeholder("userId"))),
);

/**
 * The channels in which the bot may write and the actor too, at this moment: a group's owner must not reach more channels through
 * Muster than at Discord. System administrators choose any of the bot's. `only`: of this server.
 */
export async function listChannelChoices(
  context: Context,
  actor: UserActor,
  only?: string,
): Promise<DiscordChannels> {
  const { channels, missing } = await listChoices(context, actor, only);
  return { channels, missing };
}

/** The same, with the roles that the bot may mention. */
export async function listChoices(
  { db, config }: Context,
  { userId, isAdmin }: UserActor,
  only?: string,
): Promise<AlarmChoices> {
  const none = { channels: [], roles: [] };
  if (config.DISCORD_BOT_TOKEN === "") return { ...none, missing: null };
  const [account] = await run(db, selectDiscordId({ userId }));
  if (account === undefined && !isAdmin) return { ...none, missing: "link" };
  const bot = openBot(config, NO_BUCKETS);
  const self = await bot.call(getOwnUser);
  const servers = await bot.call(listGuilds);
  if (self.state !== "ok" || servers.state !== "ok") {
    return { ...none, missing: "unavailable" };
  }
  const looked = servers.data.filter(({ id }) => id === (only ?? id)).slice(0, MOST_SERVERS);
  const found = await Promise.all(
    looked.map((server) =>
      channelsOf(bot, server, self.data.id, isAdmin ? undefined : account?.discordId),
    ),
  );
  return {
    channels: found.flatMap((server) => server?.channels ?? []),
    roles: found.flatMap((server) => server?.roles ?? []),
    missing: found.includes(undefined) ? "unavailable" : null,
  };
}

/** Undefined: Discord did not answer. */
async function channelsOf(
  bot: Bot,
  { id, name }: { id: string; name: string },
  botId: string,
  readerId: string | undefined,
): Promise<Omit<AlarmChoices, "missing"> | undefined> {
  const people: { id: string; roles: string[] }[] = [];
  for (const memberId of readerId === undefined ? [botId] : [botId, readerId]) {
    const member = await bot.call(getMember(id, memberId));
    // Not a member of this server.
    if (member.state === "refused") return { channels: [], roles: [] };
    if (member.state !== "ok") return undefined;
    people.push({ id: memberId, roles: member.data.roles });
  }
  const guild = await bot.call(getGuild(id));
  const roles = await bot.call(listRoles(id));
  const channels = await bot.call(listGuildChannels(id));
  if (guild.state !== "ok" || roles.state !== "ok" || channels.state !== "ok") return undefined;
  const server = { id, ownerId: guild.data.owner_id, roles: roles.data };
  const [self] = people;
  const mayMention =
    self !== undefined && (basePermissions(server, self) & MENTION_EVERYONE) !== 0n;
  return {
    channels: channels.data
      .filter((channel) => KINDS.has(channel.type))
      .filter((channel) => people.every((member) => mayWrite(server, channel, member)))
      .map((channel) => ({
        serverId: id,
        serverName: name,
        channelId: channel.id,
        channelName: channel.name ?? channel.id,
      })),
    roles: roles.data
      .filter((role) => role.id !== id && !role.managed && (role.mentionable || mayMention))
      .map((role) => ({ serverId: id, roleId: role.id, name: role.name })),
  };
}

/** https://discord.com/developers/docs/topics/permissions */
const ADMINISTRATOR = 1n << 3n;
const VIEW_CHANNEL = 1n << 10n;
const SEND_MESSAGES = 1n << 11n;
/** Without it, Discord leaves out the part of a message that has the requests. */
const EMBED_LINKS = 1n << 14n;
/** With it, the bot mentions roles that others may not mention. */
const MENTION_EVERYONE = 1n << 17n;
const ALL = (1n << 64n) - 1n;

type Server = { id: string; ownerId: string; roles: { id: string; permissions: string }[] };
type Member = { id: string; roles: readonly string[] };

/**
 * Whether a member may write in a channel: the roles, then what the channel changes for everybody, for the roles, and for the
 * member. https://discord.com/developers/docs/topics/permissions#permission-overwrites
 */
function mayWrite(server: Server, channel: Channel, member: Member): boolean {
  const needed = VIEW_CHANNEL | SEND_MESSAGES | EMBED_LINKS;
  return (permissionsIn(server, channel, member) & needed) === needed;
}

function permissionsIn(server: Server, channel: Channel, member: Member): bigint {
  const base = basePermissions(server, member);
  if (base === ALL) return ALL;
  const { permission_overwrites: overwrites } = channel;
  const steps = [
    overwrites.filter(({ id }) => id === server.id),
    overwrites.filter(({ id }) => id !== server.id && member.roles.includes(id)),
    overwrites.filter(({ id }) => id === member.id),
  ];
  return steps.reduce((permissions, step) => {
    const allow = step.reduce((sum, one) => sum | BigInt(one.allow), 0n);
    const deny = step.reduce((sum, one) => sum | BigInt(one.deny), 0n);
    return (permissions & ~deny) | allow;
  }, base);
}

/** What a member may do on the server, before a channel changes it. */
function basePermissions(server: Server, member: Member): bigint {
  const base = server.roles
    .filter(({ id }) => id === server.id || member.roles.includes(id))
    .reduce((sum, { permissions }) => sum | BigInt(permissions), 0n);
  return member.id === server.ownerId || (base & ADMINISTRATOR) !== 0n ? ALL : base;
}
