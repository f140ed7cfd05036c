import * as z from "zod/mini";
import type { Application } from "#test/new-eden/discord/applications.ts";
import { apiError, invalidBody } from "#test/new-eden/discord/error.ts";
import { bySnowflake, newSnowflake } from "#test/new-eden/discord/snowflake.ts";
import type { Permission } from "#test/new-eden/discord/servers/permissions.ts";
import { now } from "#test/new-eden/world.ts";
import type { World } from "#test/new-eden/world.ts";
import { permissionsIn } from "./channel.ts";
import type { Channel, ChannelMessage, Webhook } from "./channel.ts";

const DEFAULT_LISTED = 50;
const MOST_LISTED = 100;
const MAX_CONTENT = 2000;
const MAX_DESCRIPTION = 4096;
/** "Past few minutes", in the words of Discord's documentation. */
const NONCE_MS = 5 * 60 * 1000;

const button = z.object({
  type: z.literal(2),
  style: z.int(),
  label: z.exactOptional(z.string().check(z.maxLength(80))),
  custom_id: z.exactOptional(z.string().check(z.minLength(1), z.maxLength(100))),
  url: z.exactOptional(z.string().check(z.maxLength(512))),
});
const bodySchema = z.object({
  content: z.optional(z.string().check(z.maxLength(MAX_CONTENT))),
  embeds: z.optional(
    z
      .array(
        z.object({
          description: z.exactOptional(z.string().check(z.maxLength(MAX_DESCRIPTION))),
          color: z.exactOptional(z.int()),
          title: z.exactOptional(z.string().check(z.maxLength(256))),
          url: z.exactOptional(z.url()),
          author: z.exactOptional(
            z.object({
              name: z.string().check(z.maxLength(256)),
              icon_url: z.exactOptional(z.url()),
            }),
          ),
          thumbnail: z.exactOptional(z.object({ url: z.url() })),
          fields: z.exactOptional(
            z
              .array(
                z.object({
                  name: z.string().check(z.minLength(1), z.maxLength(256)),
                  value: z.string().check(z.minLength(1), z.maxLength(1024)),
                  inline: z.exactOptional(z.boolean()),
                }),
              )
              .check(z.maxLength(25)),
          ),
          footer: z.exactOptional(z.object({ text: z.string().check(z.maxLength(2048)) })),
        }),
      )
      .check(z.maxLength(10)),
  ),
  components: z.optional(
    z
      .array(
        z.object({
          type: z.literal(1),
          components: z.array(button).check(z.minLength(1), z.maxLength(5)),
        }),
      )
      .check(z.maxLength(5)),
  ),
  flags: z.optional(z.int()),
  nonce: z.optional(z.string().check(z.maxLength(25))),
  enforce_nonce: z.optional(z.boolean()),
  allowed_mentions: z.optional(
    z.object({ parse: z.optional(z.array(z.string())), roles: z.optional(z.array(z.string())) }),
  ),
});
export type MessageBody = z.infer<typeof bodySchema>;
export type Embed = NonNullable<MessageBody["embeds"]>[number];

export function readBody(body: unknown): MessageBody {
  const parsed = bodySchema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalidBody(issue?.path.join(".") ?? "", "BASE_TYPE_BAD_LENGTH", issue?.message ?? "");
}

/** A channel that the bot may write in; throws Discord's refusal. */
export function getWritable(world: World, bot: Application, channelId: string): Channel {
  const { channel, own } = getVisible(world, bot, channelId);
  const { recipientId } = channel;
  if (recipientId !== undefined && world.discord.closed.has(recipientId)) throw apiError(50_007);
  if (own !== undefined && !own.has("SEND_MESSAGES")) throw apiError(50_013);
  return channel;
}

/** A channel that the bot sees, and its permissions there; undefined in direct messages. */
function getVisible(world: World, { id: botId }: Application, channelId: string) {
  const channel = world.discord.channels.get(channelId);
  if (channel === undefined) throw apiError(10_003);
  if (channel.serverId === undefined) return { channel, own: undefined };
  const server = world.discord.servers.get(channel.serverId);
  const bot = server?.members.get(botId);
  if (server === undefined || bot === undefined) throw apiError(50_001);
  const own: ReadonlySet<Permission> = permissionsIn(server, channel, bot);
  if (!own.has("VIEW_CHANNEL")) throw apiError(50_001);
  return { channel, own };
}

const mayRead = (own: ReadonlySet<Permission> | undefined) =>
  own === undefined || own.has("READ_MESSAGE_HISTORY");

/** `GET /channels/{channel}/messages`, the newest first: none without the permission to read the history. */
export function listMessages(
  world: World,
  bot: Application,
  channelId: string,
  query: URLSearchParams,
) {
  const { channel, own } = getVisible(world, bot, channelId);
  const limit = Number(query.get("limit") ?? DEFAULT_LISTED);
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_LISTED) {
    throw invalidBody("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100.");
  }
  if (!mayRead(own)) return { channel, messages: [] };
  const newest = channel.messages.toSorted((one, other) => bySnowflake(other.id, one.id));
  const older = (id: string) => newest.filter((one) => bySnowflake(one.id, id) < 0);
  const newer = (id: string) => newest.filter((one) => bySnowflake(one.id, id) > 0);
  const [around, before, after] = ["around", "before", "after"].map((name) => query.get(name));
  if (around != null) {
    const half = Math.floor(limit / 2);
    const middle = newest.filter(({ id }) => id === around);
    return {
      channel,
      messages: [...newer(around).slice(-half), ...middle, ...older(around).slice(0, half)],
    };
  }
  if (before != null) return { channel, messages: older(before).slice(0, limit) };
  if (after != null) return { channel, messages: newer(after).slice(-limit) };
  return { channel, messages: newest.slice(0, limit) };
}

/** `GET /channels/{channel}/messages/{message}` */
export function readMessage(world: World, bot: Application, channelId: string, messageId: string) {
  const { channel, own } = getVisible(world, bot, channelId);
  if (!mayRead(own)) throw apiError(50_013);
  const message = channel.messages.find(({ id }) => id === messageId);
  if (message === undefined) throw apiError(10_008);
  return { channel, message };
}

type Author = { id: string; webhook?: Webhook };

/** With `enforce_nonce`, a message of the same author and nonce is not sent twice. */
export function createMessage(
  world: World,
  channel: Channel,
  author: Author,
  body: MessageBody,
): ChannelMessage {
  const { content = "", embeds = [], components = [], flags = 0, nonce } = body;
  if (content === "" && embeds.length === 0) throw apiError(50_006);
  const time = now(world);
  const sent = channel.messages.find(
    (one) =>
      nonce !== undefined &&
      one.nonce === nonce &&
      one.authorId === author.id &&
      one.createdAt > time - NONCE_MS,
  );
  if (sent !== undefined && body.enforce_nonce === true) return sent;
  const message: ChannelMessage = {
    id: newSnowflake(time),
    authorId: author.id,
    authorName: author.webhook?.name,
    webhookId: author.webhook?.id,
    content,
    embeds: mayEmbed(world, channel, author) ? embeds : [],
    // Discord leaves out the components of webhooks that no application owns.
    components: author.webhook === undefined ? components : [],
    flags,
    nonce,
    createdAt: time,
    editedAt: null,
    pings:
      body.allowed_mentions?.parse?.length !== 0 || (body.allowed_mentions.roles ?? []).length > 0,
  };
  channel.messages.push(message);
  return message;
}

/** Without the permission, Discord leaves embeds out. */
function mayEmbed(world: World, channel: Channel, { id, webhook }: Author): boolean {
  const server = world.discord.servers.get(channel.serverId ?? "");
  const member = server?.members.get(id);
  if (server === undefined || member === undefined || webhook !== undefined) return true;
  return permissionsIn(server, channel, member).has("EMBED_LINKS");
}

export function editMessage(
  world: World,
  channel: Channel,
  author: Author,
  messageId: string,
  body: MessageBody,
): ChannelMessage {
  const message = channel.messages.find(({ id }) => id === messageId);
  if (message === undefined) throw apiError(10_008);
  if (message.authorId !== author.id) throw apiError(50_005);
  return changeMessage(world, message, body);
}

export function changeMessage(
  world: World,
  message: ChannelMessage,
  { content, embeds, components }: MessageBody,
): ChannelMessage {
  if (content !== undefined) message.content = content;
  if (embeds !== undefined) message.embeds = embeds;
  if (components !== undefined) message.components = components;
  message.editedAt = now(world);
  return message;
}
