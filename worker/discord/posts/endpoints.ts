import * as z from "zod/mini";
import { snowflakeSchema } from "#shared/discord/servers.ts";
import { get } from "#worker/discord/bot/bot.ts";
import type { BotRequest } from "#worker/discord/bot/bot.ts";
import type { DiscordMessage } from "./message.ts";

const messageSchema = z.object({ id: snowflakeSchema });
type Sent = z.infer<typeof messageSchema>;

/** Where messages go: a channel as the bot, or a webhook, whose token is in its address. */
export type PostTarget =
  | { kind: "channel"; id: string }
  | { kind: "webhook"; id: string; token: string };

/**
 * Within some minutes, Discord answers the same nonce with the message that it has already sent. Webhooks have none.
 * https://discord.com/developers/docs/resources/message#create-message
 */
export function createMessage(
  target: PostTarget,
  message: DiscordMessage,
  nonce: string,
): BotRequest<Sent> {
  const request = { method: "POST", schema: messageSchema } as const;
  return target.kind === "channel"
    ? {
        ...request,
        route: `/channels/${target.id}/messages`,
        path: `/channels/${target.id}/messages`,
        body: { ...message, nonce, enforce_nonce: true },
      }
    : {
        ...request,
        route: `/webhooks/${target.id}`,
        path: `/webhooks/${target.id}/${target.token}?wait=true`,
        body: message,
        isAnonymous: true,
      };
}

export function editMessage(
  target: PostTarget,
  messageId: string,
  message: DiscordMessage,
): BotRequest<Sent> {
  const request = { method: "PATCH", schema: messageSchema, body: message } as const;
  return target.kind === "channel"
    ? {
        ...request,
        route: `/channels/${target.id}/messages/@`,
        path: `/channels/${target.id}/messages/${messageId}`,
      }
    : {
        ...request,
        route: `/webhooks/${target.id}/messages/@`,
        path: `/webhooks/${target.id}/${target.token}/messages/${messageId}`,
        isAnonymous: true,
      };
}

const webhookSchema = z.object({ id: snowflakeSchema, name: z.nullish(z.string()) });

/** A webhook by its address: whether it exists, and its name. */
export const getWebhook = (id: string, token: string) => ({
  ...get(`/webhooks/${id}/${token}`, webhookSchema, `/webhooks/${id}`),
  isAnonymous: true as const,
});

/** What an event of a server shows. It is at no channel of the server, and so has a place and an end. */
type EventShown = {
  name: string;
  place: string;
  description: string;
  startsAt: Date;
  endsAt: Date;
};

/** https://discord.com/developers/docs/resources/guild-scheduled-event */
const eventBody = ({ name, place, description, startsAt, endsAt }: EventShown) => ({
  name,
  description,
  scheduled_start_time: startsAt.toISOString(),
  scheduled_end_time: endsAt.toISOString(),
  privacy_level: 2,
  entity_type: 3,
  entity_metadata: { location: place },
});

const events = (serverId: string) => `/guilds/${serverId}/scheduled-events`;

export function createEvent(serverId: string, shown: EventShown): BotRequest<Sent> {
  return {
    method: "POST",
    route: "/guilds/scheduled-events",
    path: events(serverId),
    schema: messageSchema,
    body: eventBody(shown),
  };
}

export function editEvent(serverId: string, eventId: string, shown: EventShown): BotRequest<Sent> {
  return {
    method: "PATCH",
    route: "/guilds/scheduled-events/@",
    path: `${events(serverId)}/${eventId}`,
    schema: messageSchema,
    body: eventBody(shown),
  };
}

export function deleteEvent(serverId: string, eventId: string): BotRequest<unknown> {
  return {
    method: "DELETE",
    route: "/guilds/scheduled-events/@",
    path: `${events(serverId)}/${eventId}`,
    schema: z.unknown(),
  };
}

const eventSchema = z.object({ id: snowflakeSchema, description: z.nullish(z.string()) });

export const listEvents = (serverId: string) =>
  get(events(serverId), z.array(eventSchema), "/guilds/scheduled-events");

/** Opens the direct messages with a user, or returns the open ones. */
export function openDirectMessages(userId: string): BotRequest<Sent> {
  return {
    method: "POST",
    route: "/users/@me/channels",
    path: "/users/@me/channels",
    schema: messageSchema,
    body: { recipient_id: userId },
  };
}

const channelSchema = z.object({
  id: snowflakeSchema,
  /** 0 is a text channel, 5 one of announcements. */
  type: z.int(),
  name: z.nullish(z.string()),
  permission_overwrites: z._default(
    z.array(
      z.object({
        id: snowflakeSchema,
        allow: z.string().check(z.regex(/^\d+$/)),
        deny: z.string().check(z.regex(/^\d+$/)),
      }),
    ),
    [],
  ),
});
export type Channel = z.infer<typeof channelSchema>;

export const listGuildChannels = (serverId: string) =>
  get(`/guilds/${serverId}/channels`, z.array(channelSchema), "/guilds/channels");
