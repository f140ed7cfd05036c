import * as z from "zod/mini";

/**
 * What an application learns about a user who signs in, besides `sub`, which is the same for every application and never
 * changes. `name`: the main. `corporation`: with the alliance. `groups`: those that were granted. `email`: an address that
 * gets no mail, for software that demands one.
 */
export const claimSchema = z.enum([
  "name",
  "picture",
  "corporation",
  "groups",
  "characters",
  "email",
]);
export type Claim = z.infer<typeof claimSchema>;
export const CLAIMS = claimSchema.options;

const namedIdSchema = z.strictObject({ id: z.int(), name: z.nullable(z.string()) });

/** As the ID token and userinfo have them. */
export const claimsSchema = z.strictObject({
  sub: z.string(),
  name: z.optional(z.string()),
  preferred_username: z.optional(z.string()),
  eve_character_id: z.optional(z.int()),
  picture: z.optional(z.string()),
  corporation: z.optional(namedIdSchema),
  alliance: z.optional(namedIdSchema),
  /** Names, by name; `group_ids` in the same order. */
  groups: z.optional(z.array(z.string())),
  group_ids: z.optional(z.array(z.string())),
  characters: z.optional(z.array(namedIdSchema)),
  email: z.optional(z.string()),
  email_verified: z.optional(z.boolean()),
});
export type Claims = z.infer<typeof claimsSchema>;

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
