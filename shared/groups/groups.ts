import { english } from "#shared/english.ts";
import * as z from "zod/mini";
import { visibilitySchema } from "./categories.ts";
import { membershipDaysSchema } from "./ends.ts";
import type { Emergency } from "./ends.ts";
import type { EffectiveVisibility, Visibility } from "./categories.ts";
import type { Enrolment, MembershipProblem } from "#shared/requirements/rule.ts";
import { idSchema, pageQuerySchema } from "#shared/page.ts";
import type { Page } from "#shared/page.ts";
import type { MyRequest } from "./requests.ts";
import { SEARCH_MIN_LENGTH } from "#shared/search.ts";
import { descriptionSchema, nameSchema, toLine } from "#shared/text.ts";
import type { SuspensionMark } from "#shared/session.ts";

export const joinModeSchema = z.enum(["open", "approval", "invitation_only"]);
export type JoinMode = z.infer<typeof joinModeSchema>;

export const groupRoleSchema = z.enum(["owner", "admin", "member"]);
export type GroupRole = z.infer<typeof groupRoleSchema>;

/** `members`: by their number, and equal ones by name. A minus: descending. */
const groupOrderSchema = z.enum(["name", "-name", "members", "-members"]);
export type GroupOrder = z.infer<typeof groupOrderSchema>;

/**
 * `search` finds a part of the name, folded. `joinable` selects the groups that the user can join, request to join, or
 * has an invitation to.
 */
export const groupQuerySchema = z.extend(pageQuerySchema, {
  categoryId: z.optional(idSchema),
  visibility: z.optional(visibilitySchema),
  joinMode: z.optional(joinModeSchema),
  search: z.optional(z.string().check(z.overwrite(toLine), z.maxLength(255))),
  myGroups: z.optional(z.enum(["true", "false"])),
  joinable: z.optional(z.enum(["true", "false"])),
  sort: z.optional(groupOrderSchema),
});
export type GroupQuery = z.infer<typeof groupQuerySchema>;

const CATEGORY_REQUIRED = english`Category is required`;

/** Allows the name of another group that the user sees, which is otherwise refused with `duplicate_name`. */
const allowDuplicateName = z.exactOptional(z.boolean());

/** How many days a new membership of the group lasts; null for no end. */
const membershipDays = z.exactOptional(z.nullable(membershipDaysSchema));

export const createGroupSchema = z.object({
  categoryId: z.string(CATEGORY_REQUIRED).check(z.regex(/^[\w-]{1,64}$/, CATEGORY_REQUIRED)),
  name: nameSchema,
  description: descriptionSchema,
  visibility: visibilitySchema,
  joinMode: joinModeSchema,
  allowDuplicateName,
});
export type CreateGroup = z.infer<typeof createGroupSchema>;

/** Fields that are left out stay as they are; a description of null is removed. */
export const updateGroupSchema = z.object({
  categoryId: z.exactOptional(createGroupSchema.shape.categoryId),
  name: z.exactOptional(nameSchema),
  description: z.exactOptional(descriptionSchema),
  visibility: z.exactOptional(visibilitySchema),
  joinMode: z.exactOptional(joinModeSchema),
  isOpenToGuests: z.exactOptional(z.boolean()),
  isShownInInvites: z.exactOptional(z.boolean()),
  membershipDays,
  allowDuplicateName,
});
export type UpdateGroup = z.infer<typeof updateGroupSchema>;
/** A field of an edit of a group. */
export type GroupSetting = Exclude<keyof UpdateGroup, "allowDuplicateName">;

/** What the signed-in user may do with a group. The SPA shows these and has no rules of its own. */
export type GroupAbilities = {
  /** Become a member at once. */
  join: boolean;
  /** Send a join request. */
  request: boolean;
  leave: boolean;
  /** Ask for another end of the own membership. */
  requestExtension: boolean;
  edit: boolean;
  /** Move the group to another category. */
  changeCategory: boolean;
  changeVisibility: boolean;
  delete: boolean;
  transfer: boolean;
  /** Appoint and dismiss admins. */
  manageAdmins: boolean;
  /** Remove members: `GroupMember.can` says which. */
  manageMembers: boolean;
  /** Invite, see and revoke invitations and invite codes. */
  invite: boolean;
  /** See, approve and reject join requests. */
  reviewRequests: boolean;
  seeActivity: boolean;
};

/** Every setting is told, in words or for the form. */
export type Group = Record<GroupSetting, unknown> & {
  id: string;
  name: string;
  description: string | null;
  categoryId: string;
  /** The name is null for users who may not see the category. Only system administrators see system categories. */
  category: { id: string; name: string | null };
  /** The group's own setting. */
  visibility: Visibility;
  /** The stricter of the group's visibility and its category's, and whether its requirements decide who finds it. */
  effectiveVisibility: EffectiveVisibility;
  joinMode: JoinMode;
  /** How users who meet the requirements become members; null for a group without requirements. */
  enrolment: Enrolment | null;
  /** The group has requirements of its own, or admits members of the community only. */
  hasRequirements: boolean;
  /** Requests answer a form. */
  hasForm: boolean;
  /** Guests of the community see the group and may join; null while the community has no guests. */
  isOpenToGuests: boolean | null;
  /** An invite link shows its name, its description and who invites to visitors who are not signed in. */
  isShownInInvites: boolean;
  createdAt: string;
  memberCount: number;
  /** How many days a new membership lasts; null for no end. */
  membershipDays: number | null;
  /** Memberships that system administrators have taken for some hours. */
  emergencies: Emergency[];
  ownerId: string;
  /** Null while the owner's account is locked and has no main. */
  ownerName: string | null;
  ownerMainCharacterId: number | null;
  adminUserIds: string[];
  /** From here on: about the signed-in user. */
  isMember: boolean;
  isOwner: boolean;
  isAdmin: boolean;
  /** When the user's membership ends by itself; null for no end. */
  endsAt: string | null;
  pendingRequestId: string | null;
  pendingInvitationId: string | null;
  /** Null if the user may not review requests. */
  pendingRequestCount: number | null;
  can: GroupAbilities;
};

/** One of the groups of the signed-in user. */
export type Membership = {
  groupId: string;
  groupName: string;
  /** Null for users who may not see the category. */
  categoryName: string | null;
  visibility: Visibility;
  memberCount: number;
  pendingRequestCount: number | null;
  joinedAt: string;
  endsAt: string | null;
  isOwner: boolean;
  isAdmin: boolean;
  can: GroupAbilities;
};

/** The owned groups first, then those with the admin role, then the others; each part by name. */
export type MyGroups = Page<Membership> & {
  owned: number;
  admin: number;
  /** The user's own pending requests, the oldest first, at most a page of them. On every page the same. */
  requests: MyRequest[];
};

/** What waits for the user: the number of invitations, and the groups whose join requests the user reviews. */
export type Waiting = {
  /** At most `MAX_PENDING_PER_INVITEE`. */
  invitations: number;
  /** By the name of the group. */
  requests: { groupId: string; groupName: string; count: number }[];
  /**
   * The user's own memberships whose requirements are not met, or not known to be, those that end first at first. Those of owners
   * do not end.
   */
  problems: ({ groupId: string; groupName: string; isOwner: boolean } & MembershipProblem)[];
  /** The user's own memberships that end within the next days, the soonest first. */
  ends: { groupId: string; groupName: string; endsAt: string; isRequested: boolean }[];
  /** Emergency access to groups of the user in the last days, the latest first. */
  emergencies: ({ groupId: string; groupName: string } & Emergency)[];
  /** Held changes that wait for a decision; null for users who may not decide. */
  held: number | null;
  /** For administrators: active corporations without a usable director, and since when. */
  corporations: { corporationId: number; name: string; since: string | null }[];
  /** Corporations whose rosters a group of the user may read. */
  rosters: { corporationId: number; name: string }[];
  /** Open reviews of the groups that the user owns, those that are due first at first. */
  reviews: { groupId: string; groupName: string; dueAt: string }[];
};

/** `role`: the owner first, then the admins, then the others; each part by the date of joining. A minus: descending. */
const memberSortSchema = z.enum(["role", "name", "-name", "joined", "-joined"]);
export type MemberSort = z.infer<typeof memberSortSchema>;

/** `search` finds a part of the main's name, folded. It answers with one page, so it ignores the cursor. */
export const memberQuerySchema = z.extend(pageQuerySchema, {
  search: z.optional(
    z.string().check(z.overwrite(toLine), z.minLength(SEARCH_MIN_LENGTH), z.maxLength(100)),
  ),
  role: z.optional(groupRoleSchema),
  /** Members whose grace period runs, who have not been checked for some time, or whose membership has an end; those that end first at first. */
  problem: z.optional(z.enum(["grace", "unknown", "ending"])),
  sort: z.optional(memberSortSchema),
});
export type MemberQuery = z.infer<typeof memberQuerySchema>;

/**
 * `isPartial`: more members may match the search than these. `problemCounts` is null for readers who do not manage the
 * members, and for groups without requirements
 * and ends. `ending` counts up to `MOST_COUNTED_ENDS`.
 */
export type GroupMembers = Page<GroupMember> & {
  isPartial: boolean;
  problemCounts: { grace: number; unknown: number; ending: number } | null;
};

export type GroupMember = {
  id: string;
  userId: string;
  mainCharacterId: number | null;
  mainCharacterName: string | null;
  role: GroupRole;
  joinedAt: string;
  /** When the membership ends by itself. Null for no end, and for readers who neither manage the members nor are this one. */
  endsAt: string | null;
  /** A system administrator has taken the membership for some hours. */
  isEmergency: boolean;
  /** Always null for readers who do not manage the members. */
  suspension: SuspensionMark | null;
  /** Always null for readers who do not manage the members, and for members who meet the requirements. */
  problem: MembershipProblem | null;
  /** What the signed-in user may do with this member. */
  can: {
    remove: boolean;
    makeAdmin: boolean;
    removeAdmin: boolean;
    makeOwner: boolean;
    setEnd: boolean;
  };
};

export const memberParamSchema = z.object({ id: idSchema, userId: idSchema });

export const appointAdminSchema = z.object({ userId: idSchema });

export const transferSchema = z.object({ newOwnerId: idSchema });
