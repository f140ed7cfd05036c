import type { UnknownReason } from "#shared/requirements/outcome.ts";
import type { Cause } from "#shared/requirements/cause.ts";
import type { SharedSection } from "#shared/groups/forms.ts";
import type { Claim } from "#shared/applications/claims.ts";
import type { RoleOfUser } from "#shared/discord/roles.ts";
import type { GroupRole } from "#shared/groups/groups.ts";
import type { MembershipProblem, Rule } from "#shared/requirements/rule.ts";

/** How a membership began. `rule`: by meeting the requirements of a group with automatic enrolment. */
export type WayInKind =
  | "founded"
  | "joined"
  | "added"
  | "approved"
  | "invited"
  | "code"
  | "rule"
  | "moved";

/**
 * `by`: who added the member, approved, sent the invitation or created the code; null where no user did, and where the reader may not know.
 * A way in of null is not in the log: it began later.
 */
export type WayIn = { kind: WayInKind; by: { userId: string; name: string } | null };

/** Something that the user has, why, and what would end it. */
export type HeldAccess = {
  kind: "group";
  groupId: string;
  groupName: string;
  role: GroupRole;
  wayIn: WayIn | null;
  since: string;
  /** Null for a group without requirements. */
  rule: Pick<Rule, "enrolment" | "graceDays"> | null;
  problem: MembershipProblem | null;
  /** When the membership ends by itself; null for no end. */
  endsAt: string | null;
};

/**
 * A group that the user could become a member of by meeting its requirements. `next`: what is left once they are met;
 * `wait`: Muster adds members automatically.
 */
export type WithinReach = {
  groupId: string;
  groupName: string;
  next: "join" | "request" | "accept" | "requested" | "wait";
  /** How many conditions are missing, also those that are not in `causes` because the reader may not know them. */
  missing: number;
  causes: Cause[];
};

/** A membership that ended. `groupId` is null if the user cannot see the group now. */
export type LostAccess = {
  kind: "group";
  groupId: string | null;
  groupName: string;
  /** `ended`: at its end. */
  how: "left" | "removed" | "rule" | "ended" | "deleted";
  causes: Cause[];
  at: string;
};

/** An application that the user has allowed to sign them in, and what it learns. */
export type ApplicationAccess = {
  applicationId: string;
  applicationName: string;
  isOn: boolean;
  claims: Claim[];
  since: string;
  lastSignInAt: string | null;
  /** The group that it requires; its name is null if the reader may not know it, or it was deleted. */
  requires: { groupName: string | null; isMember: boolean } | null;
};

/** What the user shares with the reviewers of a request. The name of its group is null if the user does not see it. */
export type OwnShare = {
  requestId: string;
  groupName: string | null;
  sections: SharedSection[];
  /** When it ends by itself. It ends before with a rejection or a withdrawal, and when the user leaves the group. */
  until: string;
};

/** What an application tells about the user. `unknown`: why it counts as unknown now. */
export type FactAboutUser = {
  factId: string;
  title: string;
  applicationName: string;
  /** Null if the application has contradicted itself. A date is in ISO 8601. */
  value: boolean | number | string | null;
  unknown: UnknownReason | null;
  asOf: string;
  endsAt: string | null;
  /** The administrator who has declared the fact; null if the account is gone. */
  askName: string | null;
};

/** `GET /access`: of the signed-in user. Everything that ends comes first, the soonest at the top. */
export type Access = {
  held: HeldAccess[];
  reach: WithinReach[];
  lost: LostAccess[];
  /** On Discord servers. */
  roles: RoleOfUser[];
  applications: ApplicationAccess[];
  facts: FactAboutUser[];
  shares: OwnShare[];
  /** When administrators opened the page of the user under Pilots, the latest first. */
  views: string[];
  /** When administrators or members of a group read the rosters of corporations that list characters of the user. */
  rosterViews: { corporationName: string; at: string }[];
  /** When administrators or owners read the evidence of reviews that concerned the user. */
  reviewViews: { groupName: string; at: string }[];
};

/** For how long lost memberships and views are listed. */
export const LOST_DAYS = 90;
