import { msg } from "#web/language/macros.ts";
import type { Message } from "#shared/language/messages.ts";
import type { Claim } from "#shared/applications/claims.ts";

/** What each claim tells an application, for administrators. */
export const CLAIM_TEXTS: readonly { claim: Claim; text: Message }[] = [
  { claim: "name", text: msg`The main character: name, preferred_username and eve_character_id` },
  { claim: "picture", text: msg`The portrait of the main` },
  { claim: "corporation", text: msg`Id and name of corporation and alliance` },
  { claim: "groups", text: msg`Only of the groups above` },
  { claim: "characters", text: msg`All linked characters with ids. Players are told so.` },
  {
    claim: "email",
    text: msg`A made-up address that receives no mail, for programs that require one`,
  },
];
