import type { Claim } from "#shared/applications/claims.ts";

/** What each claim tells an application, for administrators. */
export const CLAIM_TEXTS: readonly { claim: Claim; text: string }[] = [
  { claim: "name", text: "The main character: name, preferred_username and eve_character_id" },
  { claim: "picture", text: "The portrait of the main" },
  { claim: "corporation", text: "Id and name of corporation and alliance" },
  { claim: "groups", text: "Only of the groups above" },
  { claim: "characters", text: "All linked characters with ids. Players are told so." },
  { claim: "email", text: "A made-up address that receives no mail, for programs that insist" },
];
