import * as z from "zod/mini";
import type { UpdateGroup } from "./groups.ts";

/** A field of an edit of a group. */
export type GroupSetting = Exclude<keyof UpdateGroup, "allowDuplicateName">;

/** Every setting of a group, with the name under which the log compares it before and after an edit. */
export const GROUP_SETTINGS = {
  name: "name",
  description: "description",
  visibility: "visibility",
  joinMode: "joinMode",
  categoryId: "categoryName",
  isOpenToGuests: "guests",
  membershipDays: "membershipDays",
} as const satisfies Record<GroupSetting, string>;

export const loggedSettingSchema = z.enum(Object.values(GROUP_SETTINGS));
export type LoggedSetting = z.infer<typeof loggedSettingSchema>;
