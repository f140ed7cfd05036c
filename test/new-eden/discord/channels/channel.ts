import type { Embed } from "./messages.ts";
import { newSnowflake } from "#test/new-eden/discord/snowflake.ts";
import { permissionsOf } from "#test/new-eden/discord/servers/permissions.ts";
import type { Permission } from "#test/new-eden/discord/servers/permissions.ts";
import type { Member, Server } from "#test/new-eden/discord/servers/server.ts";
import { now } from "#test/new-eden/world.ts";
import type { World } from "#test/new-eden/world.ts";

/** What a channel changes for a role or for a member. */
type Overwrite = {
  id: string;
  type: "role" | "member";
  allow: Permission[];
  deny: Permission[];
};

type Button = {
  type: 2;
  style: number;
  label?: string;
  custom_id?: string;
  url?: string;
};
type ActionRow = { type: 1; components: Button[] };

export type ChannelMessage = {
  id: string;
  authorId: string;
  /** The name of a webhook; undefined for a user. */
  authorName: string | undefined;
  webhookId: string | undefined;
  content: string;
  embeds: Embed[];
  components: ActionRow[];
  flags: number;
  nonce: string | undefined;
  createdAt: number;
  editedAt: number | null;
  /** No one was pinged: Discord parses no mentions. */
  pings: boolean;
};

/** A text channel of a server, or the direct messages of the bot with a user. Oldest message first. */
export type Channel = {
  id: string;
  name: string;
  serverId: string | undefined;
  recipientId: string | undefined;
  overwrites: Overwrite[];
  messages: ChannelMessage[];
};

export type Webhook = { id: string; token: string; channelId: string; name: string };

export type NewChannel = { name?: string; overwrites?: Overwrite[] };

export function createChannel(
  world: World,
  serverId: string | undefined,
  { name = "general", overwrites = [] }: NewChannel,
  { id = newSnowflake(now(world)), recipientId }: { id?: string; recipientId?: string } = {},
): Channel {
  const channel = { id, name, serverId, recipientId, overwrites, messages: [] };
  world.discord.channels.set(id, channel);
  return channel;
}

/** https://docs.discord.com/developers/topics/permissions#permission-overwrites */
export function permissionsIn(server: Server, channel: Channel, member: Member): Set<Permission> {
  const base = permissionsOf(server, member);
  if (member.userId === server.ownerId || base.has("ADMINISTRATOR")) return base;
  const result = new Set(base);
  const steps = [
    channel.overwrites.filter(({ id }) => id === server.id),
    channel.overwrites.filter(({ id }) => id !== server.id && member.roles.includes(id)),
    channel.overwrites.filter(({ id }) => id === member.userId),
  ];
  for (const step of steps) {
    for (const { deny } of step) for (const one of deny) result.delete(one);
    for (const { allow } of step) for (const one of allow) result.add(one);
  }
  return result;
}

/** The direct messages of Muster's bot with a user, opened if necessary. */
export function openDirect(world: World, botId: string, userId: string): Channel {
  const open = [...world.discord.channels.values()].find(
    ({ recipientId }) => recipientId === userId,
  );
  return open ?? createChannel(world, undefined, { name: botId }, { recipientId: userId });
}
