import * as z from "zod/mini";
import { corporationCategorySchema, idInPath } from "#shared/corporations/corporations.ts";
import { idSchema } from "#shared/page.ts";

export const corporationParamSchema = z.object({ id: idInPath("must be a corporation id") });
export const directorParamSchema = z.extend(corporationParamSchema, { directorId: idSchema });

export const fetchRequestSchema = z.object({
  category: z.enum(["all", ...corporationCategorySchema.options]),
});
export type FetchCategory = z.infer<typeof fetchRequestSchema>["category"];
