import { buildMessage } from "#worker/discord/posts/message.ts";
import type { Message } from "#worker/discord/posts/message.ts";

/** Only the user who has sent the interaction sees the message. */
const EPHEMERAL = 1 << 6;

type Choice = { name: string; value: string };

/**
 * What Discord is told. `private`: a message for the user alone. `update`: the message of the button becomes this one; without one
 * it stays as it is, and the user reads `text`.
 */
export type Reply =
  | { kind: "private"; message: Message }
  | { kind: "update"; message: Message }
  | { kind: "choices"; choices: Choice[] }
  | { kind: "modal"; modal: { custom_id: string; title: string; components: object[] } };

export function privately(text: string, components?: Message["components"]): Reply {
  return { kind: "private", message: buildMessage(text, components, { flags: EPHEMERAL }) };
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
