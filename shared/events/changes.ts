import type { UpdateCategory } from "#shared/groups/categories.ts";
import type { LoggedSetting } from "#shared/groups/settings.ts";
import type { Rule } from "#shared/requirements/rule.ts";

/** A field of groups, categories, requirements, the community or corporations, as the log names it. */
export type LoggedField =
  | LoggedSetting
  | keyof UpdateCategory
  | keyof Rule
  | "welcome"
  | "logoName"
  | "memberGroup"
  | "endsAt"
  | "reviewMonths"
  | "silence"
  | "discordChannel"
  | "discordPosts"
  | "director"
  | "status"
  | "priority"
  | "rosterGroup"
  | "rosterRoles";

/** Each changed field, before and after. Empty if repeated edits restored every value. */
export type Changes<Field extends string = LoggedField> = {
  [Name in Field]?: { from: string | null; to: string | null } | undefined;
};
