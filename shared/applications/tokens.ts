import { english } from "#shared/english.ts";
import * as z from "zod/mini";
import type { PersonRef } from "./applications.ts";
import { idSchema } from "#shared/page.ts";
import { requiredLine } from "#shared/text.ts";

/**
 * What an API token may do. `pilots`: pilot by character. `groups`: the groups of a pilot, of those granted to the
 * application. `members`: the members of these groups. `roster`: the rosters of managed corporations. `facts`: it also writes, what
 * it knows of pilots. `members:write`: it changes the members of the granted groups that say so.
 */
export const rightSchema = z.enum([
  "pilots",
  "groups",
  "members",
  "roster",
  "facts",
  "members:write",
]);
export type Right = z.infer<typeof rightSchema>;
export const RIGHTS = rightSchema.options;

export const MAX_TOKENS = 20;

/** `POST /admin/applications/:id/tokens`. `days`: until it expires; null: never. */
export const createTokenSchema = z.object({
  name: requiredLine(english`Name is required`, 60, english`Name must be 60 characters or less`),
  rights: z.array(rightSchema).check(z.minLength(1, english`Choose at least one right`)),
  days: z.nullable(z.int().check(z.minimum(1), z.maximum(730))),
});
export type CreateToken = z.infer<typeof createTokenSchema>;

export const tokenParamSchema = z.object({ id: idSchema, tokenId: idSchema });

export type ApiToken = {
  id: string;
  name: string;
  rights: Right[];
  lastFour: string;
  createdAt: string;
  createdBy: PersonRef | null;
  /** To the hour. */
  lastUsedAt: string | null;
  expiresAt: string | null;
};

/** `GET /admin/applications/:id/tokens`. */
export type ApiTokens = { items: ApiToken[] };

/** The only answer with the secret. */
export type ApiTokenWithSecret = { token: ApiToken; secret: string };
