import * as z from "zod/mini";
import { msg } from "#shared/language/macros.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { NO_BUCKETS, openBot } from "#worker/discord/bot/bot.ts";
import { buildMessage } from "#worker/discord/posts/message.ts";
import type { DiscordMessage } from "#worker/discord/posts/message.ts";
import type { Context } from "#worker/env.ts";
import { logError } from "#worker/http/log.ts";
import type { Words } from "#worker/language/words.ts";
import type { UserInteraction } from "./payload.ts";

/** Only the user who has sent the interaction sees the message. */
const EPHEMERAL = 1 << 6;

/** Who has sent an interaction, and how the reply is written. `origin`: where its links lead. */
export type Asked = { context: Context; actor: UserActor; origin: string; words: Words };

type Choice = { name: string; value: string };

/**
 * What Discord is told. `private`: a message for the user alone. `update`: the message of the button becomes this one; without one
 * it stays as it is, and the user reads `text`.
 */
export type Reply =
  | { kind: "private"; message: DiscordMessage }
  | { kind: "update"; message: DiscordMessage }
  | { kind: "choices"; choices: Choice[] }
  | { kind: "modal"; modal: { custom_id: string; title: string; components: object[] } };

export function privately(text: string, components?: DiscordMessage["components"]) {
  const message = buildMessage(text, components, { flags: EPHEMERAL });
  return { kind: "private", message } as const satisfies Reply;
}

/** https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object */
export function responseOf(reply: Reply) {
  switch (reply.kind) {
    case "private":
      return { type: 4, data: reply.message };
    case "update":
      return { type: 7, data: reply.message };
    case "choices":
      return { type: 8, data: { choices: reply.choices } };
    case "modal":
      return { type: 9, data: reply.modal };
  }
}

/** The first answer when the reply takes longer: it follows. */
export function deferredResponse(kind: "command" | "button" | "autocomplete") {
  switch (kind) {
    case "command":
      return { type: 5, data: { flags: EPHEMERAL } };
    case "button":
      return { type: 6 };
    case "autocomplete":
      return { type: 8, data: { choices: [] } };
  }
}

/** Discord shows an error after 3 seconds: https://discord.com/developers/docs/interactions/receiving-and-responding */
const DEADLINE_MS = 2_000;

/** The reply, or undefined if it takes too long: then `sendLate` sends it. */
export function inTime(work: Promise<Reply>): Promise<Reply | undefined> {
  return Promise.race([
    work,
    new Promise<undefined>((resolve) => {
      setTimeout(() => resolve(undefined), DEADLINE_MS);
    }),
  ]);
}

/** Sends a reply after the first answer, with the interaction's token. */
export async function sendLate(
  context: Context,
  interaction: UserInteraction,
  reply: Reply,
  words: Words,
) {
  const message = lateMessage(reply, words);
  if (message === undefined) return;
  const { application_id: id, token } = interaction;
  const replaces = reply.kind === "update" || interaction.type === 2;
  const answer = await openBot(context.config, NO_BUCKETS).call({
    method: replaces ? "PATCH" : "POST",
    route: `/webhooks/${id}`,
    path: `/webhooks/${id}/${token}${replaces ? "/messages/@original" : ""}`,
    schema: z.unknown(),
    body: message,
    isAnonymous: true,
  });
  if (answer.state !== "ok") {
    logError(context.requestId, new Error(`Discord did not take a late reply: ${answer.state}`));
  }
}

function lateMessage(reply: Reply, { say }: Words): DiscordMessage | undefined {
  switch (reply.kind) {
    case "private":
    case "update":
      return reply.message;
    // A form can only be the first answer.
    case "modal":
      return privately(say(msg`Muster was slow. Press the button again.`)).message;
    case "choices":
      return undefined;
  }
}
