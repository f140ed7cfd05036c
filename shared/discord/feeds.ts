import { REMIND_MINUTES } from "#shared/operations/limits.ts";
import { instantSchema } from "#shared/answer.ts";
import { english } from "#shared/english.ts";
import * as z from "zod/mini";
import { languageSchema } from "#shared/account/language.ts";
import { snowflakeSchema } from "./servers.ts";

/** What is posted about a group. `requests`: each with Approve and Reject. */
export const groupTopicSchema = z.enum(["requests", "joined", "left", "grace", "held"]);
export type GroupTopic = z.infer<typeof groupTopicSchema>;

/** What is posted about a corporation. `token_lost`: EVE has revoked a director's authorization. */
export const corporationTopicSchema = z.enum(["director_unhealthy", "token_lost"]);
const topicSchema = z.union([groupTopicSchema, corporationTopicSchema]);
export type Topic = z.infer<typeof topicSchema>;

/**
 * The address of an incoming webhook, as Discord shows it: https://discord.com/developers/docs/resources/webhook. Only its id and its
 * token are used, so a request never goes to another host.
 */
export const WEBHOOK_ADDRESS =
  /^https:\/\/(?:(?:canary|ptb)\.)?discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/(\d{1,19})\/([\w-]{20,100})\/?$/;

/** Where posts go. `same`: where they have gone before. */
const targetSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("same") }),
  z.object({ kind: z.literal("channel"), serverId: snowflakeSchema, channelId: snowflakeSchema }),
  z.object({
    kind: z.literal("webhook"),
    address: z
      .string()
      .check(
        z.trim(),
        z.regex(
          WEBHOOK_ADDRESS,
          english`Copy the address of a webhook at Discord: https://discord.com/api/webhooks/...`,
        ),
      ),
  }),
]);

/** The language of the posts. It stays where it is left out. */
const language = z.optional(languageSchema);

export const saveGroupFeedSchema = z.object({
  target: targetSchema,
  language,
  topics: z.array(groupTopicSchema),
});
export type SaveGroupFeed = z.infer<typeof saveGroupFeedSchema>;

export const saveCorporationFeedSchema = z.object({
  target: targetSchema,
  language,
  topics: z.array(corporationTopicSchema),
});
export type SaveCorporationFeed = z.infer<typeof saveCorporationFeedSchema>;
/** Where the fingerprint of the log or the watchlist is posted: all of it, so that there are no topics. */
export const saveWholeFeedSchema = z.object({ target: targetSchema, language });
export type SaveWholeFeed = z.infer<typeof saveWholeFeedSchema>;
export type FeedTarget = SaveGroupFeed["target"];

/**
 * Why nothing is posted now. `no_access`: Muster may not see the channel. `no_permission`: Muster may not write there. `gone`: the
 * channel or the webhook was deleted. `unauthorized`: Discord does not accept the bot token. `unavailable`: an outage, or too
 * many requests.
 */
const feedHaltSchema = z.enum([
  "no_access",
  "no_permission",
  "gone",
  "unauthorized",
  "unavailable",
]);
export type FeedHalt = z.infer<typeof feedHaltSchema>;

/** `GET …/discord-feed`. */
export const discordFeedSchema = z.strictObject({
  /** Null until one is chosen. `serverName` is null for a webhook. */
  target: z.nullable(
    z.strictObject({
      kind: z.enum(["channel", "webhook"]),
      name: z.string(),
      serverName: z.nullable(z.string()),
    }),
  ),
  topics: z.array(topicSchema),
  language: languageSchema,
  halt: z.nullable(feedHaltSchema),
  postedAt: z.nullable(instantSchema),
  /** Muster has a bot: buttons work, and channels can be chosen. */
  hasBot: z.boolean(),
});
export type DiscordFeed = z.infer<typeof discordFeedSchema>;

/** `GET …/discord-channels`: those in which both the bot and the reader may write. */
export const channelChoiceSchema = z.strictObject({
  serverId: z.string(),
  serverName: z.string(),
  channelId: z.string(),
  channelName: z.string(),
});
export type ChannelChoice = z.infer<typeof channelChoiceSchema>;
export const discordChannelsSchema = z.strictObject({
  channels: z.array(channelChoiceSchema),
  /** Why channels may be missing. `link`: the reader has no linked Discord account. */
  missing: z.nullable(z.enum(["link", "unavailable"])),
});
export type DiscordChannels = z.infer<typeof discordChannelsSchema>;

/**
 * `PUT /discord/messages`: whether Muster sends its messages to the user as a direct message at Discord. `remindMinutes`: how long before
 * an operation that the user comes to; null for no reminders, and left out as it is.
 */
export const directMessagesSchema = z.object({
  isOn: z.boolean(),
  remindMinutes: z.optional(z.nullable(z.literal(REMIND_MINUTES))),
});
export type SetDirectMessages = z.infer<typeof directMessagesSchema>;
/** `canSend` is false without a bot or a linked account. `isClosed`: Discord does not deliver messages of Muster to this user. */
export const directMessagesStateSchema = z.strictObject({
  isOn: z.boolean(),
  canSend: z.boolean(),
  isClosed: z.boolean(),
  remindMinutes: z.nullable(z.int()),
});
export type DirectMessages = z.infer<typeof directMessagesStateSchema>;

/** `POST /admin/discord/commands`: the names of the servers that have the commands now, and what could not be done. */
export const commandsRegisteredSchema = z.strictObject({
  servers: z.array(z.string()),
  problems: z.array(z.string()),
});
export type CommandsRegistered = z.infer<typeof commandsRegisteredSchema>;
