import * as z from "zod/mini";
import { idInPath } from "#shared/corporations/corporations.ts";
import { idSchema, pageQuerySchema } from "#shared/page.ts";

// What requests of `/api/v1` may contain. The answers are in api-answers.ts, so that the Worker does not carry them.

/** The address of the API: a change that breaks clients gets another one. */
export const API_PATH = "/api/v1";
/** Items of a page. */
export const API_PAGE_SIZE = 250;
export const MAX_CHARACTER_IDS = 1000;
export const MAX_NAMES = 100;
/** Requests of a token in a minute, as in wrangler.jsonc. */
export const API_REQUESTS_PER_MINUTE = 300;

const nameSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));

export const apiIdParam = z.object({ id: idSchema });
export const apiCharacterParam = z.object({ id: idInPath("must be a character id") });
export const apiCorporationParam = z.object({ id: idInPath("must be a corporation id") });
export const apiPageQuery = pageQuerySchema;
export const apiNameQuery = z.object({ name: nameSchema });

/** Pilots by the ids of their characters, or by names in any case. */
export const apiLookupBody = z.union([
  z.strictObject({
    characterIds: z
      .array(z.int().check(z.positive()))
      .check(z.minLength(1), z.maxLength(MAX_CHARACTER_IDS)),
  }),
  z.strictObject({ names: z.array(nameSchema).check(z.minLength(1), z.maxLength(MAX_NAMES)) }),
]);
export type ApiLookup = z.infer<typeof apiLookupBody>;
