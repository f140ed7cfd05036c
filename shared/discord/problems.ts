import { english } from "#shared/english.ts";
import type { MemberProblem, ServerHalt } from "./servers.ts";

/** Why Muster could not change a member. */
export const PROBLEM_WORDS: Record<MemberProblem, string> = {
  refused: english`Discord does not let Muster change this person: the server’s owner, or a member with a role above Muster’s own.`,
  left: english`Left the server.`,
  deleted: english`The Discord account is gone.`,
  role_gone: english`A role was deleted on Discord.`,
  unexpected: english`Discord refused the change for a reason that Muster does not know.`,
};

/** Why Muster waits. Nobody loses a role in the meantime. */
export const HALT_WORDS: Record<ServerHalt, string> = {
  limited: english`Discord limits requests. Muster waits as long as Discord asks.`,
  banned: english`Discord’s firewall refuses Muster. It tries again by itself.`,
  unavailable: english`Discord is not responding. Muster tries again by itself.`,
  unauthorized: english`Discord does not accept the bot token.`,
  no_access: english`The bot is not on this server.`,
  two_factor: english`This server asks for two-factor authentication of the bot’s owner.`,
};
