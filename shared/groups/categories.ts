import { idSchema } from "#shared/page.ts";
import { countSchema } from "#shared/answer.ts";
import * as z from "zod/mini";
import { descriptionSchema, nameSchema, toLine } from "#shared/text.ts";

/** They are listed on one page, and in one select box. */
export const MAX_CATEGORIES = 100;

/** From the most to the least visible. */
export const visibilitySchema = z.enum(["public", "hidden", "system"]);
export type Visibility = z.infer<typeof visibilitySchema>;

/** What applies to a group. `qualified`: public, but only for users who meet its requirements. From the most to the least visible. */
export const EFFECTIVE_VISIBILITIES = ["public", "qualified", "hidden", "system"] as const;
export type EffectiveVisibility = (typeof EFFECTIVE_VISIBILITIES)[number];

/** Who may create groups in a category. */
export const groupCreationSchema = z.enum(["anyone", "admin_only"]);
export type GroupCreation = z.infer<typeof groupCreationSchema>;

export const createCategorySchema = z.object({
  name: nameSchema,
  description: descriptionSchema,
  visibility: visibilitySchema,
  allowGroupCreation: groupCreationSchema,
});
export type CreateCategory = z.infer<typeof createCategorySchema>;

/** Fields that are left out stay as they are; a description of null is removed. */
export const updateCategorySchema = z.object({
  name: z.exactOptional(nameSchema),
  description: z.exactOptional(descriptionSchema),
  visibility: z.exactOptional(visibilitySchema),
  allowGroupCreation: z.exactOptional(groupCreationSchema),
});
export type UpdateCategory = z.infer<typeof updateCategorySchema>;

/** The name confirms the deletion. The dialogs always send it; a program may leave it out. */
export const deletionSchema = z.object({
  name: z.exactOptional(z.string().check(z.overwrite(toLine))),
});

/** What the signed-in user may do with a category. */
const categoryAbilitiesSchema = z.strictObject({
  createGroup: z.boolean(),
  edit: z.boolean(),
  delete: z.boolean(),
});
export type CategoryAbilities = z.infer<typeof categoryAbilitiesSchema>;

export const categorySchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  description: z.nullable(z.string()),
  visibility: visibilitySchema,
  allowGroupCreation: groupCreationSchema,
  /** Null unless the user may see every group in it. */
  groupCount: z.nullable(countSchema),
  can: categoryAbilitiesSchema,
});
export type Category = z.infer<typeof categorySchema>;
