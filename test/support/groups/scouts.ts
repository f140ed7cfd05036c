import type { UserActor } from "#worker/auth/sessions/actor.ts";
import type { GroupRow } from "#worker/groups/group/group-row.ts";

/** A user who is no administrator and no guest. */
export const PILOT: UserActor = {
  kind: "user",
  userId: "u",
  sessionId: "s",
  isAdmin: false,
  isGuest: false,
};

/** A hidden group with three members and two requests, as it is read for a user who is no member. */
export const SCOUTS: GroupRow = {
  id: "g",
  name: "Scouts",
  description: null,
  categoryId: "c",
  categoryName: "Fleets",
  categoryVisibility: "hidden",
  visibility: "public",
  effectiveVisibility: "hidden",
  joinMode: "approval",
  memberCount: 3,
  pendingRequestCount: 2,
  formVersion: null,
  reviewerGroupId: null,
  version: 7,
  createdAt: new Date("2026-11-20T12:00:00Z"),
  ownerId: "o",
  ownerMainCharacterId: 90_000_001,
  ownerName: "Aurelia Voss",
  adminUserIds: "a,b",
  role: null,
  pendingRequestId: null,
  pendingInvitationId: null,
  enrolment: null,
  qualifiedId: null,
  isOpenToGuests: false,
  isShownInInvites: false,
  memberGroupId: null,
  membershipDays: null,
  emergencies: "[]",
  endsAt: null,
  emergencyId: null,
  isReviewer: 0,
};

export const scouts = (given: Partial<GroupRow>): GroupRow => ({ ...SCOUTS, ...given });
