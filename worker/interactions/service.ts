import { msg } from "#shared/language/macros.ts";
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
import type { Asked, Reply } from "./reply.ts";

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
export async function answerInteraction(
  context: Context,
  interaction: UserInteraction,
  origin: string,
  words: Words,
): Promise<Reply> {
  try {
    const actor = await findLinkedActor(context, senderOf(interaction));
    if (typeof actor === "string") return refusal(interaction, actor, origin, words);
    letPay(context.db.spending, actor, INTERACTIONS);
    return await act({ context, actor, origin, words }, interaction);
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

async function act(asked: Asked, interaction: UserInteraction): Promise<Reply> {
  switch (interaction.type) {
    case 2:
      return runCommand(asked, interaction.data);
    case 3:
      return press(asked, interaction.data.custom_id, interaction.message.id);
    case 4:
      return suggest(asked, interaction.data);
    case 5: {
      const { data, message } = interaction;
      const reason = data.components.find(({ component }) => component?.custom_id === "reason");
      return submitRejection(asked, data.custom_id, reason?.component?.value ?? "", message?.id);
    }
  }
}

async function runCommand(asked: Asked, input: CommandInput): Promise<Reply> {
  const { say } = asked.words;
  switch (input.name) {
    case "access":
      return showAccess(asked);
    case "groups":
      return showGroups(asked, optionOf(input, "group"));
    case "join":
      return join(asked, optionOf(input, "group"), optionOf(input, "reason"));
    case "whois": {
      const [user, pilot] = [optionOf(input, "user"), optionOf(input, "pilot")];
      if (user !== "") return whoIs(asked, user);
      if (pilot !== "") return whoIsPilot(asked, pilot);
      return privately(say(msg`Choose a user of this server, or write the name of a pilot.`));
    }
    case "Who is this?":
      return whoIs(asked, input.target_id ?? "");
    default:
      return privately(say(msg`Muster does not know this command any more.`));
  }
}

function suggest(asked: Asked, input: CommandInput): Promise<Reply> {
  const focused = input.options.find((option) => option.focused);
  const text = String(focused?.value ?? "");
  return focused?.name === "pilot"
    ? suggestPilots(asked, text)
    : suggestGroups(asked, text, input.name === "join");
}
