import * as z from "zod/mini";

/** Longer than the list of every skill id there is, comma-joined. */
const IDS_MAX_LENGTH = 4096;

const idListSchema = z.pipe(
  z
    .string()
    .check(
      z.maxLength(IDS_MAX_LENGTH, `must have at most ${IDS_MAX_LENGTH} characters`),
      z.regex(/^\d{1,9}(,\d{1,9})*$/, "must be skill ids, joined by commas"),
    ),
  z.transform((text) => text.split(",").map(Number)),
);

/** Without `ids`: the whole catalogue. Only a URL with the current `version` is immutable. */
export const skillsQuerySchema = z.object({
  ids: z.optional(idListSchema),
  version: z.optional(z.string()),
});

const skillMetadataSchema = z.strictObject({ id: z.int(), name: z.string(), rank: z.int() });
export type SkillMetadata = z.infer<typeof skillMetadataSchema>;

const skillGroupSchema = z.strictObject({
  groupId: z.int(),
  groupName: z.string(),
  skills: z.array(skillMetadataSchema),
});

/** EVE's item category 16 holds all skills; what players call a category of skills is a group in it. */
const skillCategorySchema = z.strictObject({
  categoryId: z.int(),
  categoryName: z.string(),
  groups: z.array(skillGroupSchema),
});
export const skillCatalogueSchema = z.array(skillCategorySchema);
export type SkillCategory = z.infer<typeof skillCategorySchema>;

// Without zod: the dashboard needs this at its first paint.

/** The first digits of the SHA-256 of `worker/universe/skills.json`. A test compares them. */
export const SKILL_CATALOGUE_VERSION = "3953d3c0";

export const MAX_SKILL_LEVEL = 5;

/** Skill points that complete each level, 0 to 5, of a skill of rank 1. */
const SKILL_POINTS_PER_LEVEL = [0, 250, 1414, 8000, 45_255, 256_000] as const;

/** Skill points that complete a level of a skill; levels beyond 0 to 5 count as the nearest. */
export function skillPointsAt(level: number, rank: number): number {
  const nearest = Math.min(Math.max(Math.trunc(level), 0), MAX_SKILL_LEVEL);
  return (SKILL_POINTS_PER_LEVEL[nearest] ?? 0) * rank;
}

/** How far the skill is on the way to its next level, in percent. Level 5 is 100. */
export function skillProgress(
  skill: { trained_skill_level: number; skillpoints_in_skill: number },
  rank: number,
): number {
  if (skill.trained_skill_level >= MAX_SKILL_LEVEL) return 100;
  const from = skillPointsAt(skill.trained_skill_level, rank);
  const to = skillPointsAt(skill.trained_skill_level + 1, rank);
  return clampPercent((skill.skillpoints_in_skill - from) / (to - from));
}

/** What the two calculations of training need of a queue entry. */
export type TrainingEntry = {
  start_date: string | null;
  finish_date: string | null;
  level_start_sp: number | null;
  level_end_sp: number | null;
  training_start_sp: number | null;
};

/** Without dates an entry is paused. ESI keeps finished entries until the pilot logs in. */
export type TrainingState = "paused" | "waiting" | "training" | "finished";

export function trainingState(
  entry: Pick<TrainingEntry, "start_date" | "finish_date">,
  now: number,
): TrainingState {
  if (entry.start_date === null || entry.finish_date === null) return "paused";
  if (Date.parse(entry.finish_date) <= now) return "finished";
  return Date.parse(entry.start_date) <= now ? "training" : "waiting";
}

/**
 * How much of the level is trained at this moment, in percent: what was trained before the entry started,
 * and what the time since has added.
 */
export function trainingProgress(entry: TrainingEntry, now: number): number {
  const state = trainingState(entry, now);
  if (state === "finished") return 100;
  const { level_start_sp: levelStart, level_end_sp: levelEnd } = entry;
  if (levelStart === null || levelEnd === null || levelEnd <= levelStart) return 0;
  const trainingStart = entry.training_start_sp ?? levelStart;
  return clampPercent(
    1 - (timeLeft(entry, now) * (levelEnd - trainingStart)) / (levelEnd - levelStart),
  );
}

/** The share of the entry's own time that is still to come, 0 to 1. */
function timeLeft(entry: TrainingEntry, now: number): number {
  if (entry.start_date === null || entry.finish_date === null) return 1;
  const start = Date.parse(entry.start_date);
  const finish = Date.parse(entry.finish_date);
  if (finish <= start) return 0;
  return Math.min(Math.max((finish - now) / (finish - start), 0), 1);
}

function clampPercent(share: number): number {
  return Number.isNaN(share) ? 0 : Math.min(Math.max(share * 100, 0), 100);
}
