import type { GroupCreation, Visibility } from "#shared/categories.ts";
import type { GroupRole, JoinMode } from "#shared/groups.ts";
import type { RadioCard } from "#web/ui/radio-cards.tsx";

export const VISIBILITY_LABELS: Record<Visibility, string> = {
  public: "Public",
  hidden: "Hidden",
  system: "System",
};

export const JOIN_MODE_LABELS: Record<JoinMode, string> = {
  open: "Open",
  approval: "Approval",
  invitation_only: "Invitation Only",
};

export const GROUP_CREATION_LABELS: Record<GroupCreation, string> = {
  anyone: "Anyone",
  admin_only: "Admin Only",
};

export const ROLE_LABELS: Record<GroupRole, string> = {
  owner: "Owner",
  admin: "Admin",
  member: "Member",
};

/** Where a name should be and is not: the account is locked and has no main. */
export const UNKNOWN_USER = "Unknown User";

export const SYSTEM_WARNING =
  "Only its owner and admins, and system administrators, see this group. Its members do not.";

export const VISIBILITY_CHOICES: readonly RadioCard<Visibility>[] = [
  {
    value: "public",
    label: VISIBILITY_LABELS.public,
    hint: "Everybody who is signed in can find it.",
  },
  {
    value: "hidden",
    label: VISIBILITY_LABELS.hidden,
    hint: "Only its members and those you invite know that it exists.",
  },
  {
    value: "system",
    label: VISIBILITY_LABELS.system,
    hint: "Not even its members see it: only its owner, its admins and system administrators do.",
  },
];

export const JOIN_MODE_CHOICES: readonly RadioCard<JoinMode>[] = [
  {
    value: "open",
    label: JOIN_MODE_LABELS.open,
    hint: "Whoever finds the group joins with one click.",
  },
  {
    value: "approval",
    label: JOIN_MODE_LABELS.approval,
    hint: "Pilots ask to join, and you or an admin of the group decide.",
  },
  {
    value: "invitation_only",
    label: JOIN_MODE_LABELS.invitation_only,
    hint: "Nobody can ask. Pilots come by invitation or by invite code.",
  },
];
