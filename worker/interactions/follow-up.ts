import { msg } from "#shared/language/macros.ts";
import * as z from "zod/mini";
import type { Context } from "#worker/env.ts";
import { logError } from "#worker/http/log.ts";
import { openBot } from "#worker/discord/bot/bot.ts";
import { NO_BUCKETS } from "#worker/discord/bot/buckets.ts";
import type { Message } from "#worker/discord/posts/message.ts";
import type { Words } from "#worker/language/words.ts";
import type { UserInteraction } from "./payload.ts";
import { privately } from "./reply.ts";
import type { Reply } from "./reply.ts";

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

function lateMessage(reply: Reply, { say }: Words): Message | undefined {
  switch (reply.kind) {
    case "private":
    case "update":
      return reply.message;
    // A form can only be the first answer.
    case "modal": {
      const again = privately(say(msg`Muster was slow. Press the button again.`));
      return again.kind === "private" ? again.message : undefined;
    }
    case "choices":
      return undefined;
  }
}
