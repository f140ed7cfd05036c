import type { Visibility } from "#shared/categories.ts";
import type { GroupAbilities, GroupMember, GroupRole, JoinMode } from "#shared/groups.ts";

/** How a user stands to a group. */
export type Standing = {
  effectiveVisibility: Visibility;
  joinMode: JoinMode;
  role: GroupRole | null;
  isInvited: boolean;
  hasRequested: boolean;
  isSystemAdmin: boolean;
};

/** `visible.ts` says the same in SQL, for lists. */
export function canSee({ effectiveVisibility, role, isInvited, isSystemAdmin }: Standing): boolean {
  if (isSystemAdmin) return true;
  switch (effectiveVisibility) {
    case "public":
      return true;
    case "hidden":
      return role !== null || isInvited;
    case "system":
      return role === "owner" || role === "admin";
  }
}

export function abilitiesOf(standing: Standing): GroupAbilities {
  const { joinMode, role, isInvited, hasRequested, isSystemAdmin } = standing;
  const owns = isSystemAdmin || role === "owner";
  const manages = owns || role === "admin";
  const isOutside = role === null;
  return {
    join: isOutside && joinMode === "open",
    request: isOutside && joinMode === "approval" && !hasRequested && !isInvited,
    leave: role === "admin" || role === "member",
    edit: owns,
    delete: owns,
    transfer: owns,
    manageAdmins: owns,
    manageMembers: manages,
    invite: manages,
    reviewRequests: manages,
    seeActivity: manages,
  };
}

/** What those abilities mean for one member of the group. */
export function memberAbilitiesOf(can: GroupAbilities, role: GroupRole): GroupMember["can"] {
  const isOwner = role === "owner";
  return {
    // Whoever may appoint admins may remove them; admins remove plain members only.
    remove: !isOwner && (can.manageAdmins || (can.manageMembers && role === "member")),
    makeAdmin: can.manageAdmins && role === "member",
    removeAdmin: can.manageAdmins && role === "admin",
    makeOwner: can.transfer && !isOwner,
  };
}
