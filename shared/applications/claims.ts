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
  name: z.exactOptional(z.string()),
  preferred_username: z.exactOptional(z.string()),
  eve_character_id: z.exactOptional(z.int()),
  picture: z.exactOptional(z.string()),
  corporation: z.exactOptional(namedIdSchema),
  alliance: z.exactOptional(namedIdSchema),
  /** Names, by name; `group_ids` in the same order. */
  groups: z.exactOptional(z.array(z.string())),
  group_ids: z.exactOptional(z.array(z.string())),
  characters: z.exactOptional(z.array(namedIdSchema)),
  email: z.exactOptional(z.string()),
  email_verified: z.exactOptional(z.boolean()),
});
export type Claims = z.infer<typeof claimsSchema>;
