import * as z from "zod/mini";
import type { Cause, FactValue, Reading, RuleNames } from "#shared/requirements/outcome.ts";
import type { MembershipProblem } from "#shared/requirements/rule.ts";
import {
  characterConditionSchema,
  quantifierSchema,
  skillLevelSchema,
  userConditionSchema,
} from "#shared/requirements/tree.ts";
import { tokenStateSchema } from "#shared/session.ts";

const when = z.iso.datetime({ precision: 3 });
const name = z.record(z.string(), z.string());

export const ruleNames: z.ZodMiniType<RuleNames> = z.strictObject({
  eve: name,
  groups: name,
  titles: name,
  skills: name,
});

const factValue: z.ZodMiniType<FactValue> = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("affiliation"),
    corporationId: z.int(),
    allianceId: z.nullable(z.int()),
  }),
  z.strictObject({ type: z.literal("since"), at: when }),
  z.strictObject({ type: z.literal("roles"), roles: z.array(z.string()) }),
  z.strictObject({ type: z.literal("titles"), titleIds: z.array(z.int()) }),
  z.strictObject({
    type: z.literal("authorization"),
    state: tokenStateSchema,
    missingScopes: z.array(z.string()),
  }),
  z.strictObject({
    type: z.literal("skills"),
    required: z.int(),
    missing: z.array(z.extend(skillLevelSchema, { trained: z.int() })),
  }),
  z.strictObject({ type: z.literal("number"), value: z.number() }),
  z.strictObject({ type: z.literal("groups"), groupIds: z.array(z.string()) }),
  z.strictObject({ type: z.literal("discord"), isLinked: z.boolean() }),
]);

export const reading: z.ZodMiniType<Reading> = z.strictObject({
  fact: z.nullable(factValue),
  unknown: z.nullable(
    z.enum([
      "never_read",
      "too_old",
      "missing_scope",
      "no_authorization",
      "authorization_unknown",
      "no_director",
      "eve_failed",
    ]),
  ),
  asOf: z.nullable(when),
});

export const condition = z.union([characterConditionSchema, userConditionSchema]);

export const cause: z.ZodMiniType<Cause> = z.strictObject({
  outcome: z.enum(["unmet", "unknown"]),
  isNegated: z.boolean(),
  condition,
  which: z.nullable(quantifierSchema),
  character: z.nullable(z.strictObject({ characterId: z.int(), characterName: z.string() })),
  reading,
  names: ruleNames,
});

const problemFields = {
  outcome: z.enum(["unmet", "unknown"]),
  since: when,
  graceEndsAt: z.nullable(when),
  isHeld: z.boolean(),
  causes: z.array(cause),
};
export const membershipProblem = z.strictObject(
  problemFields,
) satisfies z.ZodMiniType<MembershipProblem>;
