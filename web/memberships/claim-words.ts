import { msg, ph, t } from "#web/language/macros.ts";
import { say } from "#web/language/messages.ts";
import type { Message } from "#shared/language/messages.ts";
import { enumerated } from "#web/lib/enumerated.ts";
import type { Claim } from "#shared/applications/claims.ts";

const WORDS: Record<Claim, Message> = {
  name: msg`main character`,
  picture: msg`portrait`,
  corporation: msg`corporation and alliance`,
  groups: msg`some groups`,
  characters: msg`all characters`,
  email: msg`made-up email address`,
};

/** "Learns main character, portrait, some groups" */
export function claimWords(claims: readonly Claim[]): string {
  if (claims.length === 0) return t`Learns an identifier only`;
  return t`Learns ${ph({ facts: enumerated(claims.map((claim) => say(WORDS[claim]))) })}`;
}
