import * as z from "zod/mini";

/** Longer than the list of every skill id there is, comma-joined. */
const IDS_MAX_LENGTH = 4096;

const idListSchema = z.pipe(
  z
    .string()
    .check(
      z.maxLength(IDS_MAX_LENGTH, `must have at most ${IDS_MAX_LENGTH} characters`),
      z.regex(/^\d{1,9}(,\d{1,9})*$/, "must be skill ids, joined by commas"),
    ),
  z.transform((text) => text.split(",").map(Number)),
);

/** Without `ids`: the whole catalogue. Only a URL with the current `version` is immutable. */
export const skillsQuerySchema = z.object({
  ids: z.optional(idListSchema),
  version: z.optional(z.string()),
});

const skillMetadataSchema = z.strictObject({ id: z.int(), name: z.string(), rank: z.int() });
export type SkillMetadata = z.infer<typeof skillMetadataSchema>;

const skillGroupSchema = z.strictObject({
  groupId: z.int(),
  groupName: z.string(),
  skills: z.array(skillMetadataSchema),
});

/** EVE's item category 16 holds all skills; what players call a category of skills is a group in it. */
const skillCategorySchema = z.strictObject({
  categoryId: z.int(),
  categoryName: z.string(),
  groups: z.array(skillGroupSchema),
});
export const skillCatalogueSchema = z.array(skillCategorySchema);
export type SkillCategory = z.infer<typeof skillCategorySchema>;
