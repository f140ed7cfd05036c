import * as z from "zod/mini";
import type { Application } from "#test/new-eden/discord/applications.ts";
import { apiError, invalidBody } from "#test/new-eden/discord/error.ts";
import { newSnowflake } from "#test/new-eden/discord/snowflake.ts";
import type { Permission } from "#test/new-eden/discord/servers/permissions.ts";
import { now } from "#test/new-eden/world.ts";
import type { World } from "#test/new-eden/world.ts";
import { permissionsIn } from "./channel.ts";
import type { Channel, ChannelMessage, Webhook } from "./channel.ts";

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
  allowed_mentions: z.optional(z.object({ parse: z.optional(z.array(z.string())) })),
});
export type MessageBody = z.infer<typeof bodySchema>;

export function readBody(body: unknown): MessageBody {
  const parsed = bodySchema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalidBody(issue?.path.join(".") ?? "", "BASE_TYPE_BAD_LENGTH", issue?.message ?? "");
}

/** A channel that the bot may write in; throws Discord's refusal. */
export function getWritable(world: World, { id: botId }: Application, channelId: string): Channel {
  const channel = world.discord.channels.get(channelId);
  if (channel === undefined) throw apiError(10_003);
  const { serverId, recipientId } = channel;
  if (serverId === undefined) {
    if (recipientId !== undefined && world.discord.closed.has(recipientId)) throw apiError(50_007);
    return channel;
  }
  const server = world.discord.servers.get(serverId);
  const bot = server?.members.get(botId);
  if (server === undefined || bot === undefined) throw apiError(50_001);
  const own = permissionsIn(server, channel, bot);
  const require = (permission: Permission, code: 50_001 | 50_013) => {
    if (!own.has(permission)) throw apiError(code);
  };
  require("VIEW_CHANNEL", 50_001);
  require("SEND_MESSAGES", 50_013);
  return channel;
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
    // Of webhooks that an application does not own, Discord leaves them out.
    components: author.webhook === undefined ? components : [],
    flags,
    nonce,
    createdAt: time,
    editedAt: null,
    pings: body.allowed_mentions?.parse?.length !== 0,
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
  const { content, embeds, components } = body;
  if (content !== undefined) message.content = content;
  if (embeds !== undefined) message.embeds = embeds;
  if (components !== undefined) message.components = components;
  message.editedAt = now(world);
  return message;
}
