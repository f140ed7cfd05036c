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

type NamedId = { id: number; name: string | null };

/** As the ID token and userinfo have them. */
export type Claims = {
  sub: string;
  name?: string;
  preferred_username?: string;
  eve_character_id?: number;
  picture?: string;
  corporation?: NamedId;
  alliance?: NamedId;
  /** Names, by name; `group_ids` in the same order. */
  groups?: string[];
  group_ids?: string[];
  characters?: NamedId[];
  email?: string;
  email_verified?: boolean;
};
