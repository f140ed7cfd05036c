import * as z from "zod/mini";
import { affiliationSchema, movedAccountSchema, suspensionSchema } from "#shared/session.ts";
import { accountEvents } from "#shared/events/account-events.ts";
import { corporationEvents } from "#shared/events/corporation-events.ts";
import { groupEvents } from "#shared/events/group-events.ts";
import { kindsOf } from "#shared/events/kinds.ts";
import type { Activity, CorporationEvent, GroupEvent } from "#shared/events/activity.ts";
import {
  EFFECTIVE_VISIBILITIES,
  groupCreationSchema,
  visibilitySchema,
} from "#shared/groups/categories.ts";
import type { Category } from "#shared/groups/categories.ts";
import { sharedSectionSchema } from "#shared/groups/forms.ts";
import { groupRoleSchema, joinModeSchema } from "#shared/groups/groups.ts";
import type { Group, GroupMember, Membership } from "#shared/groups/groups.ts";
import type {
  BlockedGroups,
  JoinedGroup,
  GroupInvitation,
  InviteCode,
  InviteCodePreview,
  InviteLink,
  MyInvitation,
} from "#shared/groups/invitations.ts";
import { enrolmentSchema } from "#shared/requirements/rule.ts";
import { membershipProblem, ruleDetail } from "./requirement-shapes.ts";
import { applicationEventFields } from "./application-shapes.ts";
import { discordEventFields } from "./discord-shapes.ts";

// The response types of shared/groups/groups.ts as schemas, for checks at run time.

export type Shape<Type> = z.ZodMiniType<Type>;

/** 204 without a body. */
export const NOTHING = z.literal("");

export const when = z.iso.datetime({ precision: 3 });
export const orNull = <Schema extends z.ZodMiniType>(schema: Schema) => z.nullable(schema);
export const id = z.string().check(z.regex(/^[\w-]{1,64}$/));
export const count = z.int().check(z.gte(0));
const flag = z.boolean();

export const pageOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.strictObject({ items: z.array(item), total: count, nextCursor: orNull(z.string()) });

export const category: Shape<Category> = z.strictObject({
  id,
  name: z.string(),
  description: orNull(z.string()),
  visibility: visibilitySchema,
  allowGroupCreation: groupCreationSchema,
  groupCount: orNull(count),
  can: z.strictObject({ createGroup: flag, edit: flag, delete: flag }),
});

const groupAbilities = z.strictObject({
  join: flag,
  request: flag,
  leave: flag,
  requestExtension: flag,
  edit: flag,
  changeCategory: flag,
  changeVisibility: flag,
  delete: flag,
  transfer: flag,
  manageAdmins: flag,
  manageMembers: flag,
  invite: flag,
  reviewRequests: flag,
  seeActivity: flag,
});

export const emergency = z.strictObject({
  userId: id,
  name: orNull(z.string()),
  role: z.enum(["member", "admin"]),
  startedAt: when,
  endsAt: when,
  reason: orNull(z.string()),
  isActive: flag,
});

export const group: Shape<Group> = z.strictObject({
  id,
  name: z.string(),
  description: orNull(z.string()),
  categoryId: id,
  category: z.strictObject({ id, name: orNull(z.string()) }),
  visibility: visibilitySchema,
  effectiveVisibility: z.enum(EFFECTIVE_VISIBILITIES),
  joinMode: joinModeSchema,
  enrolment: orNull(enrolmentSchema),
  hasForm: z.boolean(),
  hasRequirements: flag,
  isOpenToGuests: orNull(flag),
  isShownInInvites: flag,
  createdAt: when,
  memberCount: count,
  membershipDays: orNull(count),
  emergencies: z.array(emergency),
  ownerId: id,
  ownerName: orNull(z.string()),
  ownerMainCharacterId: orNull(z.int()),
  adminUserIds: z.array(id),
  isMember: flag,
  isOwner: flag,
  isAdmin: flag,
  endsAt: orNull(when),
  pendingRequestId: orNull(id),
  pendingInvitationId: orNull(id),
  pendingRequestCount: orNull(count),
  can: groupAbilities,
});

export const membership: Shape<Membership> = z.strictObject({
  groupId: id,
  groupName: z.string(),
  categoryName: orNull(z.string()),
  visibility: visibilitySchema,
  memberCount: count,
  pendingRequestCount: orNull(count),
  joinedAt: when,
  endsAt: orNull(when),
  isOwner: flag,
  isAdmin: flag,
  can: groupAbilities,
});

export const suspensionMark = orNull(z.strictObject({ until: orNull(when) }));

export const member: Shape<GroupMember> = z.strictObject({
  suspension: suspensionMark,
  id,
  userId: id,
  mainCharacterId: orNull(z.int()),
  mainCharacterName: orNull(z.string()),
  role: z.enum(["owner", "admin", "member"]),
  joinedAt: when,
  endsAt: orNull(when),
  isEmergency: flag,
  problem: orNull(membershipProblem),
  can: z.strictObject({
    remove: flag,
    makeAdmin: flag,
    removeAdmin: flag,
    makeOwner: flag,
    setEnd: flag,
  }),
});

export const invitation: Shape<GroupInvitation> = z.strictObject({
  id,
  inviteeUserId: id,
  inviteeCharacterId: orNull(z.int()),
  inviteeCharacterName: orNull(z.string()),
  inviterCharacterName: orNull(z.string()),
  createdAt: when,
  expiresAt: when,
  status: z.enum(["pending", "accepted", "declined", "revoked", "expired"]),
  membershipDays: orNull(count),
});

export const declined = z.strictObject({ declined: count });

export const blockedGroups: Shape<BlockedGroups> = z.strictObject({
  items: z.array(z.strictObject({ groupId: id, groupName: z.string(), createdAt: when })),
  nextCursor: orNull(z.string()),
});

export const myInvitation: Shape<MyInvitation> = z.strictObject({
  id,
  inviterCharacterName: orNull(z.string()),
  createdAt: when,
  expiresAt: when,
  group: z.strictObject({
    id,
    name: z.string(),
    description: orNull(z.string()),
    visibility: visibilitySchema,
    canView: flag,
  }),
});

export const joinedGroup: Shape<JoinedGroup> = z.strictObject({
  message: z.string(),
  group: z.strictObject({ id, name: z.string() }),
});

const codeState = z.enum(["active", "paused", "expired", "used_up"]);

export const inviteLink: Shape<InviteLink> = z.strictObject({
  isUsable: flag,
  group: orNull(z.strictObject({ name: z.string(), description: orNull(z.string()) })),
  inviterCharacterName: orNull(z.string()),
  expiresAt: orNull(when),
});

export const inviteCodePreview: Shape<InviteCodePreview> = z.strictObject({
  state: codeState,
  expiresAt: orNull(when),
  inviterCharacterName: orNull(z.string()),
  group: orNull(
    z.strictObject({
      id,
      name: z.string(),
      description: orNull(z.string()),
      visibility: visibilitySchema,
      canView: z.boolean(),
      isMember: z.boolean(),
    }),
  ),
});

export const inviteCode: Shape<InviteCode> = z.strictObject({
  id,
  code: orNull(z.string()),
  uses: count,
  useLimit: orNull(count),
  expiresAt: orNull(when),
  state: codeState,
  createdAt: when,
  createdByName: orNull(z.string()),
  membershipDays: orNull(count),
});

const named = z.strictObject({ userId: orNull(id), name: orNull(z.string()) });
const changes = z.optional(
  z.record(z.string(), z.strictObject({ from: orNull(z.string()), to: orNull(z.string()) })),
);

const groupEventFields = {
  id,
  kind: z.enum(kindsOf(groupEvents)),
  createdAt: when,
  actor: orNull(named),
  subject: orNull(named),
  groupId: orNull(id),
  groupName: orNull(z.string()),
  categoryId: orNull(id),
  categoryName: orNull(z.string()),
  detail: z.strictObject({
    changes,
    codeId: z.optional(id),
    useLimit: z.nullish(count),
    expiresAt: z.nullish(when),
    reason: z.optional(z.string()),
    role: z.optional(groupRoleSchema),
    was: z.nullish(z.strictObject({ role: groupRoleSchema, endsAt: orNull(when) })),
    entryId: z.optional(id),
    inTalks: z.optional(z.boolean()),
    isAssigned: z.optional(z.boolean()),
    section: z.optional(sharedSectionSchema),
    formerOwnerId: z.optional(id),
    undone: z.optional(z.strictObject({ from: z.string(), to: z.string() })),
    ...ruleDetail,
  }),
  requestId: z.string(),
};
export const groupEvent: Shape<GroupEvent> = z.strictObject(groupEventFields);

const corporationEventFields = {
  id,
  kind: z.enum(kindsOf(corporationEvents)),
  createdAt: when,
  corporationId: z.int(),
  corporationName: z.string(),
  actor: orNull(z.extend(named, { userId: id })),
  character: orNull(z.strictObject({ characterId: z.int(), characterName: z.string() })),
  detail: z.strictObject({
    changes,
    problem: z.optional(
      z.enum(["token_revoked", "missing_scope", "missing_role", "not_in_corporation"]),
    ),
  }),
};
export const corporationEvent: Shape<CorporationEvent> = z.strictObject(corporationEventFields);

/** The audit log, for system administrators. */
export const activity: Shape<Activity> = z.discriminatedUnion("log", [
  z.strictObject({ log: z.literal("groups"), ...groupEventFields }),
  z.strictObject({
    log: z.literal("corporations"),
    requestId: z.string(),
    ...corporationEventFields,
  }),
  z.strictObject({ log: z.literal("discord"), ...discordEventFields }),
  z.strictObject({ log: z.literal("applications"), ...applicationEventFields }),
  z.strictObject({
    log: z.literal("accounts"),
    id,
    kind: z.enum(kindsOf(accountEvents)),
    createdAt: when,
    actor: orNull(named),
    subject: named,
    characterName: orNull(z.string()),
    discordName: orNull(z.string()),
    groupName: orNull(z.string()),
    suspension: orNull(suspensionSchema),
    moved: orNull(movedAccountSchema),
    affiliation: orNull(z.strictObject({ from: orNull(affiliationSchema), to: affiliationSchema })),
    requestId: z.string(),
  }),
]);
