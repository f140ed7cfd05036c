import * as z from "zod/mini";
import { corporationIdSchema } from "#shared/corporations.ts";
import { idSchema } from "#shared/page.ts";
import { NAME_MAX_LENGTH, requiredLine } from "#shared/text.ts";

export const MAX_DEPTH = 6;
export const MAX_NODES = 64;
export const MAX_LISTED = 100;
export const MAX_SKILL_LEVEL = 5;
const MAX_DAYS = 10_000;
const MAX_ROLE_LENGTH = 64;
const MAX_SCOPE_LENGTH = 100;
/** EVE's standings and security statuses reach from -10 to 10. */
const MAX_STANDING = 10;

function listOf<Item extends z.core.$ZodType>(item: Item, required: string) {
  return z
    .array(item)
    .check(
      z.minLength(1, required),
      z.maxLength(MAX_LISTED, `A condition lists at most ${MAX_LISTED}.`),
    );
}

const daysSchema = z
  .int("Days must be a whole number")
  .check(
    z.gte(1, "Days must be at least 1"),
    z.lte(MAX_DAYS, `Days must be at most ${MAX_DAYS.toLocaleString("en")}`),
  );

const STANDING_RANGE = "Must be a number from -10 to 10";
const standingSchema = z
  .number(STANDING_RANGE)
  .check(z.gte(-MAX_STANDING, STANDING_RANGE), z.lte(MAX_STANDING, STANDING_RANGE));

// ── Conditions on one character ───────────────────────────────────────────────────────────────

export const skillLevelSchema = z.object({
  skillId: z.int().check(z.positive()),
  level: z.int().check(z.gte(1), z.lte(MAX_SKILL_LEVEL)),
});
export type SkillLevel = z.infer<typeof skillLevelSchema>;

/** Lists mean "one of", but a character must have all `skills` and all `scopes`. */
export const characterConditionSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("corporation"),
    corporationIds: listOf(corporationIdSchema, "Choose a corporation."),
  }),
  z.object({
    type: z.literal("alliance"),
    allianceIds: listOf(z.int().check(z.positive()), "Choose an alliance."),
  }),
  z.object({ type: z.literal("time_in_corporation"), days: daysSchema }),
  z.object({
    type: z.literal("roles"),
    /** As ESI names them: `Director`, `Station_Manager`… */
    roles: listOf(
      z.string().check(z.regex(/^\w+$/), z.maxLength(MAX_ROLE_LENGTH)),
      "Choose a role.",
    ),
  }),
  z.object({
    type: z.literal("titles"),
    corporationId: corporationIdSchema,
    /** A corporation has sixteen titles: the powers of two up to 32768. */
    titleIds: listOf(z.int().check(z.positive()), "Choose a title."),
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
      "The list of skills needs a name.",
      NAME_MAX_LENGTH,
      `Name must be ${NAME_MAX_LENGTH} characters or less`,
    ),
    skills: listOf(skillLevelSchema, "Add a skill."),
  }),
  z.object({
    type: z.literal("total_sp"),
    minimum: z
      .int("Skill points must be a whole number")
      .check(z.positive("Skill points must be at least 1")),
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
]);
export type CharacterCondition = z.infer<typeof characterConditionSchema>;

export type CharacterRequirement =
  | CharacterCondition
  | { type: "all" | "any"; of: CharacterRequirement[] }
  | { type: "not"; of: CharacterRequirement };

const NO_CONDITION = "A bracket needs at least one condition.";

const characterNodeSchema: z.ZodMiniType<CharacterRequirement, CharacterRequirement> = z.union([
  characterConditionSchema,
  z.object({
    type: z.enum(["all", "any"]),
    get of() {
      return z.array(characterNodeSchema).check(z.minLength(1, NO_CONDITION));
    },
  }),
  z.object({
    type: z.literal("not"),
    get of() {
      return characterNodeSchema;
    },
  }),
]);

// ── Conditions on the user ────────────────────────────────────────────────────────────────────

export const userConditionSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("member_of"), groupIds: listOf(idSchema, "Choose a group.") }),
  z.object({ type: z.literal("discord_linked") }),
  z.object({ type: z.literal("account_age"), days: daysSchema }),
]);
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

const nodeSchema: z.ZodMiniType<Requirement, Requirement> = z.union([
  userConditionSchema,
  z.object({ type: z.literal("characters"), which: quantifierSchema, meet: characterNodeSchema }),
  z.object({
    type: z.enum(["all", "any"]),
    get of() {
      return z.array(nodeSchema).check(z.minLength(1, NO_CONDITION));
    },
  }),
  z.object({
    type: z.literal("not"),
    get of() {
      return nodeSchema;
    },
  }),
]);

/**
 * Counts the nodes and levels of any JSON value that may be a tree, without recursion: a body nested ten thousand levels
 * deep must be refused before a schema walks it.
 */
export function isWithinLimits(tree: unknown): boolean {
  let level = [tree];
  let nodes = 0;
  for (let depth = 1; level.length > 0; depth += 1) {
    nodes += level.length;
    if (depth > MAX_DEPTH || nodes > MAX_NODES) return false;
    level = level.flatMap(childrenOf);
  }
  return true;
}

function childrenOf(node: unknown): unknown[] {
  if (typeof node !== "object" || node === null) return [];
  const children = "of" in node ? node.of : "meet" in node ? node.meet : [];
  if (Array.isArray(children)) return children;
  // `of` of a standing is a word.
  return typeof children === "object" ? [children] : [];
}

/** A tree of at most `MAX_DEPTH` levels and `MAX_NODES` nodes. */
export const requirementSchema = z.pipe(
  z
    .unknown()
    .check(
      z.refine(
        isWithinLimits,
        `Requirements have at most ${MAX_DEPTH} levels and ${MAX_NODES} conditions and brackets.`,
      ),
    ),
  nodeSchema,
);
