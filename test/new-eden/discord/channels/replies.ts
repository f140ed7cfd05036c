import * as z from "zod/mini";
import { apiError } from "#test/new-eden/discord/error.ts";
import { newSnowflake } from "#test/new-eden/discord/snowflake.ts";
import { now } from "#test/new-eden/world.ts";
import type { World } from "#test/new-eden/world.ts";
import type { Channel, ChannelMessage } from "./channel.ts";
import { changeMessage, editMessage } from "./messages.ts";
import type { MessageBody } from "./messages.ts";

/** What came back on an interaction: the user alone sees a private one. */
export type Reply = { isPrivate: boolean; content: string; body: unknown };
export type OpenInteraction = {
  userId: string;
  channelId: string | undefined;
  messageId: string | undefined;
  replies: Reply[];
  /** The first answer, if it is a message of its own; null after it was deleted. */
  original?: ChannelMessage | null;
  /** The form that the application has answered with. */
  form?: unknown;
};

const EPHEMERAL = 1 << 6;
const LOADING = 1 << 7;
const responseSchema = z.object({
  type: z.int(),
  data: z.optional(z.looseObject({ content: z.optional(z.string()), flags: z.optional(z.int()) })),
});
export type InteractionResponse = z.infer<typeof responseSchema>;

/** Does what the application's first answer says; a message of type 7 replaces the one with the button. */
export function applyResponse(
  world: World,
  botId: string,
  token: string,
  json: unknown,
  readBody: (body: unknown) => MessageBody,
): InteractionResponse {
  const response = responseSchema.parse(json);
  const interaction = getInteraction(world, token);
  const { type, data } = response;
  if (type === 4) interaction.original = reply(world, botId, interaction, readBody(data));
  if (type === 5) {
    const flags = (data?.flags ?? 0) | LOADING;
    interaction.original = replyMessage(world, botId, { ...readBody(data), flags });
  }
  if (type === 9) interaction.form = data;
  if (type === 7) updateOriginal(world, botId, interaction, readBody(data));
  return response;
}

export function getInteraction(world: World, token: string): OpenInteraction {
  const interaction = world.discord.interactions.get(token);
  if (interaction === undefined) throw apiError(10_015);
  return interaction;
}

/** Where a message of an interaction is. New Eden says of a command only who gives it. */
const placeOf = ({ channelId, userId }: OpenInteraction) => ({ id: channelId ?? userId });

type Place = { channel: Pick<Channel, "id">; message: ChannelMessage };

/** `webhooks/{application}/{token}/messages/@original`: the reply, or the message with the button. */
export function getOriginal(world: World, interaction: OpenInteraction): Place {
  const { original, channelId, messageId } = interaction;
  if (original === null) throw apiError(10_008);
  if (original !== undefined) return { channel: placeOf(interaction), message: original };
  // There is no answer yet.
  if (channelId === undefined || messageId === undefined) throw apiError(10_015);
  const channel = world.discord.channels.get(channelId);
  const message = channel?.messages.find(({ id }) => id === messageId);
  if (channel === undefined || message === undefined) throw apiError(10_008);
  return { channel, message };
}

export function updateOriginal(
  world: World,
  botId: string,
  interaction: OpenInteraction,
  body: MessageBody,
): Place {
  const { channel, message } = getOriginal(world, interaction);
  if (message !== interaction.original) {
    const own = world.discord.channels.get(channel.id);
    if (own === undefined) throw apiError(10_008);
    return { channel, message: editMessage(world, own, { id: botId }, message.id, body) };
  }
  changeMessage(world, message, body);
  message.flags &= ~LOADING;
  show(interaction, message, body);
  return { channel, message };
}

export function deleteOriginal(world: World, interaction: OpenInteraction) {
  const { channel, message } = getOriginal(world, interaction);
  const own = world.discord.channels.get(channel.id);
  if (own !== undefined) own.messages = own.messages.filter(({ id }) => id !== message.id);
  interaction.original = null;
}

/** A message after the first answer. */
export function followUp(
  world: World,
  botId: string,
  interaction: OpenInteraction,
  body: MessageBody,
): Place {
  return { channel: placeOf(interaction), message: reply(world, botId, interaction, body) };
}

function reply(world: World, botId: string, interaction: OpenInteraction, body: MessageBody) {
  const message = replyMessage(world, botId, body);
  show(interaction, message, body);
  return message;
}

function show({ replies }: OpenInteraction, { flags, content }: ChannelMessage, body: unknown) {
  replies.push({ isPrivate: (flags & EPHEMERAL) !== 0, content, body });
}

function replyMessage(
  world: World,
  botId: string,
  { content = "", embeds = [], components = [], flags = 0 }: MessageBody,
): ChannelMessage {
  const createdAt = now(world);
  return {
    id: newSnowflake(createdAt),
    authorId: botId,
    authorName: undefined,
    webhookId: botId,
    content,
    embeds,
    components,
    flags,
    nonce: undefined,
    createdAt,
    editedAt: null,
    pings: false,
  };
}
