import * as z from "zod/mini";
import { membershipDaysSchema } from "#shared/groups/ends.ts";
import { operationPlanSchema } from "#shared/operations/operations.ts";
import { idSchema, pageQuerySchema, idInPath } from "#shared/page.ts";
import { requiredLine } from "#shared/text.ts";
import { factKeySchema } from "#shared/facts.ts";

// What requests of `/api/v1` may contain. The answers are in api-answers.ts, so that the Worker does not carry them.

/** The address of the API: a change that breaks clients gets another one. */
export const API_PATH = "/api/v1";
/** Items of a page. */
export const API_PAGE_SIZE = 250;
export const MAX_CHARACTER_IDS = 1000;
export const API_MAX_NAMES = 100;
/** Requests of a token in a minute, as in wrangler.jsonc. */
export const API_REQUESTS_PER_MINUTE = 300;

const nameSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));

export const apiIdParam = z.object({ id: idSchema });
export const apiCharacterParam = z.object({ id: idInPath("must be a character id") });
export const apiCorporationParam = z.object({ id: idInPath("must be a corporation id") });
export const apiPageQuery = pageQuerySchema;
export const apiNameQuery = z.object({ name: nameSchema });

/** Pilots by the ids of their characters, or by names in any case. */
export const apiLookupBody = z.lazy(() =>
  z.union([
    z.strictObject({
      characterIds: z
        .array(z.int().check(z.positive()))
        .check(z.minLength(1), z.maxLength(MAX_CHARACTER_IDS)),
    }),
    z.strictObject({
      names: z.array(nameSchema).check(z.minLength(1), z.maxLength(API_MAX_NAMES)),
    }),
  ]),
);
export type ApiLookup = z.infer<typeof apiLookupBody>;

/** Values of one request. */
export const MAX_FACT_VALUES = 500;
const VALUE_MAX = 100;
const TIME_MAX = 40;

export const apiFactParam = z.object({ key: factKeySchema });

const pilotSchema = z
  .union([z.string().check(z.maxLength(64)), z.int()])
  .check(z.describe("The pilot's id, or EVE's id of a character."));

const timeSchema = z.iso.datetime({ offset: true }).check(z.maxLength(TIME_MAX));

/**
 * Values are loose, because their kind is the fact's: a value of another kind is refused, and not the request.
 */
export const apiFactsBody = z.lazy(() =>
  z.strictObject({
    asOf: z
      .optional(timeSchema)
      .check(z.describe("When the values were true, for those without a time of their own.")),
    onRefusal: z
      .optional(z.enum(["keep_rest", "refuse_all"]))
      .check(
        z.describe("What a refused value means for the others: they are written, or none is."),
      ),
    values: z
      .array(
        z.strictObject({
          pilot: pilotSchema,
          value: z
            .union([z.boolean(), z.number(), z.string().check(z.maxLength(VALUE_MAX))])
            .check(
              z.describe(
                "Of the kind that was declared. A date is 2026-11-20, or a time like 2026-11-20T12:00:00Z.",
              ),
            ),
          asOf: z.optional(timeSchema),
          endsAt: z
            .optional(z.nullable(timeSchema))
            .check(z.describe("From then on the pilot has no value.")),
        }),
      )
      .check(z.maxLength(MAX_FACT_VALUES)),
  }),
);
export type ApiFacts = z.infer<typeof apiFactsBody>;

/** Pilots of one change of members. */
export const MAX_CHANGED_MEMBERS = 100;
const REASON_MAX = 300;

const changedPilots = {
  pilots: z.array(pilotSchema).check(z.minLength(1), z.maxLength(MAX_CHANGED_MEMBERS)),
  for: z
    .optional(idSchema)
    .check(z.describe("The id of the pilot for whom the application acts: the log names both.")),
};

/** What becomes of members of a group. */
export const apiMembersBody = z.lazy(() =>
  z.discriminatedUnion("action", [
    z.strictObject({ action: z.literal("add"), ...changedPilots }),
    z.strictObject({
      action: z.literal("remove"),
      ...changedPilots,
      reason: requiredLine(
        "Reason is required",
        REASON_MAX,
        `Reason must be ${REASON_MAX} characters or less`,
      ).check(z.describe("The log keeps it, and the pilot reads it.")),
    }),
    z.strictObject({
      action: z.literal("set_end"),
      ...changedPilots,
      days: z
        .nullable(membershipDaysSchema)
        .check(z.describe("From now until the membership ends; null for no end.")),
    }),
  ]),
);
export type ApiMembersChange = z.infer<typeof apiMembersBody>;

/** `preview=1`: says what would happen, and changes nothing. */
export const apiPreviewQuery = z.object({ preview: z.optional(z.enum(["1"])) });

/** `past=true`: what is over, the latest first. Else what is not, the next first. */
export const apiOperationsQuery = z.extend(pageQuerySchema, {
  past: z.optional(z.literal("true")),
});
export type ApiOperationsQuery = z.infer<typeof apiOperationsQuery>;
export const apiOperationBody = operationPlanSchema;
