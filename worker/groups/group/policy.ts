import type { EffectiveVisibility, Visibility } from "#shared/groups/categories.ts";
import type { GroupAbilities, GroupRole, JoinMode } from "#shared/groups/groups.ts";
import type { Enrolment } from "#shared/requirements/rule.ts";
import type { UserActor } from "#worker/auth/sessions/actor.ts";

/** What decides whether a user sees a group, and what the user may do with it. */
export type GroupMembership = {
  visibility: Visibility;
  categoryVisibility: Visibility;
  effectiveVisibility: EffectiveVisibility;
  joinMode: JoinMode;
  enrolment: Enrolment | null;
  /** Null if the user is not a member. */
  role: GroupRole | null;
  pendingRequestId: string | null;
  pendingInvitationId: string | null;
  /** When the user's membership ends by itself; null for no end. */
  endsAt: Date | null;
  emergencyId: string | null;
  isOpenToGuests: boolean;
  /** 1 if the user reviews requests as a member of another group. */
  isReviewer: number;
  /** The user's id if the user met the requirements when this was last known, and they decide who finds the group. */
  qualifiedId: string | null;
};

type Actor = Pick<UserActor, "isAdmin" | "isGuest">;

/** `worker/access/visibility.ts` states the same rule in SQL, for lists. */
export function canSee(
  { effectiveVisibility, role, pendingInvitationId, isOpenToGuests, qualifiedId }: GroupMembership,
  { isAdmin, isGuest }: Actor,
): boolean {
  if (isAdmin) return true;
  const isTied = role !== null || pendingInvitationId !== null;
  switch (effectiveVisibility) {
    case "public":
      return !isGuest || isOpenToGuests || isTied;
    case "qualified":
      return isTied || (qualifiedId !== null && (!isGuest || isOpenToGuests));
    case "hidden":
      return isTied;
    case "system":
      return role === "owner" || role === "admin";
  }
}

/** The name of a group's category, for a user who may see the group; null if the user may not see the category. */
export function shownCategoryName(
  group: { categoryName: string; categoryVisibility: Visibility },
  { isAdmin }: Pick<Actor, "isAdmin">,
): string | null {
  return isAdmin || group.categoryVisibility !== "system" ? group.categoryName : null;
}

type Ending = Pick<GroupMembership, "endsAt" | "emergencyId">;

/** When a membership ends by itself. The requirements alone decide how long one lasts that they have made. */
export function endOf(
  { endsAt, emergencyId }: Ending,
  { enrolment }: Pick<GroupMembership, "enrolment">,
): string | null {
  if (endsAt === null || (enrolment === "automatic" && emergencyId === null)) return null;
  return endsAt.toISOString();
}

/** How many requests the user may decide on. Members of the reviewing group do not review their own. */
export function countToReview(
  { pendingRequestCount }: { pendingRequestCount: number },
  pendingRequestId: string | null,
  can: GroupAbilities,
): number | null {
  if (!can.reviewRequests) return null;
  return pendingRequestCount - Number(!can.manageMembers && pendingRequestId !== null);
}

export function abilitiesOf(
  membership: Omit<GroupMembership, "isOpenToGuests" | "qualifiedId">,
  { isAdmin }: Pick<Actor, "isAdmin">,
): GroupAbilities {
  const { joinMode, role, pendingRequestId, pendingInvitationId } = membership;
  const owns = isAdmin || role === "owner";
  const manages = owns || role === "admin";
  const isNotMember = role === null;
  // The requirements alone decide who is a member.
  const isAutomatic = membership.enrolment === "automatic";
  const isEmergency = membership.emergencyId !== null;
  const isPending = pendingRequestId !== null || pendingInvitationId !== null;
  return {
    join: isNotMember && joinMode === "open" && !isAutomatic,
    request: isNotMember && joinMode === "approval" && !isPending && !isAutomatic,
    leave: (role === "admin" || role === "member") && (!isAutomatic || isEmergency),
    requestExtension: endOf(membership, membership) !== null && !isEmergency && !isPending,
    edit: owns,
    changeCategory: owns && (isAdmin || membership.categoryVisibility !== "system"),
    changeVisibility: owns && (isAdmin || membership.visibility !== "system"),
    delete: owns,
    transfer: owns,
    manageAdmins: owns,
    manageMembers: manages,
    invite: manages,
    reviewRequests: manages || membership.isReviewer === 1,
    seeActivity: manages,
  };
}
