import { countSchema, instantSchema } from "#shared/answer.ts";
import { english } from "#shared/english.ts";
import { causeSchema, readingSchema, ruleNamesSchema } from "./cause.ts";
import type { Reading } from "./cause.ts";
import * as z from "zod/mini";
import { followingRoleSchema } from "#shared/discord/roles.ts";
import { MAX_GRACE_DAYS, REFUSALS } from "./limits.ts";
import { requiredLine } from "#shared/text.ts";
import {
  characterConditionSchema,
  characterNodeSchema,
  quantifierSchema,
  requirementSchema,
  userConditionSchema,
} from "./tree.ts";
import { UNKNOWN_REASONS, outcomeSchema } from "./outcome.ts";
import type { Outcome } from "./outcome.ts";
import type {
  CharacterCondition,
  CharacterRequirement,
  Quantifier,
  UserCondition,
} from "./tree.ts";
import { heldAboveSchema } from "#shared/requirements/held.ts";

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
const editableRuleSchema = z.extend(ruleSchema, { version: countSchema, updatedAt: instantSchema });
export type EditableRule = z.infer<typeof editableRuleSchema>;

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

/** The brackets of a tree, whose parts are `node`. */
// @__NO_SIDE_EFFECTS__
function bracketsOf<Node>(node: () => z.ZodMiniType<Node>) {
  return [
    z.strictObject({
      type: z.enum(["all", "any"]),
      outcome: outcomeSchema,
      get of() {
        return z.array(node());
      },
    }),
    z.strictObject({
      type: z.literal("not"),
      outcome: outcomeSchema,
      get of() {
        return node();
      },
    }),
  ] as const;
}

const explainedCharacterSchema: z.ZodMiniType<ExplainedCharacter> = z.union([
  ...bracketsOf(() => explainedCharacterSchema),
  z.strictObject({
    type: z.literal("condition"),
    condition: characterConditionSchema,
    outcome: outcomeSchema,
    reading: readingSchema,
  }),
]);

const explainedSchema: z.ZodMiniType<Explained> = z.union([
  ...bracketsOf(() => explainedSchema),
  z.strictObject({
    type: z.literal("characters"),
    which: quantifierSchema,
    outcome: outcomeSchema,
    characters: z.array(
      z.strictObject({
        characterId: z.int(),
        characterName: z.string(),
        outcome: outcomeSchema,
        meet: explainedCharacterSchema,
      }),
    ),
    meet: characterNodeSchema,
  }),
  z.strictObject({
    type: z.literal("condition"),
    condition: userConditionSchema,
    outcome: outcomeSchema,
    reading: readingSchema,
  }),
  z.strictObject({ type: z.literal("private"), outcome: z.enum(["met", "unmet"]) }),
]);

/** A member who does not meet the requirements, or of whom this is not known. */
export const membershipProblemSchema = z.strictObject({
  outcome: z.enum(["unmet", "unknown"]),
  since: instantSchema,
  /** When the membership ends. */
  graceEndsAt: z.nullable(instantSchema),
  isHeld: z.boolean(),
  causes: z.array(causeSchema),
});
export type MembershipProblem = z.infer<typeof membershipProblemSchema>;

/** `GET /groups/:id/requirements`: for the signed-in user. */
export const groupRequirementsSchema = z.strictObject({
  /** Null if the group has none. */
  rule: z.nullable(
    z.extend(z.pick(ruleSchema, { enrolment: true, graceDays: true }), {
      explained: explainedSchema,
    }),
  ),
  /** The problem of the reader's membership; null if the reader meets the requirements, or is not a member. */
  problem: z.nullable(membershipProblemSchema),
  names: ruleNamesSchema,
  /** Null unless the reader may edit the requirements. */
  editable: z.nullable(editableRuleSchema),
  canEdit: z.boolean(),
  /** The reader may use conditions that only system administrators may use. */
  canUseAll: z.boolean(),
});
export type GroupRequirements = z.infer<typeof groupRequirementsSchema>;

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

const previewedUserSchema = z.strictObject({
  userId: z.string(),
  /** Null while the account has no main. */
  mainCharacterId: z.nullable(z.int()),
  mainCharacterName: z.nullable(z.string()),
  kind: previewKindSchema,
  causes: z.array(causeSchema),
  graceEndsAt: z.nullable(instantSchema),
  hasRequested: z.boolean(),
});
export type PreviewedUser = z.infer<typeof previewedUserSchema>;

/** `kind` is null if saving changes nothing for the user. */
const checkedUserSchema = z.extend(z.omit(previewedUserSchema, { kind: true }), {
  kind: z.nullable(previewKindSchema),
  isMember: z.boolean(),
  outcome: outcomeSchema,
});
export type CheckedUser = z.infer<typeof checkedUserSchema>;

/** Null if there is no such character, or none that the reader may check: owners check the mains of members and applicants. */
export const checkSchema = z.strictObject({ user: z.nullable(checkedUserSchema) });
export type RuleCheck = z.infer<typeof checkSchema>;

/** How many members meet a part of the tree by itself. */
const memberCountSchema = z.strictObject({
  met: countSchema,
  unmet: countSchema,
  unknown: countSchema,
});
export type MemberCount = z.infer<typeof memberCountSchema>;

/**
 * A part of a rule of which all must be met. Of the people who are no members and met all parts before it: how many meet it, how many
 * do not, and of how many it is not known, by the reason.
 */
const funnelStepSchema = z.strictObject({
  met: countSchema,
  unmet: countSchema,
  unknown: z.partialRecord(z.enum(UNKNOWN_REASONS), z.optional(countSchema)),
});
export type FunnelStep = z.infer<typeof funnelStepSchema>;

export const previewSchema = z.strictObject({
  users: z.array(previewedUserSchema),
  /** Users of these kinds whose names the reader may not know, rounded to `COUNT_STEP`. */
  unnamed: z.record(previewKindSchema, countSchema),
  /** In the order of `conditionsOf`. */
  conditions: z.array(memberCountSchema),
  /** In the order of `bracketsOf`. */
  brackets: z.array(memberCountSchema),
  /** People of this slice who are no members; null for readers who may not know them. */
  funnel: z.nullable(z.strictObject({ candidates: countSchema, steps: z.array(funnelStepSchema) })),
  /** People among them who lack only one part of the rule, as far as the reader may know them. */
  near: z.array(
    z.pick(previewedUserSchema, {
      userId: true,
      mainCharacterId: true,
      mainCharacterName: true,
      causes: true,
    }),
  ),
  /** Users that this slice has evaluated, and members among them. */
  checked: countSchema,
  checkedMembers: countSchema,
  /** All users; null in slices after the first. */
  total: z.nullable(countSchema),
  memberCount: countSchema,
  heldAbove: heldAboveSchema,
  /** What becomes of the roles that the group gives on Discord, with the people of this slice. */
  discordRoles: z.array(followingRoleSchema),
  /** Null in the last slice. */
  after: z.nullable(z.string()),
});
export type Preview = z.infer<typeof previewSchema>;
