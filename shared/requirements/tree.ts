import { english } from "#shared/english.ts";
import * as z from "zod/mini";
import { OPTION_MAX } from "#shared/facts.ts";
import { corporationIdSchema } from "#shared/corporations/corporations.ts";
import { snowflakeSchema } from "#shared/discord/servers.ts";
import { OPERATION_KINDS } from "#shared/operations/limits.ts";
import { idSchema } from "#shared/page.ts";
import { NAME_MAX_LENGTH, requiredLine } from "#shared/text.ts";
import { MAX_SKILL_LEVEL } from "#shared/training.ts";
import {
  isWithinLimits,
  MAX_DAYS,
  MAX_LISTED,
  MAX_OPERATIONS,
  MAX_STANDING,
  REFUSALS,
} from "./limits.ts";

const MAX_ROLE_LENGTH = 64;
const MAX_SCOPE_LENGTH = 100;

function listOf<Item extends z.core.$ZodType>(item: Item, required: string) {
  return z.array(item).check(z.minLength(1, required), z.maxLength(MAX_LISTED, REFUSALS.listed));
}

const daysSchema = z.lazy(() =>
  z
    .int(REFUSALS.days.notWhole)
    .check(z.gte(1, REFUSALS.days.tooFew), z.lte(MAX_DAYS, REFUSALS.days.tooMany)),
);

const standingSchema = z.lazy(() =>
  z
    .number(REFUSALS.standing)
    .check(z.gte(-MAX_STANDING, REFUSALS.standing), z.lte(MAX_STANDING, REFUSALS.standing)),
);

// ── Conditions on one character ───────────────────────────────────────────────────────────────

export const skillLevelSchema = z.object({
  skillId: z.int().check(z.positive()),
  level: z.int().check(z.gte(1), z.lte(MAX_SKILL_LEVEL)),
});
export type SkillLevel = z.infer<typeof skillLevelSchema>;

/** Lists mean "one of", but a character must have all `skills` and all `scopes`. */
export const characterConditionSchema = z.lazy(() =>
  z.discriminatedUnion("type", [
    z.object({
      type: z.literal("corporation"),
      corporationIds: listOf(corporationIdSchema, REFUSALS.corporation),
    }),
    z.object({
      type: z.literal("alliance"),
      allianceIds: listOf(z.int().check(z.positive()), REFUSALS.alliance),
    }),
    z.object({ type: z.literal("time_in_corporation"), days: daysSchema }),
    z.object({
      type: z.literal("roles"),
      /** As ESI names them: `Director`, `Station_Manager`… */
      roles: listOf(
        z.string().check(z.regex(/^\w+$/), z.maxLength(MAX_ROLE_LENGTH)),
        REFUSALS.role,
      ),
    }),
    z.object({
      type: z.literal("titles"),
      corporationId: corporationIdSchema,
      /** A corporation has sixteen titles: the powers of two up to 32768. */
      titleIds: listOf(z.int().check(z.positive()), REFUSALS.title),
    }),
    z.object({
      type: z.literal("authorization"),
      /** An empty list: any valid authorization. */
      scopes: z
        .array(z.string().check(z.regex(/^[\w.-]+$/), z.maxLength(MAX_SCOPE_LENGTH)))
        .check(z.maxLength(MAX_LISTED)),
    }),
    z.object({
      type: z.literal("skills"),
      /** The name of the list, for people. */
      name: requiredLine(
        REFUSALS.listName,
        NAME_MAX_LENGTH,
        english`Name must be ${NAME_MAX_LENGTH} characters or less`,
      ),
      skills: listOf(skillLevelSchema, REFUSALS.skill),
    }),
    z.object({
      type: z.literal("total_sp"),
      minimum: z.int(REFUSALS.skillPoints.notWhole).check(z.positive(REFUSALS.skillPoints.tooFew)),
    }),
    z.object({ type: z.literal("character_age"), days: daysSchema }),
    z.object({ type: z.literal("security_status"), minimum: standingSchema }),
    z.object({
      type: z.literal("standing"),
      minimum: standingSchema,
      /** Whose contacts decide: a managed corporation, or the alliance of one. */
      of: z.enum(["corporation", "alliance"]),
      ownerId: z.int().check(z.positive()),
    }),
  ]),
);
export type CharacterCondition = z.infer<typeof characterConditionSchema>;

export type CharacterRequirement =
  | CharacterCondition
  | { type: "all" | "any"; of: CharacterRequirement[] }
  | { type: "not"; of: CharacterRequirement };

export const characterNodeSchema: z.ZodMiniType<CharacterRequirement, CharacterRequirement> =
  z.lazy(() =>
    z.union([
      characterConditionSchema,
      z.object({
        type: z.enum(["all", "any"]),
        get of() {
          return z.array(characterNodeSchema).check(z.minLength(1, REFUSALS.noCondition));
        },
      }),
      z.object({
        type: z.literal("not"),
        get of() {
          return characterNodeSchema;
        },
      }),
    ]),
  );

// ── Conditions on the user ────────────────────────────────────────────────────────────────────

/** What the value of a fact must be, by its kind: yes or no, a number, a date, one of some. */
export const factTestSchema = z.lazy(() =>
  z.discriminatedUnion("compare", [
    z.object({ compare: z.literal("is"), value: z.boolean() }),
    z.object({
      compare: z.enum(["at_least", "at_most", "exactly"]),
      value: z.number(REFUSALS.factNumber),
    }),
    /** `within`: at most so many days ago. `before`: longer ago. */
    z.object({ compare: z.enum(["within", "before"]), days: daysSchema }),
    z.object({
      compare: z.literal("one_of"),
      values: listOf(z.string().check(z.maxLength(OPTION_MAX)), REFUSALS.option),
    }),
  ]),
);
export type FactTest = z.infer<typeof factTestSchema>;

export const userConditionSchema = z.lazy(() =>
  z.discriminatedUnion("type", [
    z.object({ type: z.literal("member_of"), groupIds: listOf(idSchema, REFUSALS.group) }),
    z.object({ type: z.literal("discord_linked") }),
    /** A server that Muster manages. */
    z.object({ type: z.literal("on_discord_server"), serverId: snowflakeSchema }),
    z.object({ type: z.literal("account_age"), days: daysSchema }),
    /** What an application tells about pilots. */
    z.object({ type: z.literal("fact"), factId: idSchema, test: factTestSchema }),
    /** Took part in so many operations of one of these groups. Without kinds, of any. */
    z.object({
      type: z.literal("took_part"),
      count: z
        .int(REFUSALS.operations)
        .check(z.gte(1, REFUSALS.operations), z.lte(MAX_OPERATIONS, REFUSALS.operations)),
      groupIds: listOf(idSchema, REFUSALS.group),
      kinds: z.array(z.enum(OPERATION_KINDS)).check(z.maxLength(OPERATION_KINDS.length)),
      days: daysSchema,
    }),
    /** Not on the watchlist. Its name is neutral because players read it who must not learn of the list (docs/decisions/0121). */
    z.object({ type: z.literal("cleared") }),
  ]),
);
export type UserCondition = z.infer<typeof userConditionSchema>;

export type Condition = CharacterCondition | UserCondition;

/** `any`: one character meets all of `meet`. `every`: all characters do, without those that were biomassed. */
export const quantifierSchema = z.enum(["any", "every", "main"]);
export type Quantifier = z.infer<typeof quantifierSchema>;

/** What a user must meet. `all` of nothing is met; saved rules have no empty bracket. */
export type Requirement =
  | UserCondition
  | { type: "characters"; which: Quantifier; meet: CharacterRequirement }
  | { type: "all" | "any"; of: Requirement[] }
  | { type: "not"; of: Requirement };

const nodeSchema: z.ZodMiniType<Requirement, Requirement> = z.lazy(() =>
  z.union([
    userConditionSchema,
    z.object({ type: z.literal("characters"), which: quantifierSchema, meet: characterNodeSchema }),
    z.object({
      type: z.enum(["all", "any"]),
      get of() {
        return z.array(nodeSchema).check(z.minLength(1, REFUSALS.noCondition));
      },
    }),
    z.object({
      type: z.literal("not"),
      get of() {
        return nodeSchema;
      },
    }),
  ]),
);

/** A tree of at most `MAX_DEPTH` levels and `MAX_NODES` nodes. */
export const requirementSchema = z.pipe(
  z.unknown().check(z.refine(isWithinLimits, REFUSALS.size)),
  nodeSchema,
);
