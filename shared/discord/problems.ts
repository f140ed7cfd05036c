import type { MemberProblem, ServerHalt } from "./servers.ts";

/** Why Muster could not change a member. */
export const PROBLEM_WORDS: Record<MemberProblem, string> = {
  refused:
    "Discord does not let Muster change this person: the server’s owner, or a member with a role above Muster’s own.",
  left: "Left the server.",
  deleted: "The Discord account is gone.",
  role_gone: "A role was deleted at Discord.",
  unexpected: "Discord refused the change for a reason that Muster does not know.",
};

/** Why Muster waits. Nobody loses a role in the meantime. */
export const HALT_WORDS: Record<ServerHalt, string> = {
  limited: "Discord limits requests. Muster waits as long as Discord asks.",
  banned: "Discord’s firewall refuses Muster. It tries again by itself.",
  unavailable: "Discord is not responding. Muster tries again by itself.",
  unauthorized: "Discord does not accept the bot token.",
  no_access: "The bot is not on this server.",
  two_factor: "This server asks for two-factor authentication of the bot’s owner.",
};
