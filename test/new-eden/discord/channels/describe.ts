import type { Application, Command } from "#test/new-eden/discord/applications.ts";
import { describeUser, findUser } from "#test/new-eden/discord/people.ts";
import { timestamp } from "#test/new-eden/discord/servers/describe.ts";
import { permissionBits } from "#test/new-eden/discord/servers/permissions.ts";
import type { World } from "#test/new-eden/world.ts";
import type { Channel, ChannelMessage, Webhook } from "./channel.ts";

export function describeChannel({ id, name, serverId, overwrites }: Channel, position: number) {
  return {
    id,
    type: 0,
    last_message_id: null,
    flags: 0,
    guild_id: serverId,
    name,
    parent_id: null,
    rate_limit_per_user: 0,
    topic: null,
    position,
    permission_overwrites: overwrites.map((one) => ({
      id: one.id,
      type: one.type === "role" ? 0 : 1,
      allow: permissionBits(one.allow),
      deny: permissionBits(one.deny),
    })),
    nsfw: false,
  };
}

export function describeDirect(world: World, { id, recipientId }: Channel) {
  const user = findUser(world, recipientId ?? "");
  return {
    id,
    type: 1,
    last_message_id: null,
    flags: 0,
    recipients: user === undefined ? [] : [describeUser(user)],
  };
}

export function describeMessage(
  world: World,
  channel: Pick<Channel, "id">,
  message: ChannelMessage,
) {
  const { webhookId, authorId, authorName, nonce } = message;
  const user = findUser(world, authorId);
  const author =
    user === undefined
      ? {
          ...describeUser({
            id: authorId,
            username: authorName ?? "webhook",
            discriminator: "0000",
            globalName: null,
            email: "",
            isBot: true,
            otherServers: 0,
          }),
        }
      : describeUser(user);
  let componentId = 0;
  return {
    type: 0,
    content: message.content,
    mentions: [],
    mention_roles: [],
    attachments: [],
    embeds: message.embeds.map((embed) => ({ type: "rich", ...embed })),
    timestamp: timestamp(message.createdAt),
    edited_timestamp: message.editedAt === null ? null : timestamp(message.editedAt),
    flags: message.flags,
    components: message.components.map((row) => ({
      type: 1,
      id: (componentId += 1),
      components: row.components.map((button) => ({ id: (componentId += 1), ...button })),
    })),
    id: message.id,
    channel_id: channel.id,
    author,
    pinned: false,
    mention_everyone: false,
    tts: false,
    ...(nonce !== undefined && { nonce }),
    ...(webhookId !== undefined && { webhook_id: webhookId }),
  };
}

export function describeWebhook(world: World, { id, token, channelId, name }: Webhook) {
  return {
    application_id: null,
    avatar: null,
    channel_id: channelId,
    guild_id: world.discord.channels.get(channelId)?.serverId,
    id,
    name,
    type: 1,
    token,
  };
}

export function describeCommand(application: Application, serverId: string, command: Command) {
  const { id, type, name, description, options } = command;
  return {
    id,
    application_id: application.id,
    version: id,
    default_member_permissions: null,
    type,
    name,
    description,
    guild_id: serverId,
    nsfw: false,
    ...(options.length > 0 && { options }),
  };
}
