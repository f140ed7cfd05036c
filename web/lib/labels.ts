import type { EffectiveVisibility, GroupCreation, Visibility } from "#shared/groups/categories.ts";
import type { GroupRole, JoinMode } from "#shared/groups/groups.ts";

export const VISIBILITY_LABELS: Record<Visibility, string> = {
  public: "Public",
  hidden: "Hidden",
  system: "System",
};

/** What applies to a group. */
export const EFFECTIVE_LABELS: Record<EffectiveVisibility, string> = {
  ...VISIBILITY_LABELS,
  qualified: "Qualified only",
};

export const JOIN_MODE_LABELS: Record<JoinMode, string> = {
  open: "Open",
  approval: "Approval",
  invitation_only: "Invitation Only",
};

export const AUTOMATIC_LABEL = "Automatic";

export const GROUP_CREATION_LABELS: Record<GroupCreation, string> = {
  anyone: "Anyone",
  admin_only: "Admin Only",
};

export const ROLE_LABELS: Record<GroupRole, string> = {
  owner: "Owner",
  admin: "Admin",
  member: "Member",
};

/** Shown instead of the name of a category that only system administrators see. */
export const SYSTEM_CATEGORY = "System category";

/** Shown instead of a name: a locked account has no main character. */
export const UNKNOWN_USER = "Unknown User";
