import * as z from "zod/mini";

/** The settings of a group that the log compares before and after an edit, by the names that it gives them. */
export const loggedSettingSchema = z.enum([
  "name",
  "description",
  "visibility",
  "joinMode",
  "categoryName",
  "guests",
  "membershipDays",
]);
export type LoggedSetting = z.infer<typeof loggedSettingSchema>;
