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
