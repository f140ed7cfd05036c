import * as z from "zod/mini";
import { languageSchema } from "#shared/account/language.ts";
import { corporationTopicSchema, groupTopicSchema } from "#shared/discord/feeds.ts";
import type {
  CommandsRegistered,
  DirectMessages,
  DiscordChannels,
  DiscordFeed,
} from "#shared/discord/feeds.ts";
import { NOTHING, orNull, when } from "./shapes.ts";

const feed: z.ZodMiniType<DiscordFeed> = z.strictObject({
  target: orNull(
    z.strictObject({
      kind: z.enum(["channel", "webhook"]),
      name: z.string(),
      serverName: orNull(z.string()),
    }),
  ),
  topics: z.array(z.union([groupTopicSchema, corporationTopicSchema])),
  language: languageSchema,
  halt: orNull(z.enum(["no_access", "no_permission", "gone", "unauthorized", "unavailable"])),
  postedAt: orNull(when),
  hasBot: z.boolean(),
});

const channels: z.ZodMiniType<DiscordChannels> = z.strictObject({
  channels: z.array(
    z.strictObject({
      serverId: z.string(),
      serverName: z.string(),
      channelId: z.string(),
      channelName: z.string(),
    }),
  ),
  missing: orNull(z.enum(["link", "unavailable"])),
});

const messages: z.ZodMiniType<DirectMessages> = z.strictObject({
  isOn: z.boolean(),
  canSend: z.boolean(),
  isClosed: z.boolean(),
});

const registered: z.ZodMiniType<CommandsRegistered> = z.strictObject({
  servers: z.array(z.string()),
  problems: z.array(z.string()),
});

/** The response schema of each route of commands and posts. */
export const FRONT_DOOR_ANSWERS: Record<string, z.ZodMiniType> = {
  "POST /api/discord/interactions": z.strictObject({ type: z.int() }),
  "POST /api/discord/events": NOTHING,
  "GET /api/discord/messages": messages,
  "PUT /api/discord/messages": messages,
  "POST /api/admin/discord/commands": registered,
  "GET /api/groups/:id/discord-feed": feed,
  "PUT /api/groups/:id/discord-feed": feed,
  "DELETE /api/groups/:id/discord-feed": NOTHING,
  "GET /api/groups/:id/discord-channels": channels,
  "GET /api/admin/log/discord-feed": feed,
  "PUT /api/admin/log/discord-feed": feed,
  "DELETE /api/admin/log/discord-feed": NOTHING,
  "GET /api/admin/log/discord-channels": channels,
  "GET /api/watchlist/discord-feed": feed,
  "PUT /api/watchlist/discord-feed": feed,
  "DELETE /api/watchlist/discord-feed": NOTHING,
  "GET /api/watchlist/discord-channels": channels,
  "GET /api/corporations/:id/discord-feed": feed,
  "PUT /api/corporations/:id/discord-feed": feed,
  "DELETE /api/corporations/:id/discord-feed": NOTHING,
  "GET /api/corporations/:id/discord-channels": channels,
};
