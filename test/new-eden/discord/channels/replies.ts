import * as z from "zod/mini";
import { apiError } from "#test/new-eden/discord/error.ts";
import type { World } from "#test/new-eden/world.ts";
import { editMessage } from "./messages.ts";
import type { MessageBody } from "./messages.ts";

/** What came back on an interaction: the user alone sees a private one. */
export type Reply = { isPrivate: boolean; content: string; body: unknown };
export type OpenInteraction = {
  userId: string;
  channelId: string | undefined;
  messageId: string | undefined;
  replies: Reply[];
  /** The form that the application has answered with. */
  form?: unknown;
};

const EPHEMERAL = 1 << 6;
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
  const { data } = response;
  if (response.type === 4) {
    const isPrivate = ((data?.flags ?? 0) & EPHEMERAL) !== 0;
    interaction.replies.push({ isPrivate, content: data?.content ?? "", body: data });
  }
  if (response.type === 9) interaction.form = data;
  if (response.type === 7) updateOriginal(world, botId, interaction, readBody(data));
  return response;
}

export function getInteraction(world: World, token: string): OpenInteraction {
  const interaction = world.discord.interactions.get(token);
  if (interaction === undefined) throw apiError(10_015);
  return interaction;
}

/** The message with the button, or the reply to a command. */
export function updateOriginal(
  world: World,
  botId: string,
  interaction: OpenInteraction,
  body: MessageBody,
) {
  const channel = world.discord.channels.get(interaction.channelId ?? "");
  if (channel !== undefined && interaction.messageId !== undefined) {
    return {
      channel,
      message: editMessage(world, channel, { id: botId }, interaction.messageId, body),
    };
  }
  interaction.replies.push({ isPrivate: true, content: body.content ?? "", body });
  return undefined;
}
