import * as z from "zod/mini";

/** Counted in Unicode code points, as zod does; HTML's `maxlength` counts an emoji twice. */
export const NAME_MAX_LENGTH = 255;
export const DESCRIPTION_MAX_LENGTH = 1000;

/** They are listed on one page, and in one select box. */
export const MAX_CATEGORIES = 100;

/** From the most to the least visible. */
export const visibilitySchema = z.enum(["public", "hidden", "system"]);
export type Visibility = z.infer<typeof visibilitySchema>;

/** Who may create groups in a category. */
export const groupCreationSchema = z.enum(["anyone", "admin_only"]);
export type GroupCreation = z.infer<typeof groupCreationSchema>;

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Z}]/gu;

/** One line of text: control characters become spaces, halves of surrogate pairs are repaired. */
const toLine = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim();

/** The same for text of several lines. */
const toParagraphs = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\n]+/gu, " ")
    .trim();

export const nameSchema = z.string("Name is required").check(
  z.overwrite(toLine),
  z.refine((name) => name.replaceAll(INVISIBLE, "") !== "", "Name is required"),
  z.maxLength(NAME_MAX_LENGTH, `Name must be ${NAME_MAX_LENGTH} characters or less`),
);

/** An optional text; a missing or blank one is null. */
export function optionalText(what: string) {
  return z.pipe(
    z.nullish(
      z
        .string()
        .check(
          z.overwrite(toParagraphs),
          z.maxLength(
            DESCRIPTION_MAX_LENGTH,
            `${what} must be ${DESCRIPTION_MAX_LENGTH} characters or less`,
          ),
        ),
    ),
    z.transform((text) => (text ? text : null)),
  );
}

export const descriptionSchema = optionalText("Description");

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

/** A deletion is confirmed with the exact name. */
export const deletionSchema = z.object({ name: z.string().check(z.overwrite(toLine)) });

/** What the signed-in user may do with a category. */
export type CategoryAbilities = { createGroup: boolean; edit: boolean; delete: boolean };

export type Category = {
  id: string;
  name: string;
  description: string | null;
  visibility: Visibility;
  allowGroupCreation: GroupCreation;
  /** Null unless the user may see every group in it. */
  groupCount: number | null;
  can: CategoryAbilities;
};
