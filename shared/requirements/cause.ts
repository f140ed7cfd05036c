import * as z from "zod/mini";
import { instantSchema } from "#shared/answer.ts";
import { tokenStateSchema } from "#shared/account/character.ts";
import { UNKNOWN_REASONS } from "./outcome.ts";
import {
  characterConditionSchema,
  quantifierSchema,
  skillLevelSchema,
  userConditionSchema,
} from "./tree.ts";

// The log keeps causes. Import these schemas for their types only: they are no part of the Worker or the SPA
// (docs/decisions/0003-one-audit-log.md).

/** The names of what a rule or a cause refers to; a missing one is not known, or not for the reader. */
export const ruleNamesSchema = z.strictObject({
  /** Corporations and alliances. */
  eve: z.record(z.number(), z.string()),
  groups: z.record(z.string(), z.string()),
  /** By `corporationId:titleId`. */
  titles: z.record(z.string(), z.string()),
  /** Discord servers. */
  servers: z.record(z.string(), z.string()),
  /** The skills of its lists. */
  skills: z.record(z.number(), z.string()),
  /** Facts that applications tell. */
  facts: z.record(
    z.string(),
    z.strictObject({ title: z.string(), application: z.string(), maxAgeHours: z.int() }),
  ),
});
export type RuleNames = z.infer<typeof ruleNamesSchema>;

/** What a condition was compared with. */
export const factValueSchema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("affiliation"),
    corporationId: z.int(),
    allianceId: z.nullable(z.int()),
  }),
  /** Since when something is so: the membership in a corporation, a character, an account. */
  z.strictObject({ type: z.literal("since"), at: instantSchema }),
  z.strictObject({ type: z.literal("roles"), roles: z.array(z.string()) }),
  z.strictObject({ type: z.literal("titles"), titleIds: z.array(z.int()) }),
  z.strictObject({
    type: z.literal("authorization"),
    state: tokenStateSchema,
    missingScopes: z.array(z.string()),
  }),
  /** The levels that are missing, with what is trained of each: 0 if nothing is. */
  z.strictObject({
    type: z.literal("skills"),
    required: z.int(),
    missing: z.array(z.extend(skillLevelSchema, { trained: z.int() })),
  }),
  z.strictObject({ type: z.literal("number"), value: z.number() }),
  /** Which of the groups the user is a member of. */
  z.strictObject({ type: z.literal("groups"), groupIds: z.array(z.string()) }),
  /** In how many operations the user took part, how many could not be read, and when the next one of the user's groups begins. */
  z.strictObject({
    type: z.literal("operations"),
    count: z.int(),
    unread: z.int(),
    next: z.nullable(instantSchema),
  }),
  z.strictObject({ type: z.literal("discord"), isLinked: z.boolean() }),
  /** Whether the linked account is on the Discord server. */
  z.strictObject({ type: z.literal("server"), isLinked: z.boolean(), isMember: z.boolean() }),
  /** What an application tells. Null: nothing, and that means no. */
  z.strictObject({
    type: z.literal("fact"),
    value: z.nullable(z.union([z.boolean(), z.number(), z.string()])),
  }),
]);
export type FactValue = z.infer<typeof factValueSchema>;

/** A fact with its date, or why there is none. */
export const readingSchema = z.strictObject({
  fact: z.nullable(factValueSchema),
  unknown: z.nullable(z.enum(UNKNOWN_REASONS)),
  /** When the fact was last confirmed; null if it never was, or is always up to date. */
  asOf: z.nullable(instantSchema),
});
export type Reading = z.infer<typeof readingSchema>;

/**
 * One reason why a user does not meet the requirements, or why this is not known. `isNegated`: the condition is met and must
 * not be. `character` is the one that decides; null for conditions on the user, and where the reader may not know it.
 */
export const causeSchema = z.strictObject({
  outcome: z.enum(["unmet", "unknown"]),
  isNegated: z.boolean(),
  condition: z.union([characterConditionSchema, userConditionSchema]),
  which: z.nullable(quantifierSchema),
  character: z.nullable(z.strictObject({ characterId: z.int(), characterName: z.string() })),
  reading: readingSchema,
  /** As they were when the cause was found. */
  names: ruleNamesSchema,
});
export type Cause = z.infer<typeof causeSchema>;
