import { ph, t } from "#web/language/macros.ts";
import type { Claim } from "#shared/applications/claims.ts";

const WORDS: Record<Claim, string> = {
  name: "main character",
  picture: "portrait",
  corporation: "corporation and alliance",
  groups: "some groups",
  characters: "all characters",
  email: "made-up email address",
};

/** "Learns main character, portrait, some groups" */
export function claimWords(claims: readonly Claim[]): string {
  if (claims.length === 0) return t`Learns an identifier only`;
  return t`Learns ${ph({ join: claims.map((claim) => WORDS[claim]).join(", ") })}`;
}
