import { CLAIMS } from "./claims.ts";
import type { Claim, Claims } from "./claims.ts";

type ClaimNames = readonly (keyof Claims)[];

/** Each claim that an administrator may choose: the scope that asks for it, and under which names an application reads it. */
export const CLAIM_SCOPES = {
  name: { scope: "profile", names: ["name", "preferred_username", "eve_character_id"] },
  picture: { scope: "profile", names: ["picture"] },
  corporation: { scope: "corporation", names: ["corporation", "alliance"] },
  groups: { scope: "groups", names: ["groups", "group_ids"] },
  characters: { scope: "characters", names: ["characters"] },
  email: { scope: "email", names: ["email", "email_verified"] },
} as const satisfies Record<Claim, { scope: string; names: ClaimNames }>;

/** `openid` asks for `sub`, and `offline_access` for a refresh token. */
export const SCOPES = [
  "openid",
  ...new Set(CLAIMS.map((claim) => CLAIM_SCOPES[claim].scope)),
  "offline_access",
] as const;
export type Scope = (typeof SCOPES)[number];

/** The claims that these scopes, separated by spaces, ask for. */
export function claimsOfScope(scope: string): Claim[] {
  const asked = scope.split(" ");
  return CLAIMS.filter((claim) => asked.includes(CLAIM_SCOPES[claim].scope));
}

/** What an application with these claims has to ask for. */
export function scopesFor(claims: readonly Claim[]): Scope[] {
  const wanted = new Set<Scope>(claims.map((claim) => CLAIM_SCOPES[claim].scope));
  return SCOPES.filter((scope) => scope === "openid" || wanted.has(scope));
}
