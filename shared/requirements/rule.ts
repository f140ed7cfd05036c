import { english } from "#shared/english.ts";
import type { Cause, Reading, RuleNames } from "./cause.ts";
import * as z from "zod/mini";
import type { FollowingRole } from "#shared/discord/roles.ts";
import { MAX_GRACE_DAYS, REFUSALS } from "./limits.ts";
import { requiredLine } from "#shared/text.ts";
import { requirementSchema } from "./tree.ts";
import type { Outcome, UnknownReason } from "./outcome.ts";
import type {
  CharacterCondition,
  CharacterRequirement,
  Quantifier,
  UserCondition,
} from "./tree.ts";

/** A member whose evidence is unknown for longer shows as "not checked since". */
export const UNCHECKED_AFTER_DAYS = 14;
/** Users whose names the reader may not know are counted in steps of this. */
export const COUNT_STEP = 5;

/** `automatic`: users who meet the requirements are members, and cannot leave. */
export const enrolmentSchema = z.enum(["manual", "automatic"]);
export type Enrolment = z.infer<typeof enrolmentSchema>;

/** Who finds the group: everyone, or users who meet the requirements, besides its members and those it has invited. */
const listingSchema = z.enum(["everyone", "qualified"]);
export type Listing = z.infer<typeof listingSchema>;

export const ruleSchema = z.object({
  tree: requirementSchema,
  enrolment: enrolmentSchema,
  listing: listingSchema,
  graceDays: z
    .int(REFUSALS.grace)
    .check(z.gte(0, REFUSALS.grace), z.lte(MAX_GRACE_DAYS, REFUSALS.grace)),
});
export type Rule = z.infer<typeof ruleSchema>;

/** `PUT /groups/:id/requirements`. `rule: null` removes the requirements. `version`: of the rule that was edited, null without one. */
export const saveRuleSchema = z.object({
  rule: z.nullable(ruleSchema),
  version: z.nullable(z.int()),
});
export type SaveRule = z.infer<typeof saveRuleSchema>;

/** `POST /groups/:id/requirements/preview`: one slice of users at a time; `after` continues. */
export const previewRuleSchema = z.object({
  rule: z.nullable(ruleSchema),
  after: z.exactOptional(z.string().check(z.maxLength(64))),
});
export type PreviewRule = z.infer<typeof previewRuleSchema>;

/** `POST /groups/:id/requirements/check`: what saving the rule does with one user. */
export const checkUserSchema = z.object({
  rule: z.nullable(ruleSchema),
  characterName: requiredLine(
    english`Please enter a character name`,
    100,
    english`Character name must be 100 characters or less`,
  ),
});
export type CheckUser = z.infer<typeof checkUserSchema>;

/** A rule for a user who may edit it. */
export type EditableRule = Rule & { version: number; updatedAt: string };

/**
 * What a condition found, for the user whom it is about. A `characters` part lists the characters that it looked at; `meet`
 * of each has the shape of the tree. `private`: the reader may not know the condition; then the outcome is only whether it
 * is met.
 */
export type Explained =
  | { type: "all" | "any"; outcome: Outcome; of: Explained[] }
  | { type: "not"; outcome: Outcome; of: Explained }
  | {
      type: "characters";
      which: Quantifier;
      outcome: Outcome;
      characters: {
        characterId: number;
        characterName: string;
        outcome: Outcome;
        meet: ExplainedCharacter;
      }[];
      /** What each character must meet, also where there is no character. */
      meet: CharacterRequirement;
    }
  | { type: "condition"; condition: UserCondition; outcome: Outcome; reading: Reading }
  | { type: "private"; outcome: "met" | "unmet" };

export type ExplainedCharacter =
  | { type: "all" | "any"; outcome: Outcome; of: ExplainedCharacter[] }
  | { type: "not"; outcome: Outcome; of: ExplainedCharacter }
  | { type: "condition"; condition: CharacterCondition; outcome: Outcome; reading: Reading };

/** `GET /groups/:id/requirements`: for the signed-in user. */
export type GroupRequirements = {
  /** Null if the group has none. */
  rule: (Pick<Rule, "enrolment" | "graceDays"> & { explained: Explained }) | null;
  /** The problem of the reader's membership; null if the reader meets the requirements, or is not a member. */
  problem: MembershipProblem | null;
  names: RuleNames;
  /** Null unless the reader may edit the requirements. */
  editable: EditableRule | null;
  canEdit: boolean;
  /** The reader may use conditions that only system administrators may use. */
  canUseAll: boolean;
};

/** A member who does not meet the requirements, or of whom this is not known. */
export type MembershipProblem = {
  outcome: "unmet" | "unknown";
  since: string;
  /** When the membership ends. */
  graceEndsAt: string | null;
  isHeld: boolean;
  causes: Cause[];
};

// ── Preview ───────────────────────────────────────────────────────────────────────────────────

/** What saving does with a user. `join` only by automatic enrolment; `could_join` with manual enrolment. */
export const previewKindSchema = z.enum([
  "join",
  "could_join",
  "grace",
  "remove",
  "unknown",
  "recover",
]);
export type PreviewKind = z.infer<typeof previewKindSchema>;

export type PreviewedUser = {
  userId: string;
  /** Null while the account has no main. */
  mainCharacterId: number | null;
  mainCharacterName: string | null;
  kind: PreviewKind;
  causes: Cause[];
  graceEndsAt: string | null;
  hasRequested: boolean;
};

/** `kind` is null if saving changes nothing for the user. */
export type CheckedUser = Omit<PreviewedUser, "kind"> & {
  kind: PreviewKind | null;
  isMember: boolean;
  outcome: Outcome;
};

/** Null if there is no such character, or none that the reader may check: owners check the mains of members and applicants. */
export type Check = { user: CheckedUser | null };

/** How many members meet a part of the tree by itself. */
export type MemberCount = { met: number; unmet: number; unknown: number };

/**
 * A part of a rule of which all must be met. Of the people who are no members and met all parts before it: how many meet it, how many
 * do not, and of how many it is not known, by the reason.
 */
export type FunnelStep = {
  met: number;
  unmet: number;
  unknown: { [Reason in UnknownReason]?: number | undefined };
};

export type Preview = {
  users: PreviewedUser[];
  /** Users of these kinds whose names the reader may not know, rounded to `COUNT_STEP`. */
  unnamed: Record<PreviewKind, number>;
  /** In the order of `conditionsOf`. */
  conditions: MemberCount[];
  /** In the order of `bracketsOf`. */
  brackets: MemberCount[];
  /** People of this slice who are no members; null for readers who may not know them. */
  funnel: { candidates: number; steps: FunnelStep[] } | null;
  /** People among them who lack only one part of the rule, as far as the reader may know them. */
  near: Pick<PreviewedUser, "userId" | "mainCharacterId" | "mainCharacterName" | "causes">[];
  /** Users that this slice has evaluated, and members among them. */
  checked: number;
  checkedMembers: number;
  /** All users; null in slices after the first. */
  total: number | null;
  memberCount: number;
  /** Removals in this group and in all groups within the last hour: the limits of a hold count them. */
  recentRemovals: { group: number; all: number };
  /** What becomes of the roles that the group gives on Discord, with the people of this slice. */
  discordRoles: FollowingRole[];
  /** Null in the last slice. */
  after: string | null;
};
