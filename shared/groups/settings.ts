import * as z from "zod/mini";
import type { GroupSetting } from "./groups.ts";

/** Every setting of a group, with the name under which the log compares it before and after an edit. */
export const GROUP_SETTINGS = {
  name: "name",
  description: "description",
  visibility: "visibility",
  joinMode: "joinMode",
  categoryId: "categoryName",
  isOpenToGuests: "guests",
  isShownInInvites: "inviteLinks",
  membershipDays: "membershipDays",
} as const satisfies Record<GroupSetting, string>;

export const loggedSettingSchema = z.enum(Object.values(GROUP_SETTINGS));
export type LoggedSetting = z.infer<typeof loggedSettingSchema>;
