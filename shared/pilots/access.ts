import * as z from "zod/mini";
import { countSchema, instantSchema } from "#shared/answer.ts";
import { UNKNOWN_REASONS } from "#shared/requirements/outcome.ts";
import { causeSchema } from "#shared/requirements/cause.ts";
import { sharedSectionSchema } from "#shared/groups/forms.ts";
import { claimSchema } from "#shared/applications/claims.ts";
import { roleOfUserSchema } from "#shared/discord/roles.ts";
import { groupRoleSchema, wayInSchema } from "#shared/groups/groups.ts";
import { membershipProblemSchema, ruleSchema } from "#shared/requirements/rule.ts";

/** Something that the user has, why, and what would end it. */
export const heldAccessSchema = z.strictObject({
  kind: z.literal("group"),
  groupId: z.string(),
  groupName: z.string(),
  role: groupRoleSchema,
  wayIn: z.nullable(wayInSchema),
  since: instantSchema,
  /** Null for a group without requirements. */
  rule: z.nullable(z.pick(ruleSchema, { enrolment: true, graceDays: true })),
  problem: z.nullable(membershipProblemSchema),
  /** When the membership ends by itself; null for no end. */
  endsAt: z.nullable(instantSchema),
});
export type HeldAccess = z.infer<typeof heldAccessSchema>;

/**
 * A group that the user could become a member of by meeting its requirements. `next`: what is left once they are met;
 * `wait`: Muster adds members automatically.
 */
const withinReachSchema = z.strictObject({
  groupId: z.string(),
  groupName: z.string(),
  next: z.enum(["join", "request", "accept", "requested", "wait"]),
  /** How many conditions are missing, also those that are not in `causes` because the reader may not know them. */
  missing: countSchema,
  causes: z.array(causeSchema),
});
export type WithinReach = z.infer<typeof withinReachSchema>;

/** A membership that ended. `groupId` is null if the user cannot see the group now. */
const lostAccessSchema = z.strictObject({
  kind: z.literal("group"),
  groupId: z.nullable(z.string()),
  groupName: z.string(),
  /** `ended`: at its end. */
  how: z.enum(["left", "removed", "rule", "ended", "deleted"]),
  causes: z.array(causeSchema),
  at: instantSchema,
});
export type LostAccess = z.infer<typeof lostAccessSchema>;

/** An application that the user has allowed to sign them in, and what it learns. */
export const applicationAccessSchema = z.strictObject({
  applicationId: z.string(),
  applicationName: z.string(),
  isOn: z.boolean(),
  claims: z.array(claimSchema),
  since: instantSchema,
  lastSignInAt: z.nullable(instantSchema),
  /** The group that it requires; its name is null if the reader may not know it, or it was deleted. */
  requires: z.nullable(
    z.strictObject({ groupName: z.nullable(z.string()), isMember: z.boolean() }),
  ),
});
export type ApplicationAccess = z.infer<typeof applicationAccessSchema>;

/** What the user shares with the reviewers of a request. The name of its group is null if the user does not see it. */
const ownShareSchema = z.strictObject({
  requestId: z.string(),
  groupName: z.nullable(z.string()),
  sections: z.array(sharedSectionSchema),
  /** When it ends by itself. It ends before with a rejection or a withdrawal, and when the user leaves the group. */
  until: instantSchema,
});
export type OwnShare = z.infer<typeof ownShareSchema>;

/** What an application tells about the user. `unknown`: why it counts as unknown now. */
const factAboutUserSchema = z.strictObject({
  factId: z.string(),
  title: z.string(),
  applicationName: z.string(),
  /** Null if the application has contradicted itself. A date is in ISO 8601. */
  value: z.nullable(z.union([z.boolean(), z.number(), z.string()])),
  unknown: z.nullable(z.enum(UNKNOWN_REASONS)),
  asOf: instantSchema,
  endsAt: z.nullable(instantSchema),
  /** The administrator who has declared the fact; null if the account is gone. */
  askName: z.nullable(z.string()),
});
export type FactAboutUser = z.infer<typeof factAboutUserSchema>;

/** `GET /access`: of the signed-in user. Everything that ends comes first, the soonest at the top. */
export const accessSchema = z.strictObject({
  held: z.array(heldAccessSchema),
  reach: z.array(withinReachSchema),
  lost: z.array(lostAccessSchema),
  /** On Discord servers. */
  roles: z.array(roleOfUserSchema),
  applications: z.array(applicationAccessSchema),
  facts: z.array(factAboutUserSchema),
  shares: z.array(ownShareSchema),
  /** When administrators opened the page of the user under Pilots, the latest first. */
  views: z.array(instantSchema),
  /** When administrators or members of a group read the rosters of corporations that list characters of the user. */
  rosterViews: z.array(z.strictObject({ corporationName: z.string(), at: instantSchema })),
  /** When administrators or owners read the evidence of reviews that concerned the user. */
  reviewViews: z.array(z.strictObject({ groupName: z.string(), at: instantSchema })),
});
export type Access = z.infer<typeof accessSchema>;

/** For how long lost memberships and views are listed. */
export const LOST_DAYS = 90;
