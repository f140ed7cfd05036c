import { instantSchema } from "#shared/answer.ts";
import { english } from "#shared/english.ts";
import * as z from "zod/mini";
import { personRefSchema } from "./applications.ts";
import { idSchema } from "#shared/page.ts";
import { requiredLine } from "#shared/text.ts";

/**
 * What an API token may do. `pilots`: pilot by character. `groups`: the groups of a pilot, of those granted to the
 * application. `members`: the members of these groups. `roster`: the rosters of managed corporations. `facts`: it also writes, what
 * it knows of pilots. `members:write`: it changes the members of the granted groups that say so. `operations`: the operations of the
 * granted groups. `operations:write`: it plans for those that say so.
 */
export const rightSchema = z.enum([
  "pilots",
  "groups",
  "members",
  "roster",
  "facts",
  "members:write",
  "operations",
  "operations:write",
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

const apiTokenSchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  rights: z.array(rightSchema),
  lastFour: z.string(),
  createdAt: instantSchema,
  createdBy: z.nullable(personRefSchema),
  /** To the hour. */
  lastUsedAt: z.nullable(instantSchema),
  expiresAt: z.nullable(instantSchema),
});
export type ApiToken = z.infer<typeof apiTokenSchema>;

/** `GET /admin/applications/:id/tokens`. */
export const apiTokensSchema = z.strictObject({ items: z.array(apiTokenSchema) });
export type ApiTokens = z.infer<typeof apiTokensSchema>;

/** The only answer with the secret. */
export const apiTokenWithSecretSchema = z.strictObject({
  token: apiTokenSchema,
  secret: z.string(),
});
export type ApiTokenWithSecret = z.infer<typeof apiTokenWithSecretSchema>;
