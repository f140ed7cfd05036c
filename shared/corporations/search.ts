import * as z from "zod/mini";
import { countSchema } from "#shared/answer.ts";
import { english } from "#shared/english.ts";
import { idInPath, pageQuerySchema } from "#shared/page.ts";
import { SEARCH_MIN_LENGTH } from "#shared/fold.ts";
import { NAME_MAX_LENGTH, nameSchema } from "#shared/text.ts";
import { INVALID_CORPORATION_ID } from "./corporations.ts";

/** `GET /corporations/lookup?corporationId=` or `?name=`: what EVE says about a corporation that is to be added. */
export const corporationLookupQuerySchema = z
  .object({
    corporationId: z.optional(idInPath(INVALID_CORPORATION_ID)),
    name: z.optional(nameSchema),
  })
  .check(
    z.refine(({ corporationId, name }) => corporationId !== undefined || name !== undefined, {
      path: ["corporationId"],
      message: english`Enter an ID or a name.`,
    }),
  );
export type CorporationLookupQuery = z.infer<typeof corporationLookupQuerySchema>;

/** `GET /corporations/directors/candidates?q=`: the beginning of a character's name. */
export const directorCandidatesQuerySchema = z.object({
  q: z.string().check(z.trim(), z.minLength(SEARCH_MIN_LENGTH), z.maxLength(NAME_MAX_LENGTH)),
});

/** A corporation that can be added, as EVE has it. Others are refused with a reason. */
export const corporationLookupSchema = z.strictObject({
  corporationId: z.int(),
  name: z.string(),
  ticker: z.string(),
  memberCount: countSchema,
});
export type CorporationLookup = z.infer<typeof corporationLookupSchema>;

/** Linked characters, mains and alts, by name. */
export const directorCandidatesSchema = z.strictObject({
  characters: z.array(
    z.strictObject({
      characterId: z.int(),
      characterName: z.string(),
      /** Null while the account is locked and has no main. */
      mainCharacterName: z.nullable(z.string()),
      hasDirectorAccess: z.boolean(),
    }),
  ),
});
export type DirectorCandidates = z.infer<typeof directorCandidatesSchema>;

/** `q` is part of the name or ticker, folded. */
export const corporationSearchQuerySchema = z.extend(pageQuerySchema, {
  q: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)),
});
