import { countSchema, instantSchema } from "./answer.ts";
import { english } from "./english.ts";
import * as z from "zod/mini";
import { idSchema } from "./page.ts";
import { requiredLine } from "./text.ts";

/** Facts of an application. */
export const MAX_FACTS = 20;
const MAX_OPTIONS = 20;
export const OPTION_MAX = 40;
const TITLE_MAX = 60;
/** A year. */
const MAX_AGE_HOURS = 24 * 366;

/** The name of a fact in addresses and programs. */
export const factKeySchema = z
  .string()
  .check(
    z.regex(
      /^[a-z][a-z\d_]{0,39}$/,
      english`Key must have up to 40 small letters, digits and _, and begin with a letter`,
    ),
  );

export const factKindSchema = z.enum(["yes_no", "number", "date", "one_of"]);
export type FactKind = z.infer<typeof factKindSchema>;

/** What a value that was never written, or has ended, means. `no`: conditions are not met; a yes or no is a no. */
export const missingSchema = z.enum(["unknown", "no"]);
export type Missing = z.infer<typeof missingSchema>;

const optionSchema = requiredLine(
  english`Options must have names`,
  OPTION_MAX,
  english`Options must be ${OPTION_MAX} characters or less`,
);
const titleSchema = requiredLine(
  english`Title is required`,
  TITLE_MAX,
  english`Title must be ${TITLE_MAX} characters or less`,
);
/** What `one_of` chooses from; empty for the other kinds. */
const optionsSchema = z.array(optionSchema).check(
  z.maxLength(MAX_OPTIONS, english`Options must be at most ${MAX_OPTIONS}`),
  z.refine((options) => new Set(options).size === options.length, english`Options must differ`),
);
const maxAgeSchema = z
  .int(english`Max age hours must be a whole number`)
  .check(
    z.gte(1, english`Max age hours must be at least 1`),
    z.lte(MAX_AGE_HOURS, english`Max age hours must be at most ${MAX_AGE_HOURS}`),
  );

/** `POST /admin/applications/:id/facts`. `maxAgeHours`: a value that is older is unknown. */
export const declareFactSchema = z
  .object({
    key: factKeySchema,
    title: titleSchema,
    kind: factKindSchema,
    options: optionsSchema,
    maxAgeHours: maxAgeSchema,
    missing: missingSchema,
  })
  .check(
    z.refine(({ kind, options }) => (kind === "one_of") === options.length > 0, {
      error: english`Options must be given for the kind “one of”, and for no other`,
      path: ["options"],
    }),
  );
export type DeclareFact = z.infer<typeof declareFactSchema>;

/** `PATCH /admin/applications/:id/facts/:key`. The kind stays: requirements compare it. */
export const changeFactSchema = z.object({
  title: z.exactOptional(titleSchema),
  options: z.exactOptional(optionsSchema),
  maxAgeHours: z.exactOptional(maxAgeSchema),
  missing: z.exactOptional(missingSchema),
});
export type ChangeFact = z.infer<typeof changeFactSchema>;

export const factParamSchema = z.object({ id: idSchema, key: factKeySchema });

export const factSchema = z.strictObject({
  key: factKeySchema,
  title: z.string(),
  kind: factKindSchema,
  options: z.array(z.string()),
  maxAgeHours: countSchema,
  missing: missingSchema,
  id: idSchema,
  /** The latest time that a value was true at, and when the application last wrote; null before. */
  asOf: z.nullable(instantSchema),
  writtenAt: z.nullable(instantSchema),
  /** Pilots with a value, those whose value is too old, and all pilots of whom the fact is not known now. */
  pilots: countSchema,
  late: countSchema,
  unknown: countSchema,
  /** The groups whose requirements ask for it. */
  usedBy: z.array(z.strictObject({ id: idSchema, name: z.string() })),
});
export type Fact = z.infer<typeof factSchema>;

/** `GET /admin/applications/:id/facts`. */
export const factsSchema = z.strictObject({ items: z.array(factSchema) });
export type Facts = z.infer<typeof factsSchema>;
