import { msg } from "#shared/language/macros.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";
import { findLinkedActor } from "#worker/auth/sessions/linked-actor.ts";
import type { Context } from "#worker/env.ts";
import { letPay, STAYS, TAKES } from "#worker/http/route-declaration.ts";
import { toApiError } from "#worker/http/on-error.ts";
import { logError } from "#worker/http/log.ts";
import { linkRow } from "#worker/discord/posts/message.ts";
import type { Words } from "#worker/language/words.ts";
import { showAccess } from "./access.ts";
import { press, submitRejection } from "./decide.ts";
import { join, showGroups, suggestGroups } from "./groups.ts";
import { optionOf, senderOf } from "./payload.ts";
import type { CommandInput, UserInteraction } from "./payload.ts";
import { suggestPilots, whoIs, whoIsPilot } from "./people.ts";
import { privately } from "./reply.ts";
import type { Reply } from "./reply.ts";

/** The route has no session: the linked user pays. */
export const INTERACTIONS = {
  lasts: STAYS.noSession,
  takes: TAKES.own,
  cost: { paidBy: "the request or the membership" },
} as const;

/**
 * Does what a Discord user asks for, as the linked user of Muster with the rights of this moment: the services are those of the
 * pages, and so are the refusals. `origin`: where links lead.
 */
export async function answer(
  context: Context,
  interaction: UserInteraction,
  origin: string,
  words: Words,
): Promise<Reply> {
  try {
    const actor = await findLinkedActor(context, senderOf(interaction));
    if (typeof actor === "string") return refusal(interaction, actor, origin, words);
    letPay(context.db.spending, actor, INTERACTIONS);
    return await act(context, actor, interaction, origin, words);
  } catch (error) {
    const refused = toApiError(error instanceof Error ? error : new Error(String(error)));
    const isOurs = refused.code === "internal" || refused.code === "unavailable";
    if (isOurs) logError(context.requestId, error);
    return interaction.type === 4
      ? { kind: "choices", choices: [] }
      : privately(words.sayRefusal(refused));
  }
}

function refusal(
  { type }: UserInteraction,
  reason: "unlinked" | "blocked",
  origin: string,
  { say }: Words,
): Reply {
  if (type === 4) return { kind: "choices", choices: [] };
  const [text, label] =
    reason === "unlinked"
      ? [
          msg`Your Discord account is not linked to Muster yet. Log in to Muster and link it.`,
          msg`Link Discord`,
        ]
      : [msg`You cannot use Muster now. Log in to see why.`, msg`Open Muster`];
  return privately(say(text), [linkRow(say(label), `${origin}/dashboard`)]);
}

async function act(
  context: Context,
  actor: UserActor,
  interaction: UserInteraction,
  origin: string,
  words: Words,
): Promise<Reply> {
  switch (interaction.type) {
    case 2:
      return runCommand(context, actor, interaction.data, origin, words);
    case 3:
      return press(context, actor, interaction.data.custom_id, interaction.message.id, words);
    case 4:
      return suggest(context, actor, interaction.data);
    case 5: {
      const { data, message } = interaction;
      const reason = data.components.find(({ component }) => component?.custom_id === "reason");
      const text = reason?.component?.value ?? "";
      return submitRejection(context, actor, data.custom_id, text, message?.id, words);
    }
  }
}

async function runCommand(
  context: Context,
  actor: UserActor,
  input: CommandInput,
  origin: string,
  words: Words,
): Promise<Reply> {
  switch (input.name) {
    case "access":
      return showAccess(context, actor, origin, words);
    case "groups":
      return showGroups(context, actor, optionOf(input, "group"), origin, words);
    case "join":
      return join(context, actor, optionOf(input, "group"), optionOf(input, "reason"), words);
    case "whois": {
      const [user, pilot] = [optionOf(input, "user"), optionOf(input, "pilot")];
      if (user !== "") return whoIs(context, actor, user, origin, words);
      if (pilot !== "") return whoIsPilot(context, actor, pilot, origin, words);
      return privately(words.say(msg`Choose a user of this server, or write the name of a pilot.`));
    }
    case "Who is this?":
      return whoIs(context, actor, input.target_id ?? "", origin, words);
    default:
      return privately(words.say(msg`Muster does not know this command any more.`));
  }
}

function suggest(context: Context, actor: UserActor, input: CommandInput): Promise<Reply> {
  const focused = input.options.find((option) => option.focused);
  const text = String(focused?.value ?? "");
  return focused?.name === "pilot"
    ? suggestPilots(context, actor, text)
    : suggestGroups(context, actor, text, input.name === "join");
}
