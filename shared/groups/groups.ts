import * as z from "zod/mini";
import { countSchema, instantSchema, pageOf } from "#shared/answer.ts";
import { english } from "#shared/english.ts";
import { enrolmentSchema, membershipProblemSchema } from "#shared/requirements/rule.ts";
import { idSchema, pageQuerySchema } from "#shared/page.ts";
import { SEARCH_MIN_LENGTH } from "#shared/fold.ts";
import { descriptionSchema, nameSchema, toLine } from "#shared/text.ts";
import { suspensionMarkSchema } from "#shared/account/suspension.ts";
import { EFFECTIVE_VISIBILITIES, visibilitySchema } from "./categories.ts";
import { emergencySchema, membershipDaysSchema } from "./ends.ts";
import { myRequestSchema } from "./requests.ts";

export const joinModeSchema = z.enum(["open", "approval", "invitation_only"]);
export type JoinMode = z.infer<typeof joinModeSchema>;

export const groupRoleSchema = z.enum(["owner", "admin", "member"]);
export type GroupRole = z.infer<typeof groupRoleSchema>;

/** How a membership began. `rule`: by meeting the requirements of a group with automatic enrolment. */
const wayInKindSchema = z.enum([
  "founded",
  "joined",
  "added",
  "approved",
  "invited",
  "code",
  "rule",
  "moved",
]);
export type WayInKind = z.infer<typeof wayInKindSchema>;

/**
 * `by`: who added the member, approved, sent the invitation or created the code; null where no user did, and where the reader may not know.
 * A way in of null is not in the log: it began later.
 */
export const wayInSchema = z.strictObject({
  kind: wayInKindSchema,
  by: z.nullable(z.strictObject({ userId: z.string(), name: z.string() })),
});
export type WayIn = z.infer<typeof wayInSchema>;

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
const groupAbilitiesSchema = z.strictObject({
  /** Become a member at once. */
  join: z.boolean(),
  /** Send a join request. */
  request: z.boolean(),
  leave: z.boolean(),
  /** Ask for another end of the own membership. */
  requestExtension: z.boolean(),
  edit: z.boolean(),
  /** Move the group to another category. */
  changeCategory: z.boolean(),
  changeVisibility: z.boolean(),
  delete: z.boolean(),
  transfer: z.boolean(),
  /** Appoint and dismiss admins. */
  manageAdmins: z.boolean(),
  /** Remove members: `GroupMember.can` says which. */
  manageMembers: z.boolean(),
  /** Invite, see and revoke invitations and invite codes. */
  invite: z.boolean(),
  /** See, approve and reject join requests. */
  reviewRequests: z.boolean(),
  seeActivity: z.boolean(),
});
export type GroupAbilities = z.infer<typeof groupAbilitiesSchema>;

/** Every setting is told, in words or for the form. */
export const groupSchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  description: z.nullable(z.string()),
  categoryId: idSchema,
  /** The name is null for users who may not see the category. Only system administrators see system categories. */
  category: z.strictObject({ id: idSchema, name: z.nullable(z.string()) }),
  /** The group's own setting. */
  visibility: visibilitySchema,
  /** The stricter of the group's visibility and its category's, and whether its requirements decide who finds it. */
  effectiveVisibility: z.enum(EFFECTIVE_VISIBILITIES),
  joinMode: joinModeSchema,
  /** How users who meet the requirements become members; null for a group without requirements. */
  enrolment: z.nullable(enrolmentSchema),
  /** The group has requirements of its own, or admits members of the community only. */
  hasRequirements: z.boolean(),
  /** Requests answer a form. */
  hasForm: z.boolean(),
  /** Guests of the community see the group and may join; null while the community has no guests. */
  isOpenToGuests: z.nullable(z.boolean()),
  /** An invite link shows its name, its description and who invites to visitors who are not signed in. */
  isShownInInvites: z.boolean(),
  createdAt: instantSchema,
  memberCount: countSchema,
  /** How many days a new membership lasts; null for no end. */
  membershipDays: z.nullable(countSchema),
  /** Memberships that system administrators have taken for some hours. */
  emergencies: z.array(emergencySchema),
  ownerId: idSchema,
  /** Null while the owner's account is locked and has no main. */
  ownerName: z.nullable(z.string()),
  ownerMainCharacterId: z.nullable(z.int()),
  adminUserIds: z.array(idSchema),
  /** From here on: about the signed-in user. */
  isMember: z.boolean(),
  isOwner: z.boolean(),
  isAdmin: z.boolean(),
  /** When the user's membership ends by itself; null for no end. */
  endsAt: z.nullable(instantSchema),
  pendingRequestId: z.nullable(idSchema),
  pendingInvitationId: z.nullable(idSchema),
  /** Null if the user may not review requests. */
  pendingRequestCount: z.nullable(countSchema),
  can: groupAbilitiesSchema,
} satisfies Record<string, z.ZodMiniType> & Record<GroupSetting, z.ZodMiniType>);
export type Group = z.infer<typeof groupSchema>;

/** One of the groups of the signed-in user. */
const membershipSchema = z.strictObject({
  groupId: idSchema,
  groupName: z.string(),
  /** Null for users who may not see the category. */
  categoryName: z.nullable(z.string()),
  visibility: visibilitySchema,
  memberCount: countSchema,
  pendingRequestCount: z.nullable(countSchema),
  joinedAt: instantSchema,
  endsAt: z.nullable(instantSchema),
  isOwner: z.boolean(),
  isAdmin: z.boolean(),
  can: groupAbilitiesSchema,
});
export type Membership = z.infer<typeof membershipSchema>;

/** The owned groups first, then those with the admin role, then the others; each part by name. */
export const myGroupsSchema = z.extend(pageOf(membershipSchema), {
  owned: countSchema,
  admin: countSchema,
  /** The user's own pending requests, the oldest first, at most a page of them. On every page the same. */
  requests: z.array(myRequestSchema),
});
export type MyGroups = z.infer<typeof myGroupsSchema>;

/** What waits for the user: the number of invitations, and the groups whose join requests the user reviews. */
export const waitingSchema = z.strictObject({
  /** At most `MAX_PENDING_PER_INVITEE`. */
  invitations: countSchema,
  /** By the name of the group. */
  requests: z.array(
    z.strictObject({ groupId: idSchema, groupName: z.string(), count: countSchema }),
  ),
  /**
   * The user's own memberships whose requirements are not met, or not known to be, those that end first at first. Those of owners
   * do not end.
   */
  problems: z.array(
    z.extend(membershipProblemSchema, {
      groupId: idSchema,
      groupName: z.string(),
      isOwner: z.boolean(),
    }),
  ),
  /** The user's own memberships that end within the next days, the soonest first. */
  ends: z.array(
    z.strictObject({
      groupId: idSchema,
      groupName: z.string(),
      endsAt: instantSchema,
      isRequested: z.boolean(),
    }),
  ),
  /** Emergency access to groups of the user in the last days, the latest first. */
  emergencies: z.array(z.extend(emergencySchema, { groupId: idSchema, groupName: z.string() })),
  /** Held changes that wait for a decision; null for users who may not decide. */
  held: z.nullable(countSchema),
  /** For administrators: other sites sign people in with this Muster. Missing for others. */
  hasApplications: z.optional(z.literal(true)),
  /** Somebody is on the watchlist; for system administrators, who keep it. */
  isWatching: z.optional(z.literal(true)),
  /** For administrators: active corporations without a usable director, and since when. */
  corporations: z.array(
    z.strictObject({ corporationId: z.int(), name: z.string(), since: z.nullable(instantSchema) }),
  ),
  /** Corporations whose rosters a group of the user may read. */
  rosters: z.array(z.strictObject({ corporationId: z.int(), name: z.string() })),
  /** Open reviews of the groups that the user owns, those that are due first at first. */
  reviews: z.array(
    z.strictObject({ groupId: idSchema, groupName: z.string(), dueAt: instantSchema }),
  ),
});
export type Waiting = z.infer<typeof waitingSchema>;

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

const groupMemberSchema = z.strictObject({
  id: idSchema,
  userId: idSchema,
  mainCharacterId: z.nullable(z.int()),
  mainCharacterName: z.nullable(z.string()),
  /** Of the main's corporation, if it is managed here. Always null for guests. */
  ticker: z.nullable(z.string()),
  role: groupRoleSchema,
  joinedAt: instantSchema,
  /** When the membership ends by itself. Null for no end, and for readers who neither manage the members nor are this one. */
  endsAt: z.nullable(instantSchema),
  /** A system administrator has taken the membership for some hours. */
  isEmergency: z.boolean(),
  /** Always null for readers who do not manage the members. */
  suspension: z.nullable(suspensionMarkSchema),
  /** Always null for readers who do not manage the members, and for members who meet the requirements. */
  problem: z.nullable(membershipProblemSchema),
  /** What the signed-in user may do with this member. */
  can: z.strictObject({
    remove: z.boolean(),
    makeAdmin: z.boolean(),
    removeAdmin: z.boolean(),
    makeOwner: z.boolean(),
    setEnd: z.boolean(),
  }),
});
export type GroupMember = z.infer<typeof groupMemberSchema>;

/**
 * `isPartial`: more members may match the search than these. `problemCounts` is null for readers who do not manage the
 * members, and for groups without requirements
 * and ends. `ending` counts up to `MOST_COUNTED_ENDS`.
 */
export const groupMembersSchema = z.extend(pageOf(groupMemberSchema), {
  isPartial: z.boolean(),
  problemCounts: z.nullable(
    z.strictObject({ grace: countSchema, unknown: countSchema, ending: countSchema }),
  ),
});
export type GroupMembers = z.infer<typeof groupMembersSchema>;

export const memberParamSchema = z.object({ id: idSchema, userId: idSchema });

export const appointAdminSchema = z.object({ userId: idSchema });

export const transferSchema = z.object({ newOwnerId: idSchema });
