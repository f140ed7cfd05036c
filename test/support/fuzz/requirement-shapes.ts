import * as z from "zod/mini";
import { factKindSchema } from "#shared/applications/facts.ts";
import { causeSchema, readingSchema, ruleNamesSchema } from "#shared/requirements/cause.ts";
import { UNKNOWN_REASONS } from "#shared/requirements/outcome.ts";
import type {
  CorporationTitles,
  EveHits,
  DeclaredFacts,
  ManagedServers,
} from "#shared/requirements/search.ts";
import type { HeldChange, HeldChanges, HeldDetail } from "#shared/requirements/held.ts";
import { enrolmentSchema, previewKindSchema, ruleSchema } from "#shared/requirements/rule.ts";
import type {
  Check,
  Explained,
  ExplainedCharacter,
  GroupRequirements,
  MembershipProblem,
  Preview,
} from "#shared/requirements/rule.ts";
import {
  characterConditionSchema,
  quantifierSchema,
  requirementSchema,
  userConditionSchema,
} from "#shared/requirements/tree.ts";

const when = z.iso.datetime({ precision: 3 });
const problemFields = {
  outcome: z.enum(["unmet", "unknown"]),
  since: when,
  graceEndsAt: z.nullable(when),
  isHeld: z.boolean(),
  causes: z.array(causeSchema),
};
export const membershipProblem = z.strictObject(
  problemFields,
) satisfies z.ZodMiniType<MembershipProblem>;

/** What the events of rules and held removals say. */
export const ruleDetail = {
  causes: z.optional(z.array(causeSchema)),
  rule: z.optional(z.object({ from: z.nullable(ruleSchema), to: z.nullable(ruleSchema) })),
  until: z.nullish(when),
  count: z.optional(z.int()),
  heldId: z.optional(z.string()),
};

const outcome = z.enum(["met", "unmet", "unknown"]);
const count = z.int().check(z.gte(0));

const explainedCharacter: z.ZodMiniType<ExplainedCharacter> = z.union([
  z.strictObject({
    type: z.enum(["all", "any"]),
    outcome,
    get of() {
      return z.array(explainedCharacter);
    },
  }),
  z.strictObject({
    type: z.literal("not"),
    outcome,
    get of() {
      return explainedCharacter;
    },
  }),
  z.strictObject({
    type: z.literal("condition"),
    condition: characterConditionSchema,
    outcome,
    reading: readingSchema,
  }),
]);

const explained: z.ZodMiniType<Explained> = z.union([
  z.strictObject({
    type: z.enum(["all", "any"]),
    outcome,
    get of() {
      return z.array(explained);
    },
  }),
  z.strictObject({
    type: z.literal("not"),
    outcome,
    get of() {
      return explained;
    },
  }),
  z.strictObject({
    type: z.literal("characters"),
    which: quantifierSchema,
    outcome,
    characters: z.array(
      z.strictObject({
        characterId: z.int(),
        characterName: z.string(),
        outcome,
        meet: explainedCharacter,
      }),
    ),
    // The schema of trees gives its own errors; here it only has to be one.
    meet: z.any(),
  }),
  z.strictObject({
    type: z.literal("condition"),
    condition: userConditionSchema,
    outcome,
    reading: readingSchema,
  }),
  z.strictObject({ type: z.literal("private"), outcome: z.enum(["met", "unmet"]) }),
]);

export const groupRequirements: z.ZodMiniType<GroupRequirements> = z.strictObject({
  rule: z.nullable(
    z.strictObject({
      enrolment: enrolmentSchema,
      graceDays: count,
      explained,
    }),
  ),
  problem: z.nullable(membershipProblem),
  names: ruleNamesSchema,
  editable: z.nullable(
    z.strictObject({
      ...ruleSchema.shape,
      tree: requirementSchema,
      version: count,
      updatedAt: when,
    }),
  ),
  canEdit: z.boolean(),
  canUseAll: z.boolean(),
});

const previewedUser = {
  userId: z.string(),
  mainCharacterId: z.nullable(z.int()),
  mainCharacterName: z.nullable(z.string()),
  kind: previewKindSchema,
  causes: z.array(causeSchema),
  graceEndsAt: z.nullable(when),
  hasRequested: z.boolean(),
};

export const check: z.ZodMiniType<Check> = z.strictObject({
  user: z.nullable(
    z.strictObject({
      ...previewedUser,
      kind: z.nullable(previewKindSchema),
      isMember: z.boolean(),
      outcome,
    }),
  ),
});

const memberCounts = z.strictObject({ met: count, unmet: count, unknown: count });

export const preview: z.ZodMiniType<Preview> = z.strictObject({
  users: z.array(z.strictObject(previewedUser)),
  unnamed: z.record(previewKindSchema, count),
  conditions: z.array(memberCounts),
  brackets: z.array(memberCounts),
  funnel: z.nullable(
    z.strictObject({
      candidates: count,
      steps: z.array(
        z.strictObject({
          met: count,
          unmet: count,
          unknown: z.partialRecord(z.enum(UNKNOWN_REASONS), count),
        }),
      ),
    }),
  ),
  near: z.array(
    z.strictObject({
      userId: z.string(),
      mainCharacterId: z.nullable(z.int()),
      mainCharacterName: z.nullable(z.string()),
      causes: z.array(causeSchema),
    }),
  ),
  checked: count,
  checkedMembers: count,
  total: z.nullable(count),
  memberCount: count,
  recentRemovals: z.strictObject({ group: count, all: count }),
  discordRoles: z.array(
    z.strictObject({
      serverId: z.string(),
      serverName: z.string(),
      roleId: z.string(),
      roleName: z.string(),
      color: z.nullable(z.string()),
      people: z.nullable(z.strictObject({ gain: count, lose: count, lose_after_grace: count })),
    }),
  ),
  after: z.nullable(z.string()),
});

export const eveHits: z.ZodMiniType<EveHits> = z.strictObject({
  items: z.array(z.strictObject({ id: z.int(), name: z.string(), ticker: z.nullable(z.string()) })),
});

export const titles: z.ZodMiniType<CorporationTitles> = z.strictObject({
  titles: z.array(z.strictObject({ titleId: z.int(), name: z.string() })),
  problem: z.nullable(z.string()),
});

export const managedServers: z.ZodMiniType<ManagedServers> = z.strictObject({
  servers: z.array(z.strictObject({ id: z.string(), name: z.string(), isOn: z.boolean() })),
});

export const declaredFacts: z.ZodMiniType<DeclaredFacts> = z.strictObject({
  facts: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      application: z.string(),
      kind: factKindSchema,
      options: z.array(z.string()),
      maxAgeHours: z.int(),
      isOn: z.boolean(),
    }),
  ),
});

const by = { actorName: z.nullable(z.string()), at: when };
const heldFields = {
  id: z.string(),
  groupId: z.string(),
  groupName: z.string(),
  state: z.enum(["held", "released", "applied", "discarded", "ended"]),
  trigger: z.union([
    z.strictObject({ kind: z.literal("evidence") }),
    z.strictObject({ kind: z.literal("asked"), isReview: z.boolean(), ...by }),
    z.strictObject({ kind: z.literal("rule"), ...by }),
  ]),
  limit: z.enum(["group", "all"]),
  memberCount: count,
  removalCount: count,
  unknownCount: count,
  computedAt: when,
  createdAt: when,
  decidedByName: z.nullable(z.string()),
  decidedAt: z.nullable(when),
  reason: z.nullable(z.string()),
};
export const heldChange: z.ZodMiniType<HeldChange> = z.strictObject(heldFields);

export const heldChanges: z.ZodMiniType<HeldChanges> = z.strictObject({
  waiting: z.array(heldChange),
  servers: z.array(
    z.strictObject({ serverId: z.string(), serverName: z.string(), count: z.int(), at: when }),
  ),
  decided: z.array(heldChange),
});

export const heldDetail: z.ZodMiniType<HeldDetail> = z.strictObject({
  ...heldFields,
  release: z.strictObject({ rows: z.int(), days: z.int() }),
  users: z.array(
    z.strictObject({
      userId: z.string(),
      mainCharacterId: z.nullable(z.int()),
      mainCharacterName: z.nullable(z.string()),
      causes: z.array(causeSchema),
    }),
  ),
});
